import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ChoiceField } from '../ui/field.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { webhookTexts } from './texts.ts'
import { useChangedWebhook } from './use-changed-webhook.ts'
import type { Webhook } from './webhook-words.tsx'

/** Rotates the secret. */
export const SecretSection = ({ webhook }: { readonly webhook: Webhook }) => {
  const texts = useTexts()
  const [isAsking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const { previous_until: until } = webhook
  return (
    <section aria-labelledby="secret">
      <h2 id="secret">{webhookTexts.secret}</h2>
      <p className="hint">{webhookTexts.secretHint}</p>
      {until !== null && new Date(until) > new Date() && (
        <p className="hint">{webhookTexts.previousUntil(formatMoment(until, texts))}</p>
      )}
      <p className="actions">
        <button type="button" onClick={() => setAsking(true)}>
          {webhookTexts.rotate}
        </button>
      </p>
      {isAsking && <RotateDialog id={webhook.id} onRotated={setSecret} onClose={() => setAsking(false)} />}
      {secret !== undefined && (
        <SecretDialog
          title={webhookTexts.secretTitle}
          text={webhookTexts.secretText}
          secret={secret}
          onStored={() => setSecret(undefined)}
        />
      )}
    </section>
  )
}

const DAY_S = '86400'

interface RotateDialogProps {
  readonly id: string
  readonly onRotated: (secret: string) => void
  readonly onClose: () => void
}

const RotateDialog = ({ id, onRotated, onClose }: RotateDialogProps) => {
  const changed = useChangedWebhook()
  const [grace, setGrace] = useState(DAY_S)
  const rotate = async () => {
    const { data } = await plainClient.call('post', '/api/v1/webhooks/{webhook_id}/rotate', {
      path: { webhook_id: id },
      body: { grace_seconds: Number(grace) },
    })
    onRotated(data.secret)
    await changed()
  }
  return (
    <ConfirmDialog
      title={webhookTexts.rotateTitle}
      action={webhookTexts.rotate}
      isHarmless={grace !== '0'}
      onConfirm={rotate}
      onClose={onClose}
    >
      <p>{webhookTexts.rotateText}</p>
      <ChoiceField
        label={webhookTexts.grace}
        choices={Object.entries(webhookTexts.graces)}
        value={grace}
        onChange={({ target }) => setGrace(target.value)}
      />
    </ConfirmDialog>
  )
}
