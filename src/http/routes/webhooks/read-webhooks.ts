import { z } from 'zod'
import { MANAGING } from '../../../domain/access/permit.ts'
import { numberedPage } from '../../../domain/history/page.ts'
import { answeredStatus } from '../../../domain/webhooks/delivery.ts'
import { PageQuery } from '../../input.ts'
import { data, pages } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { deliveryItem, foundWebhook, webhookItem } from './webhook-item.ts'
import { DeliveryItem, WebhookItem, WebhookTested, webhookPath } from './webhook-schema.ts'

/** `GET /webhooks` */
export const listWebhooks = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/webhooks',
    summary: 'Webhooks of the organization, oldest first',
    description: 'How the last deliveries went, too. No secret can be read again.',
    takes: z.object({ query: PageQuery }),
    gives: pages(WebhookItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller }, { query }) {
      const { items, ...page } = await app.store.listWebhooks(caller, numberedPage(query))
      return { ...page, items: items.map(webhookItem) }
    },
  })

/** `GET /webhooks/{webhook_id}` */
export const getWebhook = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/webhooks/:webhook_id',
    summary: 'One webhook',
    takes: z.object({ params: webhookPath }),
    gives: data(WebhookItem),
    problems: ['webhook_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return webhookItem(await foundWebhook(app, caller, params.webhook_id))
    },
  })

/** `GET /webhooks/{webhook_id}/deliveries` */
export const listDeliveries = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/webhooks/:webhook_id/deliveries',
    summary: 'What became of the events that a webhook was to be told of, newest first',
    description:
      'From the first attempt on, for 30 days. An event is in the list once, however often it was sent; `webhook.test` is not. Of more than 10,000 only so many are counted.',
    takes: z.object({ params: webhookPath, query: PageQuery }),
    gives: pages(DeliveryItem),
    problems: ['webhook_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params, query }) {
      const { id } = await foundWebhook(app, caller, params.webhook_id)
      const { items, ...page } = await app.store.listDeliveries(caller, id, numberedPage(query))
      return { ...page, items: items.map(deliveryItem) }
    },
  })

/** `POST /webhooks/{webhook_id}/test` */
export const testWebhook = (app: Pick<RouteParts, 'webhooks'>) =>
  endpoint({
    method: 'post',
    path: '/webhooks/:webhook_id/test',
    summary: 'Try a webhook',
    description:
      'Sends it `webhook.test` once, for ten seconds at most, whatever its status, and says what came of it. Changes nothing.',
    takes: z.object({ params: webhookPath }),
    gives: data(WebhookTested),
    problems: ['configuration_invalid', 'webhook_not_found', 'webhook_tries_busy'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      const sent = await app.webhooks.test(caller, params.webhook_id)
      if (sent.kind === 'taken')
        return { delivered: true, status: sent.status, failure: null, duration_ms: sent.durationMs }
      return {
        ...{ delivered: false, status: answeredStatus(sent) ?? null },
        ...{ failure: sent.failure, duration_ms: sent.durationMs },
      }
    },
  })
