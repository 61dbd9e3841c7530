import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { PageQuery } from '../../../http/input.ts'
import { data, pages } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { numberedPage } from '../../../platform/values/page.ts'
import { answeredStatus } from '../rules/delivery.ts'
import { deliveryItem, findWebhook, webhookItem } from './webhook-item.ts'
import { DeliveryItem, WebhookItem, WebhookTested, webhookPath } from './webhook-schema.ts'

/** `GET /webhooks` */
export const listWebhooks = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/webhooks',
    summary: 'List webhooks of the organization, oldest first',
    description: 'Includes the outcome of the last deliveries. Secrets cannot be retrieved again.',
    takes: z.object({ query: PageQuery }),
    gives: pages(WebhookItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller }, { query }) {
      const { items, ...page } = await app.store.webhooks.list(caller, numberedPage(query))
      return { ...page, items: items.map(webhookItem) }
    },
  })

/** `GET /webhooks/{webhook_id}` */
export const getWebhook = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/webhooks/:webhook_id',
    summary: 'Get a webhook',
    takes: z.object({ params: webhookPath }),
    gives: data(WebhookItem),
    problems: ['webhook_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return webhookItem(await findWebhook(app, caller, params.webhook_id))
    },
  })

/** `GET /webhooks/{webhook_id}/deliveries` */
export const listDeliveries = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/webhooks/:webhook_id/deliveries',
    summary: 'List deliveries of a webhook, newest first',
    description:
      'Deliveries are listed from the first attempt on, for 30 days. An event is listed once, regardless of the number of attempts; `webhook.test` is not listed. The count stops at 10,000.',
    takes: z.object({ params: webhookPath, query: PageQuery }),
    gives: pages(DeliveryItem),
    problems: ['webhook_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params, query }) {
      const { id } = await findWebhook(app, caller, params.webhook_id)
      const { items, ...page } = await app.store.webhookDeliveries.list(caller, id, numberedPage(query))
      return { ...page, items: items.map(deliveryItem) }
    },
  })

/** `POST /webhooks/{webhook_id}/test` */
export const testWebhook = (app: Pick<RouteParts, 'webhooks'>) =>
  endpoint({
    method: 'post',
    path: '/webhooks/:webhook_id/test',
    summary: 'Test a webhook',
    description:
      'Sends `webhook.test` once, regardless of the status of the webhook, waits at most ten seconds, and returns the outcome. Changes nothing.',
    takes: z.object({ params: webhookPath }),
    gives: data(WebhookTested),
    problems: ['configuration_invalid', 'webhook_not_found', 'webhook_tries_busy'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      const sent = await app.webhooks.test(caller, params.webhook_id)
      if (sent.kind === 'taken')
        return { delivered: true, status: sent.status, failure: null, duration_ms: sent.durationMs }
      return {
        delivered: false,
        status: answeredStatus(sent) ?? null,
        failure: sent.failure,
        duration_ms: sent.durationMs,
      }
    },
  })
