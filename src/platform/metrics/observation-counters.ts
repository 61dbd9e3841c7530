import { Gauge, type Registry } from 'prom-client'
import { TURN_STEPS } from '../../ask/rules/steps.ts'
import { STREAM_ENDS } from '../../ask/rules/stream-end.ts'
import { MAIL_KINDS } from '../../manage/accounts/rules/mail-request.ts'
import type { DeliveryFailure } from '../../manage/webhooks/rules/webhook.ts'
import type { Observation, Observe } from '../observation.ts'
import { PROBLEM_NAMES } from '../problems/problem.ts'
import { instruments } from './instruments.ts'

/** Other methods that Node.js parses, such as PROPFIND, have one label together. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const BILLING_OUTCOMES = Object.keys({
  succeeded: true,
  anomaly: true,
  processor_unreachable: true,
  failed: true,
} satisfies Record<Extract<Observation, { kind: 'billing_reconciliation_ended' }>['outcome'], true>)

const LIMIT_OUTCOMES = Object.keys({
  allowed: true,
  refused: true,
  counters_unreachable: true,
} satisfies Record<Extract<Observation, { kind: 'limit_checked' }>['outcome'], true>)

/** Statuses of endpoints by class: customers choose the statuses. */
const DELIVERY_OUTCOMES = Object.keys({
  delivered: true,
  timeout: true,
  refused: true,
  reset: true,
  unreachable: true,
  tls: true,
  host: true,
  answer_invalid: true,
  address: true,
  status_3xx: true,
  status_4xx: true,
  status_5xx: true,
} satisfies Record<Exclude<DeliveryFailure, `status_${number}`>, true> & Record<string, true>)

/** Usage by model, under the model's planner name. */
const spentIn = ({ usage }: Extract<Observation, { kind: 'turn_ended' }>) =>
  usage?.models.map((spent) => [`model:${spent.model}`, spent] as const) ?? []

/** Creates the metrics that observations count. @param engines their names */
export const observationCounters = (register: Registry, engines: readonly string[]): Observe => {
  const { counter, histogram } = instruments(register)
  const requests = counter('http_requests_total', 'HTTP requests, by method, route and status code.', {
    method: 'learnt',
    route: 'learnt',
    status: 'learnt',
  })
  const requestTime = histogram(
    'http_request_duration_seconds',
    'Duration of HTTP requests until the response ended; a stream lasts as long as its client follows the turn.',
    ['method', 'route'],
  )
  const turns = counter(
    'turns_total',
    'Turns that ended, by outcome: the kind of answer, or the name of the problem.',
    { outcome: ['composed', 'replied', ...PROBLEM_NAMES] },
  )
  const turnTime = histogram('turn_duration_seconds', 'Duration of turns from the question to the end.', ['outcome'])
  const steps = counter('step_attempts_total', 'Attempts of steps of turns, by step and outcome.', {
    step: TURN_STEPS,
    outcome: ['done', 'failed'],
  })
  const stepTime = histogram('step_attempt_duration_seconds', 'Duration of one attempt of a step.', ['step'])
  const tokens = counter('model_tokens_total', 'Tokens of model calls, by planner and direction (input or output).', {
    planner: 'learnt',
    direction: ['input', 'output'],
  })
  const calls = counter('model_calls_total', 'Calls of language models, by planner.', { planner: 'learnt' })
  const embeddingFailures = counter(
    'embedding_failures_total',
    'Questions whose embedding failed, by problem; their tables were found by words alone.',
    { problem: ['model_unavailable', 'model_failed', 'tenant_busy'] },
  )
  const windowReductions = counter(
    'model_context_window_reductions_total',
    'Prompts that a model server refused as too long for its context window, by model; later prompts are shorter.',
    { model: 'learnt' },
  )
  const drafts = counter(
    'drafted_queries_total',
    'Drafted queries, by engine and outcome: executed, refused_by_guard or refused_by_database.',
    { engine: engines, outcome: ['executed', 'refused_by_guard', 'refused_by_database'] },
  )
  const queryTime = histogram('query_duration_seconds', 'Duration of queries in the databases of customers.', [
    'engine',
  ])
  const limits = counter(
    'limit_checks_total',
    'Requests counted against limits, by outcome: allowed, refused or counters_unreachable.',
    { outcome: LIMIT_OUTCOMES },
  )
  const mails = counter(
    'mail_attempts_total',
    'Attempts to send a mail, by purpose and outcome: sent, deferred or failed.',
    { purpose: MAIL_KINDS, outcome: ['sent', 'deferred', 'failed'] },
  )
  const deliveries = counter(
    'webhook_delivery_attempts_total',
    'Requests to endpoints of webhooks, by outcome: delivered, or the failure, such as timeout or status_5xx.',
    { outcome: DELIVERY_OUTCOMES },
  )
  const lostEvents = counter(
    'webhook_enqueue_failures_total',
    'Events that no webhook receives, because their deliveries could not be enqueued.',
    {},
  )
  const reconciliations = counter(
    'billing_reconciliations_total',
    'Reads of subscriptions from the payment processor, by outcome: succeeded, anomaly, processor_unreachable or failed.',
    { outcome: BILLING_OUTCOMES },
  )
  const rejectedSignatures = counter(
    'payment_signature_rejections_total',
    'Events of the payment processor that were rejected because of their signature.',
    {},
  )
  const open = new Gauge({
    name: 'tabletalk_open_streams',
    help: 'Event streams that are open now.',
    registers: [register],
  })
  const ended = counter('streams_ended_total', 'Event streams that ended, by reason.', { reason: STREAM_ENDS })
  return (observation: Observation): void => {
    switch (observation.kind) {
      case 'request_completed': {
        const { route, status, durationMs } = observation
        const method = METHODS.has(observation.method) ? observation.method : 'other'
        requests.inc({ method, route, status })
        requestTime.observe({ method, route }, durationMs / 1000)
        return
      }
      case 'turn_ended': {
        const { outcome, executionTimeMs } = observation
        turns.inc({ outcome })
        turnTime.observe({ outcome }, executionTimeMs / 1000)
        for (const [planner, spent] of spentIn(observation)) {
          tokens.inc({ planner, direction: 'input' }, spent.inputTokens)
          tokens.inc({ planner, direction: 'output' }, spent.outputTokens)
          calls.inc({ planner }, spent.calls)
        }
        return
      }
      case 'step_ended': {
        const { step, outcome, durationMs } = observation
        steps.inc({ step, outcome })
        stepTime.observe({ step }, durationMs / 1000)
        return
      }
      case 'query_refused':
        drafts.inc({ engine: observation.engine, outcome: `refused_by_${observation.refusedBy}` })
        return
      case 'query_executed':
        drafts.inc({ engine: observation.engine, outcome: 'executed' })
        queryTime.observe({ engine: observation.engine }, observation.durationMs / 1000)
        return
      case 'embedding_failed':
        embeddingFailures.inc({ problem: observation.problem })
        return
      case 'model_context_window_reduced':
        windowReductions.inc({ model: observation.model })
        return
      case 'mail_sent':
        mails.inc({ purpose: observation.purpose, outcome: 'sent' })
        return
      case 'mail_deferred':
        mails.inc({ purpose: observation.purpose, outcome: 'deferred' })
        return
      case 'mail_failed':
        mails.inc({ purpose: observation.purpose, outcome: 'failed' })
        return
      case 'webhook_delivery_attempted':
        deliveries.inc({ outcome: observation.outcome.replace(/^(status_\d)\d\d$/, '$1xx') })
        return
      case 'webhook_enqueue_failed':
        lostEvents.inc({})
        return
      case 'limit_checked':
        limits.inc({ outcome: observation.outcome })
        return
      case 'billing_reconciliation_ended':
        reconciliations.inc({ outcome: observation.outcome })
        return
      case 'payment_signature_rejected':
        rejectedSignatures.inc({})
        return
      case 'stream_opened':
        open.inc()
        return
      case 'stream_ended':
        open.dec()
        ended.inc({ reason: observation.reason })
        return
      default:
    }
  }
}
