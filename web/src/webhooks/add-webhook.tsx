import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { webhookTexts } from './texts.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { checkWebhook, placeWebhook, WEBHOOK_NAMES, webhookBody } from './webhook-form.ts'

/** Creates a webhook, then shows its secret. */
export const AddWebhook = ({ onClose }: { readonly onClose: () => void }) => {
  const [secret, setSecret] = useState<string>()
  if (secret === undefined) {
    return (
      <Dialog title={webhookTexts.add} open onClose={onClose}>
        <AddForm onAdded={setSecret} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <SecretDialog title={webhookTexts.secretTitle} text={webhookTexts.secretText} secret={secret} onStored={onClose} />
  )
}

interface AddFormProps {
  readonly onAdded: (secret: string) => void
  readonly onClose: () => void
}

const AddForm = ({ onAdded, onClose }: AddFormProps) => {
  const { cancel, frame } = useTexts()
  const refresh = useRefresh()
  const form = useForm({
    names: WEBHOOK_NAMES,
    check: checkWebhook,
    place: placeWebhook,
    send: async (values) => {
      const { data } = await plainClient.call('post', '/api/v1/webhooks', { body: webhookBody(values) })
      onAdded(data.secret)
      await refresh('/api/v1/webhooks')
    },
  })
  return (
    <form {...form.props}>
      <WebhookFields form={form} />
      <SubmitRow form={form} label={webhookTexts.add} busy={frame.saving}>
        <button type="button" onClick={onClose}>
          {cancel}
        </button>
      </SubmitRow>
    </form>
  )
}
