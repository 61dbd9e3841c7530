import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { announce } from '../ui/announcer.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { webhookTexts } from './texts.ts'
import type { Webhook } from './webhook-words.tsx'

export const RemovalSection = ({ webhook }: { readonly webhook: Webhook }) => {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const refresh = useRefresh()
  const remove = async () => {
    await plainClient.call('delete', '/api/v1/webhooks/{webhook_id}', { path: { webhook_id: webhook.id } })
    announce(webhookTexts.removed)
    await refresh('/api/v1/webhooks')
    await navigate({ to: '/webhooks' })
  }
  return (
    <section aria-labelledby="removal">
      <h2 id="removal">{webhookTexts.remove}</h2>
      <p className="hint">{webhookTexts.removeHint}</p>
      <p className="actions">
        <button type="button" className="danger" onClick={() => setAsking(true)}>
          {webhookTexts.remove}
        </button>
      </p>
      {isAsking && (
        <ConfirmDialog
          title={webhookTexts.removeTitle}
          action={webhookTexts.removeAction}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p className="wraps">
            <bdi>{webhook.url}</bdi>
          </p>
          <p className="hint">{webhookTexts.removeHint}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
