import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { announce } from '../ui/announcer.tsx'
import { ADDRESS_FIELDS, ADDRESS_LABELS, type AddressField, addressErrors, addressOf, checkAddress } from './address.ts'
import { AddressFields } from './address-fields.tsx'
import type { Database } from './database.ts'
import { engineForm } from './engines.ts'
import { databasesTexts } from './texts.ts'

const { overview: says } = databasesTexts

/** Changes the address of a database; the stored one is never shown. */
export const MoveSection = ({ database }: { readonly database: Database }) => {
  const refresh = useRefresh()
  const [isMoved, setMoved] = useState(false)
  const engine = engineForm(database.engine)
  const form = useForm<AddressField>({
    names: ADDRESS_FIELDS,
    check: (values) => checkAddress(engine, values),
    send: async (values) => {
      const body = addressOf(engine, values)
      await plainClient.call('patch', '/api/v1/databases/{database_id}', { path: { database_id: database.id }, body })
      form.reset()
      setMoved(true)
      announce(says.moved)
      await refresh('/api/v1/databases/{database_id}', '/api/v1/databases/{database_id}/policy/review')
    },
    place: addressErrors,
  })
  return (
    <section aria-labelledby="move">
      <h2 id="move">{says.move}</h2>
      <p className="hint">{says.moveHint}</p>
      <details>
        <summary>{says.moveAddress}</summary>
        <form {...form.props}>
          <ErrorSummary form={form} labels={ADDRESS_LABELS} />
          <AddressFields engine={engine} errors={form.errors} />
          <SubmitRow form={form} label={says.moveAction} busy={says.testing} />
        </form>
      </details>
      {isMoved && <p className="notice">{says.moved}</p>}
    </section>
  )
}
