import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { ChangedNotice, useUnchanged } from '../form/use-unchanged.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { webhookTexts } from './texts.ts'
import { useChangedWebhook } from './use-changed-webhook.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { checkWebhook, placeWebhook, WEBHOOK_NAMES, webhookBody } from './webhook-form.ts'
import type { Webhook } from './webhook-words.tsx'

/** The address and events of a webhook. */
export const SettingsSection = ({ webhook }: { readonly webhook: Webhook }) => {
  const [version, setVersion] = useState(0)
  const changed = useChangedWebhook()
  const reload = async () => {
    await changed()
    setVersion(version + 1)
  }
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">{webhookTexts.settings}</h2>
      <SettingsForm key={version} webhook={webhook} onReload={() => void reload()} />
    </section>
  )
}

const settingsOf = ({ url, description, events }: Webhook) => ({ url, description, events })

interface SettingsFormProps {
  readonly webhook: Webhook
  readonly onReload: () => void
}

const SettingsForm = ({ webhook, onReload }: SettingsFormProps) => {
  const { frame } = useTexts()
  const changed = useChangedWebhook()
  const [isSaved, setSaved] = useState(false)
  const path = { webhook_id: webhook.id }
  const unchanged = useUnchanged(settingsOf(webhook), async () =>
    settingsOf((await plainClient.call('get', '/api/v1/webhooks/{webhook_id}', { path })).data),
  )
  const form = useForm({
    names: WEBHOOK_NAMES,
    check: checkWebhook,
    place: placeWebhook,
    send: async (values) => {
      setSaved(false)
      const body = webhookBody(values)
      if (!(await unchanged.save(() => plainClient.call('patch', '/api/v1/webhooks/{webhook_id}', { path, body }))))
        return
      setSaved(true)
      announce(frame.saved)
      await changed()
    },
  })
  const keepMine = () => {
    unchanged.acknowledge()
    form.props.ref.current?.requestSubmit()
  }
  return (
    <form {...form.props}>
      <WebhookFields form={form} webhook={webhook} />
      {unchanged.theirs !== undefined && <ChangedNotice onKeepMine={keepMine} onTakeTheirs={onReload} />}
      <SubmitRow form={form} label={webhookTexts.saveChanges} busy={frame.saving}>
        {isSaved && !form.isBusy && <span className="hint">{frame.saved}</span>}
      </SubmitRow>
    </form>
  )
}
