import pino, { type Logger } from 'pino'
import type { QuotaUse } from './domain/access/quota.ts'
import type { MailKind } from './domain/account/mail-request.ts'
import type { Usage } from './domain/ask/draft.ts'
import type { ProblemName } from './domain/problem.ts'

/**
 * Things worth noticing, as values: one printer turns them into log lines. Never rows, questions, tenant ids, addresses of
 * mails or what is in them.
 */
export type Observation =
  | { readonly kind: 'listening'; readonly address: string }
  | { readonly kind: 'taking-turns' }
  /** The model that is configured cannot be asked. */
  | { readonly kind: 'model-unready'; readonly model: string }
  /** A question was answered without its vector: its tables were found by words alone. */
  | { readonly kind: 'embedding-failed'; readonly model: string; readonly problem: ProblemName }
  /** The server of a model refused a prompt as too long for its context: the next ones have so many tokens, about. */
  | { readonly kind: 'model-window-learnt'; readonly model: string; readonly tokens: number }
  | { readonly kind: 'metrics'; readonly address: string }
  /** The portal could not be built of its sources, and an older one or none is served. */
  | { readonly kind: 'portal-unbuilt'; readonly error: unknown; readonly serves: 'an older one' | 'none' }
  | {
      readonly kind: 'request'
      readonly traceId: string
      readonly method: string
      readonly path: string
      /** The pattern of the address, or `none`. */
      readonly route: string
      readonly status: number
      readonly durationMs: number
    }
  /** The store cannot be used yet, and is tried again. */
  | { readonly kind: 'store-awaited'; readonly trouble: string }
  /** Indexes that cannot be made, each with why; none where all stand again. They are tried again. */
  | { readonly kind: 'indexes-missing'; readonly missing: readonly string[] }
  /** A migration of the store failed, and is run again. */
  | { readonly kind: 'migration-failed'; readonly error: unknown }
  /** The home folder cannot be written, so `runtime.json` does not name this process. */
  | { readonly kind: 'process-unnamed'; readonly home: string; readonly error: unknown }
  /** What became of an attempt to send a mail: it is tried again where it was delayed. The reason names no address. */
  | { readonly kind: 'mail-sent'; readonly mailId: string; readonly purpose: MailKind; readonly attempt: number }
  | {
      readonly kind: 'mail-delayed' | 'mail-failed'
      readonly mailId: string
      readonly purpose: MailKind
      readonly attempt: number
      readonly reason: string
    }
  | { readonly kind: 'draining'; readonly reason: string }
  | {
      readonly kind: 'request-failed'
      readonly traceId: string
      readonly problem: ProblemName
      readonly error: unknown
    }
  | {
      readonly kind: 'step-failed'
      readonly turnId: string
      readonly step: string
      readonly attempt: number
      readonly problem: ProblemName
      readonly error: unknown
    }
  | {
      readonly kind: 'removal-failed'
      readonly organizationId: number
      readonly step: string
      readonly attempt: number
      readonly problem: ProblemName
      readonly error: unknown
    }
  /** What came of one attempt to tell an endpoint of something: `taken`, or why not. */
  | {
      readonly kind: 'webhook-sent'
      readonly organizationId: number
      readonly webhookId: string
      readonly event: string
      readonly outcome: string
      readonly durationMs: number
    }
  | {
      readonly kind: 'webhook-disabled'
      readonly organizationId: number
      readonly webhookId: string
      readonly reason: string
    }
  /** An attempt broke on our side, and is made again. */
  | {
      readonly kind: 'delivery-broken'
      readonly organizationId: number
      readonly webhookId: string
      readonly attempt: number
      readonly problem: ProblemName
      readonly error: unknown
    }
  /** Deliveries of an event could not be begun, and are not. */
  | {
      readonly kind: 'event-untold'
      readonly organizationId: number
      readonly event: string
      readonly error: unknown
    }
  /** Somebody could not log in at their organization's identity provider. The reason may be in the provider's words. */
  | {
      readonly kind: 'sso-failed'
      readonly organizationId: number
      readonly problem: ProblemName
      readonly reason: string
    }
  | {
      readonly kind: 'step-ended'
      readonly turnId: string
      readonly step: string
      readonly outcome: 'done' | 'failed'
      readonly durationMs: number
    }
  | {
      readonly kind: 'query-run'
      readonly turnId: string
      readonly engine: string
      readonly durationMs: number
      readonly rowCount: number
    }
  /** What came of counting a request: `uncounted` where the counters cannot be reached. */
  | { readonly kind: 'limit-decided'; readonly decision: 'allowed' | 'refused' | 'uncounted' }
  /** An organization has nearly used up what it may in a period: told once for each. */
  | ({ readonly kind: 'quota-near'; readonly organizationId: number } & QuotaUse)
  /** What the payment processor says of an organization, of which nothing can be made: nothing is changed. */
  | {
      readonly kind: 'billing-unclear'
      readonly organizationId: number
      /** `paid_twice`: the better of two subscriptions holds, and one should be ended there. */
      readonly reason: 'price_unknown' | 'other_organization' | 'paid_twice' | 'too_many'
    }
  /** What came of looking up what an organization pays for. */
  | {
      readonly kind: 'billing-looked'
      readonly organizationId: number
      readonly outcome: 'looked_up' | 'unclear' | 'processor_away' | 'failed'
    }
  /** What was to be looked up by itself could not be: nothing is changed, and it is looked up later. */
  | { readonly kind: 'billing-unlooked'; readonly organizationId: number; readonly error: unknown }
  /** An event whose signature is not the payment processor's: each one; and at most once a minute, how many there were. */
  | { readonly kind: 'signature-refused' }
  | { readonly kind: 'signatures-refused'; readonly count: number }
  /** A key asks for one thing after the other that is not there. */
  | { readonly kind: 'ids-tried'; readonly organizationId: number; readonly keyId: string }
  | { readonly kind: 'stream-opened'; readonly turnId: string }
  | { readonly kind: 'stream-ended'; readonly turnId: string; readonly end: string }
  | {
      readonly kind: 'query-refused'
      readonly turnId: string
      readonly engine: string
      readonly by: 'guard' | 'database'
      readonly reason: string
    }
  | {
      readonly kind: 'turn-ended'
      readonly turnId: string
      readonly organizationId: number
      readonly ending: string
      readonly executionTimeMs: number
      readonly planner?: string
      readonly usage?: Usage
    }
  /** A job that nobody asked for could not begin; or the schedule by which databases are indexed could not be made. */
  | { readonly kind: 'indexing-unbegun'; readonly databaseId?: string; readonly error: unknown }
  /** Nobody takes turns or jobs; why, and what to do. */
  | { readonly kind: 'temporal-away'; readonly reason: string }
  | { readonly kind: 'temporal-back' }
  | { readonly kind: 'temporal'; readonly level: string; readonly message: string; readonly error: unknown }

export type Observe = (observation: Observation) => void

/** What happens many times in a turn. */
const DETAILS: readonly Observation['kind'][] = [
  ...(['step-ended', 'query-run', 'limit-decided', 'stream-opened', 'stream-ended', 'webhook-sent'] as const),
  ...(['billing-looked', 'signature-refused'] as const),
]

const WARNINGS: readonly Observation['kind'][] = [
  ...(['store-awaited', 'indexes-missing', 'migration-failed', 'temporal-away'] as const),
  ...([
    'step-failed',
    'removal-failed',
    'mail-delayed',
    'mail-failed',
    'indexing-unbegun',
    'temporal',
    'process-unnamed',
    'ids-tried',
    'model-unready',
    'portal-unbuilt',
    'embedding-failed',
    'model-window-learnt',
  ] as const),
  ...(['delivery-broken', 'event-untold'] as const),
  ...(['billing-unclear', 'billing-unlooked', 'signatures-refused'] as const),
]

/** What no person who logs in can mend. */
const PROVIDER_TROUBLES: readonly ProblemName[] = ['sso_configuration_error', 'sso_provider_unavailable']

/** Only what broke on our side is an error; what a caller did wrong is worth a line at info. */
const levelOf = (observation: Observation): 'debug' | 'info' | 'warn' | 'error' => {
  if (DETAILS.includes(observation.kind)) return 'debug'
  if (observation.kind === 'request-failed') return observation.problem === 'internal' ? 'error' : 'warn'
  if (observation.kind === 'sso-failed') return PROVIDER_TROUBLES.includes(observation.problem) ? 'warn' : 'info'
  return WARNINGS.includes(observation.kind) ? 'warn' : 'info'
}

/** @param file where the lines go; standard output when absent */
export const createLogger = (level: string, file?: string): Logger => {
  const options = { level, base: null, serializers: { error: pino.stdSerializers.err } }
  return file === undefined ? pino(options) : pino(options, pino.destination({ dest: file, sync: false, append: true }))
}

export const observeWith =
  (logger: Logger): Observe =>
  (observation) => {
    const { kind, ...fields } = observation
    logger[levelOf(observation)](fields, kind)
  }
