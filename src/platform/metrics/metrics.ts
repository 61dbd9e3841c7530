import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observation, Observe } from '../observation.ts'

/** The metrics of a process, in the text format of Prometheus. No label has a value that a caller chooses. */
export interface Metrics {
  /** Counts an observation. */
  readonly observe: Observe
  readonly contentType: string
  text(): Promise<string>
}

/** Seconds, from a cached answer to the longest turn. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** Other methods that Node.js parses, such as PROPFIND, have one label together. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Creates a registry with the default metrics of Node.js and those of the service. */
export const createMetrics = (): Metrics => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const count = countersIn(register)
  return { observe: count, contentType: register.contentType, text: () => register.metrics() }
}

/** Usage by model, under the model's planner name. */
const spentIn = ({ usage }: Extract<Observation, { kind: 'turn_ended' }>) =>
  usage?.models.map((spent) => [`model:${spent.model}`, spent] as const) ?? []

const BILLING_OUTCOMES = ['succeeded', 'anomaly', 'processor_unreachable', 'failed'] as const

const countersIn = (register: Registry): Observe => {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `tabletalk_${name}`, help, labelNames: [...labelNames], registers: [register] })
  const histogram = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Histogram({
      name: `tabletalk_${name}`,
      help,
      labelNames: [...labelNames],
      buckets: SECONDS,
      registers: [register],
    })
  const requests = counter('http_requests_total', 'HTTP requests, by method, route and status code.', [
    'method',
    'route',
    'status',
  ])
  const requestTime = histogram(
    'http_request_duration_seconds',
    'Duration of HTTP requests until the response ended; a stream lasts as long as its client follows the turn.',
    ['method', 'route'],
  )
  const turns = counter(
    'turns_total',
    'Turns that ended, by outcome: the kind of answer, or the name of the problem.',
    ['outcome'],
  )
  const turnTime = histogram('turn_duration_seconds', 'Duration of turns from the question to the end.', ['outcome'])
  const steps = counter('step_attempts_total', 'Attempts of steps of turns, by step and outcome.', ['step', 'outcome'])
  const stepTime = histogram('step_attempt_duration_seconds', 'Duration of one attempt of a step.', ['step'])
  const tokens = counter('model_tokens_total', 'Tokens of model calls, by planner and direction (input or output).', [
    'planner',
    'direction',
  ])
  const calls = counter('model_calls_total', 'Calls of language models, by planner.', ['planner'])
  const embeddingFailures = counter(
    'embedding_failures_total',
    'Questions whose embedding failed, by problem; their tables were found by words alone.',
    ['problem'],
  )
  const windowReductions = counter(
    'model_context_window_reductions_total',
    'Prompts that a model server refused as too long for its context window, by model; later prompts are shorter.',
    ['model'],
  )
  const drafts = counter(
    'drafted_queries_total',
    'Drafted queries, by engine and outcome: executed, refused_by_guard or refused_by_database.',
    ['engine', 'outcome'],
  )
  const queryTime = histogram('query_duration_seconds', 'Duration of queries in the databases of customers.', [
    'engine',
  ])
  const limits = counter(
    'limit_checks_total',
    'Requests counted against limits, by outcome: allowed, refused or counters_unreachable.',
    ['outcome'],
  )
  const mails = counter(
    'mail_attempts_total',
    'Attempts to send a mail, by purpose and outcome: sent, deferred or failed.',
    ['purpose', 'outcome'],
  )
  const reconciliations = counter(
    'billing_reconciliations_total',
    'Reads of subscriptions from the payment processor, by outcome: succeeded, anomaly, processor_unreachable or failed.',
    ['outcome'],
  )
  // A series that starts at 0 shows its first increase.
  for (const outcome of BILLING_OUTCOMES) reconciliations.inc({ outcome }, 0)
  const rejectedSignatures = counter(
    'payment_signature_rejections_total',
    'Events of the payment processor that were rejected because of their signature.',
    [],
  )
  const open = new Gauge({
    name: 'tabletalk_open_streams',
    help: 'Event streams that are open now.',
    registers: [register],
  })
  const ended = counter('streams_ended_total', 'Event streams that ended, by reason.', ['reason'])
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
      case 'limit_checked':
        limits.inc({ outcome: observation.outcome })
        return
      case 'billing_reconciliation_ended':
        reconciliations.inc({ outcome: observation.outcome })
        return
      case 'payment_signature_rejected':
        rejectedSignatures.inc()
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
