import type { components } from '../../../clients/typescript/src/index.ts'
import { formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { webhookTexts } from './texts.ts'

export type Webhook = components['schemas']['Webhook']

const KINDS = { active: 'ok', paused: 'warn', disabled: 'danger' } as const

export const WebhookState = ({ status }: Pick<Webhook, 'status'>) => (
  <span className="state" data-kind={KINDS[status]}>
    {webhookTexts.statuses[status]}
  </span>
)

/** Why nothing is sent; undefined if the webhook is active. */
export const silenceText = ({ status, disabled_reason: reason }: Webhook): string | undefined =>
  status === 'active' ? undefined : reason === null ? webhookTexts.pausedText : webhookTexts.reasons[reason]

const failures: Readonly<Record<string, string>> = webhookTexts.failures

/** Why a delivery failed. @param failure as in the contract */
export const failureText = (failure: string): string =>
  failures[failure] ?? webhookTexts.answered(failure.replace('status_', ''))

export const LastSuccess = ({ last_success_at: at }: Webhook) => {
  const texts = useTexts()
  return at === null ? (
    <span className="muted">{webhookTexts.never}</span>
  ) : (
    <span className="nowrap">{formatMoment(at, texts)}</span>
  )
}

export const LastFailure = ({ last_failure_at: at, last_failure: failure }: Webhook) => {
  const texts = useTexts()
  if (at === null) return <span className="muted">{webhookTexts.never}</span>
  return (
    <>
      <span className="nowrap">{formatMoment(at, texts)}</span>
      {failure !== null && <div className="muted">{failureText(failure)}</div>}
    </>
  )
}

export const eventsText = ({ events }: Pick<Webhook, 'events'>): string =>
  events === null ? webhookTexts.allEvents : events.map((event) => webhookTexts.eventNames[event]).join(', ')
