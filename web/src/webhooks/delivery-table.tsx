import type { components } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import { usePages } from '../api/use-pages.ts'
import { formatDuration, formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { webhookTexts } from './texts.ts'
import { failureText } from './webhook-words.tsx'

type Delivery = components['schemas']['WebhookDelivery']

const PATH = '/api/v1/webhooks/{webhook_id}/deliveries'
const PAGE_SIZE = 20
const KINDS = { delivered: 'ok', waiting: 'warn', failed: 'danger' } as const

/** Deliveries of a webhook, latest first, with their results. */
export const DeliveryTable = ({ webhookId }: { readonly webhookId: string }) => {
  const texts = useTexts()
  const deliveries = usePages([PATH, webhookId], (page, signal) =>
    plainClient.call('get', PATH, {
      path: { webhook_id: webhookId },
      query: { page, page_size: PAGE_SIZE },
      signal,
    }),
  )
  const { deliveryColumns: columns, eventNames } = webhookTexts
  const names: Readonly<Record<string, string>> = eventNames
  return (
    <Loaded query={deliveries}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="hint">{webhookTexts.noDeliveries}</p>
        ) : (
          <ListTable<Delivery>
            caption={webhookTexts.deliveries}
            rows={items}
            rowKey={({ event_id: event }) => event}
            onMore={deliveries.hasNextPage ? () => void deliveries.fetchNextPage() : undefined}
            columns={[
              { label: columns.event, cell: ({ event_type: type }) => names[type] ?? type },
              { label: columns.state, cell: (delivery) => <State {...delivery} /> },
              { label: columns.attempts, isNumber: true, cell: ({ attempts }) => attempts },
              { label: columns.answer, cell: answerText },
              {
                label: columns.time,
                isNumber: true,
                cell: ({ duration_ms: ms }) => (ms === null ? '' : formatDuration(ms, texts)),
              },
              {
                label: columns.at,
                cell: ({ created_at: at }) => <span className="nowrap">{formatMoment(at, texts)}</span>,
              },
            ]}
          />
        )
      }
    </Loaded>
  )
}

const State = ({ state, reason, next_try_at: next }: Delivery) => {
  const texts = useTexts()
  const detail =
    next !== null ? webhookTexts.nextTry(formatMoment(next, texts)) : reason && webhookTexts.endedBy[reason]
  return (
    <>
      <span className="state" data-kind={KINDS[state]}>
        {webhookTexts.deliveryStates[state]}
      </span>
      {detail !== null && <span className="hint block">{detail}</span>}
    </>
  )
}

const answerText = ({ state, last_status: status, last_failure: failure }: Delivery): string => {
  if (state !== 'delivered' && failure !== null) return failureText(failure)
  return status === null ? '' : webhookTexts.answeredWith(String(status))
}
