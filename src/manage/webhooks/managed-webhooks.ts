import { v7 as uuidv7 } from 'uuid'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import type { SendOutcome } from './rules/delivery.ts'
import { webhookTest } from './rules/webhook-event.ts'
import type { WebhookSender } from './webhook-sender.ts'
import { webhookUrlFault } from './webhook-url.ts'

/** Management of webhooks. */
export interface ManagedWebhooks {
  /** The fault of a URL, to be appended to the name of its field; undefined if it is valid. */
  urlFault(url: string): string | undefined
  /**
   * Sends `webhook.test` once, regardless of the status of the endpoint, and without recording a delivery.
   * @throws Problem `webhook_not_found`, `webhook_tries_busy`
   */
  test(caller: OrganizationRef, id: string): Promise<SendOutcome>
}

interface WebhookParts {
  readonly store: Pick<Store, 'webhooks'>
  readonly sender: WebhookSender
  readonly allowPrivate: boolean
}

export const managedWebhooks = ({ store, sender, allowPrivate }: WebhookParts): ManagedWebhooks => ({
  urlFault: (url) => webhookUrlFault(url, allowPrivate),
  async test({ organizationId }, id) {
    const endpoint = await store.webhooks.findEndpoint({ organizationId }, id)
    if (endpoint === undefined) throw new Problem('webhook_not_found')
    const event = webhookTest(`evt_${uuidv7()}`, new Date().toISOString(), id)
    const sent = await sender.send({ organizationId, ...endpoint }, event, { isTry: true })
    if (sent.kind === 'crowded') throw new Problem('webhook_tries_busy')
    return sent
  },
})
