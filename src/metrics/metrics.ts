import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observation, Observe } from '../observation.ts'

/** What a process counts, in the text format of Prometheus. No label has a value that a caller chooses. */
export interface Metrics {
  /** Counts an observation. */
  readonly observe: Observe
  readonly contentType: string
  text(): Promise<string>
}

/** Seconds, from a cached answer to the longest turn. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** A registry of its own, with what Node itself can say of the process. */
export const createMetrics = (): Metrics => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const count = countersIn(register)
  return { observe: count, contentType: register.contentType, text: () => register.metrics() }
}

/** What was spent on each model, as planners are called; of a turn that an earlier version has begun, on its planner. */
const spentIn = ({ usage, planner }: Extract<Observation, { kind: 'turn-ended' }>) =>
  usage?.models?.map((spent) => [`model:${spent.model}`, spent] as const) ??
  (usage === undefined || planner === undefined ? [] : [[planner, usage] as const])

const BILLING_OUTCOMES = ['looked_up', 'unclear', 'processor_away', 'failed', 'signature_refused'] as const

const countersIn = (register: Registry): Observe => {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `tabletalk_${name}`, help, labelNames: [...labelNames], registers: [register] })
  const histogram = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Histogram({
      ...{ name: `tabletalk_${name}`, help, labelNames: [...labelNames] },
      ...{ buckets: SECONDS, registers: [register] },
    })
  const requests = counter('http_requests_total', 'Requests by route and status.', ['method', 'route', 'status'])
  const requestTime = histogram('http_request_duration_seconds', 'Until the response ended.', ['method', 'route'])
  const turns = counter('turns_total', 'Turns by how they ended: a kind of answer, or a problem.', ['ending'])
  const turnTime = histogram('turn_duration_seconds', 'From the question to the end of its turn.', ['ending'])
  const steps = counter('steps_total', 'Steps of turns by outcome, each attempt.', ['step', 'outcome'])
  const stepTime = histogram('step_duration_seconds', 'One attempt of a step.', ['step'])
  const tokens = counter('model_tokens_total', 'Tokens of model calls.', ['planner', 'direction'])
  const calls = counter('model_calls_total', 'Calls of models.', ['planner'])
  const unembedded = counter('embeddings_failed_total', 'Questions whose tables were found without their vector.', [
    'problem',
  ])
  const windows = counter(
    'model_windows_learnt_total',
    'Prompts that were too long for a model, so that the next are shorter.',
    ['model'],
  )
  const verdicts = counter('guard_verdicts_total', 'Drafts that were accepted, or refused by whom.', [
    ...(['engine', 'verdict'] as const),
  ])
  const queryTime = histogram('query_duration_seconds', 'Queries in customers’ databases.', ['engine'])
  const limits = counter('limit_decisions_total', 'Requests that were counted, by what came of it.', ['decision'])
  const mails = counter('mails_total', 'Attempts to send a mail, by what came of it.', ['purpose', 'outcome'])
  const billing = counter('billing_total', 'Looks at the payment processor, and events refused, by what came of it.', [
    'outcome',
  ])
  // From the first one on it is seen that it moves.
  for (const outcome of BILLING_OUTCOMES) billing.inc({ outcome }, 0)
  const open = new Gauge({ name: 'tabletalk_streams', help: 'Streams that are open.', registers: [register] })
  const ended = counter('streams_ended_total', 'Streams by how they ended.', ['end'])
  return (observation: Observation): void => {
    switch (observation.kind) {
      case 'request': {
        const { method, route, status, durationMs } = observation
        requests.inc({ method, route, status })
        requestTime.observe({ method, route }, durationMs / 1000)
        return
      }
      case 'turn-ended': {
        const { ending, executionTimeMs } = observation
        turns.inc({ ending })
        turnTime.observe({ ending }, executionTimeMs / 1000)
        for (const [planner, spent] of spentIn(observation)) {
          tokens.inc({ planner, direction: 'input' }, spent.inputTokens)
          tokens.inc({ planner, direction: 'output' }, spent.outputTokens)
          calls.inc({ planner }, spent.calls)
        }
        return
      }
      case 'step-ended': {
        const { step, outcome, durationMs } = observation
        steps.inc({ step, outcome })
        stepTime.observe({ step }, durationMs / 1000)
        return
      }
      case 'query-refused':
        verdicts.inc({ engine: observation.engine, verdict: `refused by ${observation.by}` })
        return
      case 'query-run':
        verdicts.inc({ engine: observation.engine, verdict: 'accepted' })
        queryTime.observe({ engine: observation.engine }, observation.durationMs / 1000)
        return
      case 'embedding-failed':
        unembedded.inc({ problem: observation.problem })
        return
      case 'model-window-learnt':
        windows.inc({ model: observation.model })
        return
      case 'mail-sent':
        mails.inc({ purpose: observation.purpose, outcome: 'sent' })
        return
      case 'mail-delayed':
        mails.inc({ purpose: observation.purpose, outcome: 'delayed' })
        return
      case 'mail-failed':
        mails.inc({ purpose: observation.purpose, outcome: 'failed' })
        return
      case 'limit-decided':
        limits.inc({ decision: observation.decision })
        return
      case 'billing-looked':
        billing.inc({ outcome: observation.outcome })
        return
      case 'signature-refused':
        billing.inc({ outcome: 'signature_refused' })
        return
      case 'stream-opened':
        open.inc()
        return
      case 'stream-ended':
        open.dec()
        ended.inc({ end: observation.end })
        return
      default:
    }
  }
}
