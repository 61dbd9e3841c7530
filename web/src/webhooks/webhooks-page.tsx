import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { usePages } from '../api/use-pages.ts'
import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { webhookTexts } from './texts.ts'
import { eventsText, LastFailure, LastSuccess, type Webhook, WebhookState } from './webhook-words.tsx'

export const WebhooksPage = () => {
  const { pages } = useTexts()
  const [isAdding, setAdding] = useState(false)
  const add = (
    <button type="button" className="primary" onClick={() => setAdding(true)}>
      {webhookTexts.add}
    </button>
  )
  return (
    <ManagePage title={pages.webhooks} action={add}>
      <p className="lead">{webhookTexts.intro}</p>
      <WebhookList />
      {isAdding && <AddWebhook onClose={() => setAdding(false)} />}
    </ManagePage>
  )
}

const COLUMNS = [
  {
    label: webhookTexts.url,
    cell: ({ id, url, description }: Webhook) => (
      <>
        <Link to="/webhooks/$webhook" params={{ webhook: id }} className="wraps">
          <bdi>{url}</bdi>
        </Link>
        {description !== '' && (
          <div className="muted">
            <bdi>{description}</bdi>
          </div>
        )}
      </>
    ),
  },
  { label: webhookTexts.events, cell: eventsText },
  { label: webhookTexts.status, cell: (webhook: Webhook) => <WebhookState {...webhook} /> },
  { label: webhookTexts.lastSuccess, cell: (webhook: Webhook) => <LastSuccess {...webhook} /> },
  { label: webhookTexts.lastFailure, cell: (webhook: Webhook) => <LastFailure {...webhook} /> },
]

const WebhookList = () => {
  const { pages } = useTexts()
  const webhooks = usePages(['/api/v1/webhooks'], (page, signal) =>
    plainClient.call('get', '/api/v1/webhooks', { query: { page }, signal }),
  )
  return (
    <Loaded query={webhooks}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{webhookTexts.empty}</p>
        ) : (
          <ListTable
            caption={pages.webhooks}
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            onMore={webhooks.hasNextPage ? () => void webhooks.fetchNextPage() : undefined}
          />
        )
      }
    </Loaded>
  )
}
