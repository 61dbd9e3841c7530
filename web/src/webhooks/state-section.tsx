import { plainClient } from '../api/clients.ts'
import { useAction } from '../api/use-action.ts'
import { formatDuration } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { webhookTexts } from './texts.ts'
import { useChangedWebhook } from './use-changed-webhook.ts'
import { failureText, LastFailure, LastSuccess, silenceText, type Webhook, WebhookState } from './webhook-words.tsx'

/** Whether a webhook is active, paused by a user, or disabled by the service. */
export const StateSection = ({ webhook }: WebhookProps) => {
  const changed = useChangedWebhook()
  const isActive = webhook.status === 'active'
  const silence = silenceText(webhook)
  const change = useAction(async () => {
    const body = { status: isActive ? ('paused' as const) : ('active' as const) }
    await plainClient.call('patch', '/api/v1/webhooks/{webhook_id}', { path: { webhook_id: webhook.id }, body })
    announce(isActive ? webhookTexts.paused : webhookTexts.activated)
    await changed()
  })
  const { activate, activateAgain, pause } = webhookTexts
  return (
    <section aria-labelledby="address">
      <h2 id="address" className="wraps">
        <bdi>{webhook.url}</bdi>
      </h2>
      {silence === undefined ? <WebhookState {...webhook} /> : <p className="notice warn">{silence}</p>}
      <p className="actions">
        <button type="button" aria-disabled={change.isBusy} onClick={() => change.isBusy || change.run()}>
          {isActive ? pause : webhook.status === 'disabled' ? activateAgain : activate}
        </button>
      </p>
      {change.error !== null && <ErrorNotice error={change.error} />}
    </section>
  )
}

interface WebhookProps {
  readonly webhook: Webhook
}

/** Recent deliveries, and a test. */
export const DeliveriesSection = ({ webhook }: WebhookProps) => {
  const texts = useTexts()
  const test = useAction(async () => {
    const path = { webhook_id: webhook.id }
    const { data } = await plainClient.call('post', '/api/v1/webhooks/{webhook_id}/test', { path })
    const time = formatDuration(data.duration_ms, texts)
    const text = data.delivered
      ? webhookTexts.delivered(String(data.status), time)
      : webhookTexts.notDelivered(failureText(data.failure ?? ''), time)
    announce(text)
    return { text, isDelivered: data.delivered }
  })
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">{webhookTexts.deliveries}</h2>
      <dl className="facts">
        <div>
          <dt>{webhookTexts.lastSuccess}</dt>
          <dd>
            <LastSuccess {...webhook} />
          </dd>
        </div>
        <div>
          <dt>{webhookTexts.lastFailure}</dt>
          <dd>
            <LastFailure {...webhook} />
          </dd>
        </div>
      </dl>
      <p className="actions">
        <button type="button" aria-disabled={test.isBusy} onClick={() => test.isBusy || test.run()}>
          {test.isBusy ? webhookTexts.sending : webhookTexts.sendTest}
        </button>
      </p>
      {test.data !== undefined && !test.isBusy && (
        <p className={test.data.isDelivered ? 'notice' : 'notice danger'}>{test.data.text}</p>
      )}
      {test.error !== null && <ErrorNotice error={test.error} />}
      <DeliveryTable webhookId={webhook.id} />
    </section>
  )
}
