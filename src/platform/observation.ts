import { hostname } from 'node:os'
import pino, { type Logger } from 'pino'
import type { QuotaName } from '../access/rules/quota.ts'
import type { Usage } from '../ask/rules/draft.ts'
import type { TurnStep } from '../ask/rules/steps.ts'
import type { StreamEnd } from '../ask/rules/stream-end.ts'
import type { MailKind } from '../manage/accounts/rules/mail-request.ts'
import type { ProblemName } from './problems/problem.ts'
import { tabletalkVersion } from './tabletalk-version.ts'
import { diagnosticFields } from './tracing/diagnostic-context.ts'

/**
 * Log events as values; `observeWith` writes each as one log line, whose message is the `kind`. They hold no rows, questions,
 * tenant ids, e-mail addresses or texts of mails. docs/operations.md lists every kind.
 */
export type Observation =
  | { readonly kind: 'api_started'; readonly address: string }
  | { readonly kind: 'worker_started' }
  /** A configured model lacks a setting, such as its API key. The reason names the models and settings. */
  | { readonly kind: 'model_settings_missing'; readonly reason: string }
  /** The embedding model failed for a question: its tables were found by words alone. */
  | { readonly kind: 'embedding_failed'; readonly model: string; readonly problem: ProblemName }
  /** A model server refused a prompt as too long for its context window: later prompts have at most about `tokens` tokens. */
  | { readonly kind: 'model_context_window_reduced'; readonly model: string; readonly tokens: number }
  | { readonly kind: 'metrics_server_started'; readonly address: string }
  /** The portal could not be built from its sources: the latest earlier build is served, or none. */
  | { readonly kind: 'portal_build_failed'; readonly error: unknown; readonly serving: 'earlier_build' | 'none' }
  | {
      readonly kind: 'request_completed'
      readonly traceId: string
      readonly method: string
      readonly path: string
      /** The path pattern of the route, or `none`. */
      readonly route: string
      readonly status: number
      readonly durationMs: number
    }
  /** At start: the store cannot be used yet. The process retries. */
  | { readonly kind: 'store_unreachable'; readonly reason: string }
  /** Indexes that could not be created, each with the reason. The process retries. */
  | { readonly kind: 'store_indexes_missing'; readonly missing: readonly string[] }
  /** Every index that was missing exists now. */
  | { readonly kind: 'store_indexes_created' }
  /** A migration of the store failed. The process retries. */
  | { readonly kind: 'store_migration_failed'; readonly error: unknown }
  /** The home folder is not writable, so `runtime.json` does not list this process. */
  | { readonly kind: 'runtime_file_unwritable'; readonly home: string; readonly error: unknown }
  /** The outcome of one attempt to send a mail; a deferred mail is retried. The reason contains no e-mail address. */
  | { readonly kind: 'mail_sent'; readonly mailId: string; readonly purpose: MailKind; readonly attempt: number }
  | {
      readonly kind: 'mail_deferred' | 'mail_failed'
      readonly mailId: string
      readonly purpose: MailKind
      readonly attempt: number
      readonly reason: string
    }
  | { readonly kind: 'drain_started'; readonly reason: string }
  | {
      readonly kind: 'request_failed'
      readonly traceId: string
      readonly problem: ProblemName
      readonly error: unknown
    }
  | {
      readonly kind: 'step_failed'
      readonly turnId: string
      readonly step: string
      readonly attempt: number
      readonly problem: ProblemName
      readonly error: unknown
    }
  | {
      readonly kind: 'organization_removal_failed'
      readonly organizationId: number
      readonly step: string
      readonly attempt: number
      readonly problem: ProblemName
      readonly error: unknown
    }
  /** One request to a webhook endpoint. The outcome is `delivered`, or the kind of failure. */
  | {
      readonly kind: 'webhook_delivery_attempted'
      readonly organizationId: number
      readonly webhookId: string
      readonly eventType: string
      readonly outcome: string
      readonly durationMs: number
    }
  | {
      readonly kind: 'webhook_disabled'
      readonly organizationId: number
      readonly webhookId: string
      readonly reason: string
    }
  /** An attempt to deliver a webhook failed inside the service, not at the endpoint. It is retried. */
  | {
      readonly kind: 'webhook_attempt_aborted'
      readonly organizationId: number
      readonly webhookId: string
      readonly attempt: number
      readonly problem: ProblemName
      readonly error: unknown
    }
  /** The deliveries of an event could not be enqueued: no webhook receives this event. */
  | {
      readonly kind: 'webhook_enqueue_failed'
      readonly organizationId: number
      readonly eventType: string
      readonly error: unknown
    }
  /** A login at an organization's identity provider failed. The reason may quote the provider. */
  | {
      readonly kind: 'sso_login_failed'
      readonly organizationId: number
      readonly problem: ProblemName
      readonly reason: string
    }
  | {
      readonly kind: 'step_ended'
      readonly turnId: string
      readonly step: TurnStep
      readonly outcome: 'done' | 'failed'
      readonly durationMs: number
    }
  | {
      readonly kind: 'query_executed'
      readonly turnId: string
      readonly engine: string
      readonly durationMs: number
      readonly rowCount: number
    }
  /** A request was counted against its limits: `counters_unreachable` where the shared counters did not answer. */
  | { readonly kind: 'limit_checked'; readonly outcome: 'allowed' | 'refused' | 'counters_unreachable' }
  /** An organization has used 80 % of a quota. Logged once per quota and period. */
  | {
      readonly kind: 'quota_threshold_reached'
      readonly organizationId: number
      readonly quota: QuotaName
      readonly used: number
      readonly limit: number
      /** The first day of the period, in UTC. */
      readonly period: string
    }
  /** The subscriptions that the payment processor lists for an organization need an operator. */
  | {
      readonly kind: 'billing_anomaly_detected'
      readonly organizationId: number
      /** `paid_twice`: the better of two subscriptions applies; cancel the other one at the processor. Else the plan is unchanged. */
      readonly reason: 'price_unknown' | 'other_organization' | 'paid_twice' | 'too_many'
    }
  /** The subscriptions of an organization were read from the payment processor, or could not be. */
  | {
      readonly kind: 'billing_reconciliation_ended'
      readonly organizationId: number
      readonly outcome: 'succeeded' | 'anomaly' | 'processor_unreachable' | 'failed'
    }
  /** A scheduled reconciliation failed: the plan is unchanged, and it is retried an hour later. */
  | { readonly kind: 'billing_reconciliation_failed'; readonly organizationId: number; readonly error: unknown }
  /** An event of the payment processor had an invalid signature. */
  | { readonly kind: 'payment_signature_rejected' }
  /** How many events had an invalid signature since the last such line. Logged once a minute at most. */
  | { readonly kind: 'payment_signature_rejections_counted'; readonly count: number }
  /** A key or user asked for more than 100 unknown ids within a minute. */
  | { readonly kind: 'id_enumeration_suspected'; readonly organizationId: number; readonly keyId: string }
  /** A request repeats or joins a question that another request has asked. */
  | { readonly kind: 'turn_joined'; readonly turnId: string }
  | { readonly kind: 'stream_opened'; readonly turnId: string }
  | { readonly kind: 'stream_ended'; readonly turnId: string; readonly reason: StreamEnd }
  | {
      readonly kind: 'query_refused'
      readonly turnId: string
      readonly engine: string
      readonly refusedBy: 'guard' | 'database'
      readonly reason: string
    }
  | {
      readonly kind: 'turn_ended'
      readonly turnId: string
      readonly organizationId: number
      /** The kind of answer, or the name of the problem. */
      readonly outcome: string
      readonly executionTimeMs: number
      readonly planner?: string
      readonly usage?: Usage
    }
  /** An automatic indexing job could not be started or, without `databaseId`, the schedule for indexing could not be created. */
  | { readonly kind: 'indexing_start_failed'; readonly databaseId?: string; readonly error: unknown }
  /** Temporal cannot be used, so that no turn or job starts. The reason says what to do. */
  | { readonly kind: 'temporal_unreachable'; readonly reason: string }
  | { readonly kind: 'temporal_reachable' }
  /** A warning or an error that the Temporal SDK logged. */
  | {
      readonly kind: 'temporal_sdk_logged'
      readonly severity: string
      readonly message: string
      readonly error: unknown
    }

export type Observe = (observation: Observation) => void

type Level = 'debug' | 'info' | 'warn' | 'error'

/** The level of each event: `debug` for what happens many times in a turn, `warn` for what an operator may have to act on. */
export const EVENT_LEVELS: Readonly<Record<Observation['kind'], Level>> = {
  api_started: 'info',
  worker_started: 'info',
  model_settings_missing: 'warn',
  embedding_failed: 'warn',
  model_context_window_reduced: 'warn',
  metrics_server_started: 'info',
  portal_build_failed: 'warn',
  request_completed: 'info',
  store_unreachable: 'warn',
  store_indexes_missing: 'warn',
  store_indexes_created: 'info',
  store_migration_failed: 'warn',
  runtime_file_unwritable: 'warn',
  mail_sent: 'info',
  mail_deferred: 'warn',
  mail_failed: 'warn',
  drain_started: 'info',
  request_failed: 'warn',
  step_failed: 'warn',
  organization_removal_failed: 'warn',
  webhook_delivery_attempted: 'debug',
  webhook_disabled: 'info',
  webhook_attempt_aborted: 'warn',
  webhook_enqueue_failed: 'warn',
  sso_login_failed: 'info',
  step_ended: 'debug',
  query_executed: 'debug',
  limit_checked: 'debug',
  quota_threshold_reached: 'info',
  billing_anomaly_detected: 'warn',
  billing_reconciliation_ended: 'debug',
  billing_reconciliation_failed: 'warn',
  payment_signature_rejected: 'debug',
  payment_signature_rejections_counted: 'warn',
  id_enumeration_suspected: 'warn',
  turn_joined: 'info',
  stream_opened: 'debug',
  stream_ended: 'debug',
  query_refused: 'info',
  turn_ended: 'info',
  indexing_start_failed: 'warn',
  temporal_unreachable: 'warn',
  temporal_reachable: 'info',
  temporal_sdk_logged: 'warn',
}

/** SSO failures that the user cannot fix. */
const PROVIDER_FAILURES: readonly ProblemName[] = ['sso_configuration_error', 'sso_provider_unavailable']

/** Two kinds have a higher level for some problems: internal errors of requests, and SSO failures that an operator must fix. */
const levelOf = (observation: Observation): Level => {
  if (observation.kind === 'request_failed' && observation.problem === 'internal') return 'error'
  if (observation.kind === 'sso_login_failed' && PROVIDER_FAILURES.includes(observation.problem)) return 'warn'
  return EVENT_LEVELS[observation.kind]
}

/** A kind of process: an API, a worker, or both in the process of `npm start`. */
export type ProcessKind = 'api' | 'worker' | 'start'

/**
 * Every line names its process, and has the ids of the request or step that it belongs to.
 * @param file destination of the lines; by default standard output
 */
export const createLogger = (level: string, service: ProcessKind, file?: string): Logger => {
  const options = {
    level,
    base: { service, version: tabletalkVersion(), host: hostname() },
    mixin: diagnosticFields,
    serializers: { error: pino.stdSerializers.err },
  }
  return file === undefined ? pino(options) : pino(options, pino.destination({ dest: file, sync: false, append: true }))
}

export const observeWith =
  (logger: Logger): Observe =>
  (observation) => {
    const { kind, ...fields } = observation
    logger[levelOf(observation)](fields, kind)
  }
