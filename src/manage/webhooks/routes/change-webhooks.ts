import { z } from 'zod'
import { audited } from '../../../http/audited.ts'
import { data, status } from '../../../http/reply.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import { findWebhook, requireAllowedUrl, webhookItem } from './webhook-item.ts'
import {
  GRACE_S,
  WebhookBody,
  WebhookItem,
  WebhookPatch,
  WebhookRotation,
  WebhookWithSecret,
  webhookPath,
} from './webhook-schema.ts'

/** The audit log does not contain the value of a URL, which may include a password. */
const REDACTED_FIELDS = ['url']

/** `POST /webhooks` */
export const postWebhook = (app: Pick<RouteParts, 'store' | 'webhooks'>) =>
  audited(app, {
    method: 'post',
    path: '/webhooks',
    summary: 'Create a webhook',
    description:
      'A URL that receives events of the organization as signed requests (Standard Webhooks). The secret is shown only in this response. An organization can have at most 20 webhooks.',
    takes: z.object({ body: WebhookBody }),
    gives: data(WebhookWithSecret, { status: 201, description: 'Created.' }),
    problems: ['webhooks_full'],
    audits: 'webhook.created',
    async change({ caller, newId: id }, { body }, record) {
      const { url, events = null, description = '' } = body
      requireAllowedUrl(app, url)
      const secret = await record({ subject: id, changes: changesOf(body, REDACTED_FIELDS) }, async () => {
        const added = await app.store.webhooks.add(caller, { url, events, description }, id)
        if (added === 'full') throw new Problem('webhooks_full')
        return added
      })
      return { ...webhookItem(await findWebhook(app, caller, id)), secret }
    },
  })

/** `PATCH /webhooks/{webhook_id}` */
export const patchWebhook = (app: Pick<RouteParts, 'store' | 'webhooks'>) =>
  audited(app, {
    method: 'patch',
    path: '/webhooks/:webhook_id',
    summary: 'Update a webhook',
    description:
      'Omitted fields stay unchanged; `events: null` subscribes to all events. `active` resumes a disabled or paused webhook; events that occurred in the meantime are not sent.',
    takes: z.object({ params: webhookPath, body: WebhookPatch }),
    gives: data(WebhookItem),
    problems: ['webhook_not_found'],
    audits: 'webhook.changed',
    async change({ caller }, { params, body }, record) {
      const found = await findWebhook(app, caller, params.webhook_id)
      const { url, events, description, status } = body
      if (url !== undefined) requireAllowedUrl(app, url)
      const change = {
        ...(url === undefined ? {} : { url }),
        ...(events === undefined ? {} : { events }),
        ...(description === undefined ? {} : { description }),
        ...(status === undefined ? {} : { status }),
      }
      if (Object.keys(change).length === 0) return webhookItem(found)
      await record({ subject: found.id, changes: changesOf(body, REDACTED_FIELDS) }, async () => {
        if (!(await app.store.webhooks.change(caller, found.id, change))) throw new Problem('webhook_not_found')
      })
      return webhookItem(await findWebhook(app, caller, found.id))
    },
  })

/** `POST /webhooks/{webhook_id}/rotate` */
export const rotateWebhook = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'post',
    path: '/webhooks/:webhook_id/rotate',
    summary: 'Rotate the secret of a webhook',
    description:
      'The new secret is shown only in this response. For `grace_seconds` (default: one day), requests are also signed with the previous secret, and with earlier secrets until their own grace period ends (at most the latest five). With 0, only the new secret is used.',
    takes: z.object({ params: webhookPath, body: WebhookRotation }),
    gives: data(WebhookWithSecret),
    problems: ['webhook_not_found'],
    audits: 'webhook.rotated',
    async change({ caller }, { params, body }, record) {
      const { id } = await findWebhook(app, caller, params.webhook_id)
      const graceS = body?.grace_seconds ?? GRACE_S
      const recorded = { subject: id, changes: changesOf({ grace_seconds: graceS }) }
      const secret = await record(recorded, async () => {
        const renewed = await app.store.webhooks.rotateSecret(caller, id, graceS * 1000)
        if (renewed === undefined) throw new Problem('webhook_not_found')
        return renewed
      })
      return { ...webhookItem(await findWebhook(app, caller, id)), secret }
    },
  })

/** `DELETE /webhooks/{webhook_id}` */
export const deleteWebhook = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'delete',
    path: '/webhooks/:webhook_id',
    summary: 'Delete a webhook',
    description: 'No more events are sent: pending retries are cancelled.',
    takes: z.object({ params: webhookPath }),
    gives: status('Removed.'),
    problems: ['webhook_not_found'],
    audits: 'webhook.removed',
    async change({ caller }, { params }, record) {
      const { id } = await findWebhook(app, caller, params.webhook_id)
      await record({ subject: id, changes: [] }, async () => {
        if (!(await app.store.webhooks.remove(caller, id))) throw new Problem('webhook_not_found')
      })
      return REMOVED
    },
    removed: ({ params }) => ({ subject: params.webhook_id, answer: REMOVED }),
  })

const REMOVED = 'The webhook was deleted.'
