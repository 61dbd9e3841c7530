import type { Observe } from '../../platform/observation.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { changesOf } from '../audit/rules/audit.ts'
import {
  type AttemptInput,
  type AttemptOutcome,
  answeredStatus,
  type DeliveryEnd,
  nextAttemptMs,
} from './rules/delivery.ts'
import type { DisabledReason } from './rules/webhook.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** One attempt to deliver an event to an endpoint. @throws the signal's reason, and errors of the store */
export type AttemptDelivery = (input: AttemptInput, signal?: AbortSignal) => Promise<AttemptOutcome>

interface AttemptParts {
  readonly store: Pick<Store, 'audit' | 'webhookDeliveries' | 'webhooks'>
  readonly sender: WebhookSender
  readonly observe: Observe
}

/** The endpoint no longer exists (Standard Webhooks). */
const GONE_STATUS = 'status_410'

/** Successes of an endpoint are recorded at most this often, which saves a write per delivery to busy endpoints. */
const SUCCESS_RECORD_INTERVAL_MS = 60_000

/**
 * Sends an event, and stores the states of the delivery and the endpoint. An endpoint that has failed for too long or has
 * answered 410 is disabled, which is recorded in its fields and in the audit log.
 */
export const attemptDelivery = ({ store, sender, observe }: AttemptParts): AttemptDelivery => {
  const disable = async (input: AttemptInput, reason: DisabledReason): Promise<void> => {
    const { organizationId, webhookId } = input
    const changes = changesOf({ status: 'disabled', disabled_reason: reason })
    const recorded = { actor: { kind: 'service' }, action: 'webhook.disabled', subject: webhookId, changes } as const
    try {
      await store.audit.record({ organizationId }, recorded, {
        async write() {
          if (!(await store.webhooks.disable({ organizationId }, webhookId, reason)))
            throw new Problem('webhook_not_found')
        },
      })
    } catch (error) {
      // Another delivery has disabled it, or it was removed or paused: nothing is sent in any case.
      if (error instanceof Problem) return
      throw error
    }
    observe({ kind: 'webhook_disabled', organizationId, webhookId, reason })
  }
  return async (input, signal) => {
    const { organizationId, webhookId, event, disableAfterMs, earlier } = input
    const caller = { organizationId }
    const attempts = earlier.failures
    const put = (state: Parameters<Store['webhookDeliveries']['put']>[3]) =>
      store.webhookDeliveries.put(caller, webhookId, event, state)
    const endpoint = await store.webhooks.findEndpoint(caller, webhookId)
    if (endpoint === undefined) return { kind: 'over', because: 'removed' }
    const { status, succeededAt } = endpoint
    if (status !== 'active') {
      await put({ state: 'failed', reason: status, attempts, nextTryAt: null })
      return { kind: 'over', because: status }
    }
    const attempt = await sender.send({ organizationId, ...endpoint }, event, { signal })
    if (attempt.kind === 'crowded') return attempt
    const { durationMs } = attempt
    const failure = attempt.kind === 'taken' ? undefined : attempt.failure
    observe({
      kind: 'webhook_delivery_attempted',
      ...caller,
      webhookId,
      eventType: event.type,
      outcome: failure ?? 'delivered',
      durationMs,
    })
    const at = new Date()
    const tried = { attempts: attempts + 1, lastTriedAt: at, lastStatus: answeredStatus(attempt) ?? null, durationMs }
    if (attempt.kind === 'taken') {
      if (succeededAt === undefined || at.getTime() - succeededAt.getTime() >= SUCCESS_RECORD_INTERVAL_MS)
        await store.webhooks.recordDelivery(caller, webhookId, { at, failure })
      await put({ ...tried, state: 'delivered', reason: null, nextTryAt: null })
      return attempt
    }
    const failingSince = await store.webhooks.recordDelivery(caller, webhookId, { at, failure })
    if (failingSince === undefined) return { kind: 'over', because: 'removed' }
    const isGone = failure === GONE_STATUS
    const isFailing = at.getTime() - failingSince.getTime() >= disableAfterMs
    const failed = { ...tried, lastFailure: attempt.failure }
    const endDelivery = async (because: DeliveryEnd): Promise<AttemptOutcome> => {
      await put({ ...failed, state: 'failed', reason: because, nextTryAt: null })
      return { kind: 'over', because }
    }
    if (isGone || isFailing) {
      await disable(input, isGone ? 'gone' : 'failing')
      return await endDelivery('disabled')
    }
    const { retryAfterMs } = attempt
    const nextInMs = nextAttemptMs(earlier.retry, { ...earlier, failures: attempts + 1, retryAfterMs })
    if (nextInMs === undefined) return await endDelivery('given_up')
    await put({ ...failed, state: 'waiting', reason: null, nextTryAt: new Date(at.getTime() + nextInMs) })
    return { ...attempt, nextInMs }
  }
}
