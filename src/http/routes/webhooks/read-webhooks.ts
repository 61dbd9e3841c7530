import { z } from 'zod'
import { MANAGING } from '../../../domain/access/permit.ts'
import { numberedPage } from '../../../domain/history/page.ts'
import { PageQuery } from '../../input.ts'
import { data, pages } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { foundWebhook, webhookItem } from './webhook-item.ts'
import { WebhookItem, WebhookTested, webhookPath } from './webhook-schema.ts'

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
      const [, status] = /^status_(\d+)$/.exec(sent.failure) ?? []
      return {
        ...{ delivered: false, status: status === undefined ? null : Number(status) },
        ...{ failure: sent.failure, duration_ms: sent.durationMs },
      }
    },
  })
