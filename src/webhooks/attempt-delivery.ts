import { changesOf } from '../domain/access/audit.ts'
import { Problem } from '../domain/problem.ts'
import type { Attempt, AttemptInput } from '../domain/webhooks/delivery.ts'
import type { DisabledReason } from '../domain/webhooks/webhook.ts'
import type { Observe } from '../observation.ts'
import type { Store } from '../store/store.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** One attempt to tell an endpoint of an event. @throws the signal's reason where that aborts, and the store's error */
export type AttemptDelivery = (input: AttemptInput, signal?: AbortSignal) => Promise<Attempt>

interface AttemptParts {
  readonly store: Pick<Store, 'disableWebhook' | 'noteDelivery' | 'recordChange' | 'webhookEndpoint'>
  readonly sender: WebhookSender
  readonly observe: Observe
}

/** Gone for good, says the endpoint itself (Standard Webhooks). */
const GONE = 'status_410'

/**
 * Sends, and writes down what that says of the endpoint: one that has taken nothing for long, or that says that it is gone,
 * is disabled, which its organization reads in its fields and in its log.
 */
export const attemptDelivery = ({ store, sender, observe }: AttemptParts): AttemptDelivery => {
  const disable = async (input: AttemptInput, reason: DisabledReason): Promise<void> => {
    const { organizationId, webhookId } = input
    const changes = changesOf({ status: 'disabled', disabled_reason: reason })
    const recorded = { actor: { kind: 'service' }, action: 'webhook.disabled', subject: webhookId, changes } as const
    try {
      await store.recordChange({ organizationId }, recorded, {
        async write() {
          if (!(await store.disableWebhook({ organizationId }, webhookId, reason)))
            throw new Problem('webhook_not_found')
        },
      })
    } catch (error) {
      // Another delivery has done it, or it is removed or paused: it is to be told nothing, either way.
      if (error instanceof Problem) return
      throw error
    }
    observe({ kind: 'webhook-disabled', organizationId, webhookId, reason })
  }
  return async (input, signal) => {
    const { organizationId, webhookId, event, disableAfterMs } = input
    const endpoint = await store.webhookEndpoint({ organizationId }, webhookId)
    if (endpoint === undefined) return { kind: 'over', because: 'removed' }
    if (endpoint.status !== 'active') return { kind: 'over', because: endpoint.status }
    const attempt = await sender.send({ organizationId, ...endpoint }, event, { signal })
    if (attempt.kind === 'crowded') return attempt
    const { durationMs } = attempt
    const outcome = attempt.kind === 'taken' ? 'taken' : attempt.failure
    observe({ kind: 'webhook-sent', organizationId, webhookId, event: event.type, outcome, durationMs })
    const at = new Date()
    const failure = attempt.kind === 'taken' ? undefined : attempt.failure
    const failingSince = await store.noteDelivery({ organizationId }, webhookId, { at, failure })
    const isGone = failure === GONE
    const isFailing = failingSince !== undefined && at.getTime() - failingSince.getTime() >= disableAfterMs
    if (!isGone && !isFailing) return attempt
    await disable(input, isGone ? 'gone' : 'failing')
    return { kind: 'over', because: 'disabled' }
  }
}
