import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Database } from './database.ts'
import { databasesTexts } from './texts.ts'

const { overview: says } = databasesTexts

/** Removes a database, after its name was typed. */
export const RemoveSection = ({ database: { id, name } }: { readonly database: Database }) => {
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    await plainClient.call('delete', '/api/v1/databases/{database_id}', { path: { database_id: id } })
    await navigate({ to: '/databases' })
    await refresh('/api/v1/databases', '/api/v1/chat/databases')
  }
  return (
    <section>
      <p>
        <button type="button" className="danger" onClick={() => setAsking(true)}>
          {says.remove}
        </button>
      </p>
      {isAsking && (
        <ConfirmDialog
          title={says.removeTitle(name)}
          action={says.remove}
          typed={name}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{says.removeText}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
