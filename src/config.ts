import path from 'node:path'
import type { ModelPrices } from './ask/rules/spending.ts'
import { heldAgainst, type Mistake } from './manage/written-files/held-against.ts'
import { Environment } from './platform/config/environment.ts'
import { modelSettings } from './platform/config/model-settings.ts'
import { type SettingMistake, type WithSecrets, withSecrets } from './platform/config/secret-files.ts'
import { fileVariable } from './platform/config/settings.ts'
import { type StripeSettings, stripeIn } from './platform/config/stripe-settings.ts'
import { temporalCredentials } from './platform/config/temporal-credentials.ts'
import type { MailSettings } from './platform/mail/open-mailer.ts'
import { Mendable } from './platform/problems/mendable.ts'
import type { TemporalCredentials } from './temporal/access.ts'

export { DEFAULT_HOME } from './platform/config/environment.ts'
export { SETTINGS, type Setting } from './platform/config/settings.ts'

/** Every setting, frozen; the table in `docs/settings.md` and `.env.example` describe them. */
export interface Config {
  /** Undefined: 3000, or a free port when that one is taken. */
  readonly port: number | undefined
  readonly host: string
  /** Whose `X-Forwarded-For` says where a client is; of nobody else it says anything. */
  readonly trustedProxies: readonly string[]
  /** Absolute. */
  readonly home: string
  /** Absolute. */
  readonly cache: string
  readonly temporal: {
    readonly address: string | undefined
    readonly namespace: string
    readonly taskQueue: string
    readonly ui: string | undefined
    /** For the one of `address`. */
    readonly credentials: TemporalCredentials
  }
  readonly mongoUri: string | undefined
  /** Set where `stream` or `limits` is `redis`. */
  readonly redisUrl: string | undefined
  /** The address of a customer's database, for the command only: here no history of a shell keeps it. */
  readonly databaseUrl: string | undefined
  readonly secret: string | undefined
  /** What was sealed with these is read too, while a secret is being replaced. */
  readonly previousSecrets: readonly string[]
  /** Who holds it may have payloads decoded; undefined: nobody may. */
  readonly codecSecret: string | undefined
  /** Undefined: the built-in planner answers. */
  readonly model:
    | (ConfiguredModel & {
        /** Words answers; absent: the one that drafts. */
        readonly wording?: ConfiguredModel
        /** Asked where another one fails in a way that may pass. */
        readonly fallback?: ConfiguredModel
        /** Asks the fallback also where the quota at a provider is used up. */
        readonly fallbackOnQuota?: boolean
        /** Finds tables by their meaning; absent: they are found by words. */
        readonly embedding?: ConfiguredModel
        readonly callTimeoutMs: number
        readonly contextTokens: number
        readonly temperature?: number
        /** Of one reply. */
        readonly maxTokens?: number
      })
    | undefined
  /** Of those that somebody has said a price for. */
  readonly modelPrices: ModelPrices
  /** What the model calls of a turn may come to; undefined: without limit. */
  readonly turnTokens: number | undefined
  readonly turnTimeoutMs: number
  readonly queryTimeoutMs: number
  /** How long a statement may hold a fast slot. */
  readonly fastQueryMs: number
  /** For a question that nobody waits for. */
  readonly asyncTimeoutMs: number
  /** For its query, where the database does not say otherwise. */
  readonly asyncQueryTimeoutMs: number
  /** Where the event log of a turn is kept. `memory` only where one process is all there is. */
  readonly stream: 'memory' | 'mongo' | 'redis'
  /** Where requests and running turns are counted. `memory` only where one process is all there is. */
  readonly limits: 'memory' | 'mongo' | 'redis' | 'off'
  /** How often databases are indexed by themselves; undefined: when somebody asks for it only. */
  readonly indexEveryMs: number | undefined
  /** Bytes that a process keeps of databases, all together. */
  readonly databaseMemoryBytes: number
  /** Keep questions out of what operators see in the Temporal UI. */
  readonly redact: boolean
  /** Whether a workflow that holds its thread for five seconds is stopped; every call into a workflow then costs more. */
  readonly watchWorkflows: boolean
  /** Whether customers' databases may be on loopback and private addresses; undefined: under `npm start` only. */
  readonly allowPrivateHosts: boolean | undefined
  /** Where this process serves its metrics; undefined: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** The collector that this process sends its spans to; undefined: nothing is traced. */
  readonly traces: { readonly endpoint: string; readonly serviceName: string } | undefined
  readonly mail: MailSettings
  /** Where links of mails lead, and people who come back from an identity provider; undefined: mails say which request to make. */
  readonly portalUrl: string | undefined
  /** Where callers reach the API; undefined: where a request has. */
  readonly publicUrl: string | undefined
  readonly payments: {
    /** Undefined: whoever operates the installation sets plans. */
    readonly stripe: StripeSettings | undefined
    /** Days for which who has not paid is let in. */
    readonly graceDays: number
    /** Days of trial that a first subscription begins with. */
    readonly trialDays: number | undefined
  }
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** A model by its name, with what its own provider is asked with. */
export interface ConfiguredModel {
  readonly name: string
  readonly apiKey?: string
  readonly baseUrl?: string
  readonly providerUrl?: string
  /** Without which the model cannot be asked, each with what to do: a package, a key. */
  readonly missing?: readonly string[]
}

const HOUR_MS = 60 * 60_000

/** Names every setting that is wrong, and never a value. */
export class ConfigError extends Mendable {
  override readonly name = 'ConfigError'
}

/** Whether the terminal of this process is said to show ASCII alone: by its kind, or by a locale (POSIX) of another encoding. */
export const isAsciiTerminal = (environment: Readonly<Record<string, string | undefined>> = process.env): boolean => {
  const { TERM, LC_ALL, LC_CTYPE, LANG } = environment
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '')
  return TERM === 'dumb' || (locale !== undefined && !/utf-?8/i.test(locale))
}

/**
 * Reads the settings; the only reader of `process.env`.
 * @throws ConfigError with all mistakes at once
 */
export const readConfig = (environment: Readonly<Record<string, string | undefined>> = process.env): Config => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { environment: complete, files, mistakes, unread } = withSecrets(given)
  const held = heldAgainst(Environment, complete)
  if (!held.ok) throw notValid([...mistakes, ...held.mistakes.flatMap(mistakeIn(files, unread))])
  const env = held.value
  const access = temporalCredentials(env)
  if (mistakes.length + access.mistakes.length > 0) throw notValid([...mistakes, ...access.mistakes])
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    trustedProxies: env.TABLETALK_TRUSTED_PROXIES ?? [],
    home: path.resolve(env.TABLETALK_HOME),
    cache: path.resolve(
      env.TABLETALK_CACHE ?? path.join(env.XDG_CACHE_HOME ?? path.join(env.HOME ?? '.', '.cache'), 'tabletalk'),
    ),
    temporal: {
      address: env.TEMPORAL_ADDRESS,
      namespace: env.TEMPORAL_NAMESPACE,
      taskQueue: env.TABLETALK_TASK_QUEUE,
      ui: env.TEMPORAL_UI,
      credentials: access.credentials,
    },
    mongoUri: env.MONGODB_URI,
    redisUrl: env.REDIS_URL,
    databaseUrl: env.TABLETALK_DATABASE_URL,
    secret: env.TABLETALK_SECRET,
    previousSecrets: env.TABLETALK_SECRET_PREVIOUS === undefined ? [] : [env.TABLETALK_SECRET_PREVIOUS],
    codecSecret: env.TABLETALK_CODEC_SECRET,
    model: modelSettings(env),
    turnTokens: env.TABLETALK_TURN_TOKENS,
    modelPrices: env.TABLETALK_MODEL_PRICES ?? new Map(),
    turnTimeoutMs: env.TABLETALK_TURN_TIMEOUT * 1000,
    queryTimeoutMs: env.TABLETALK_QUERY_TIMEOUT * 1000,
    fastQueryMs: env.TABLETALK_FAST_QUERY_MS,
    asyncTimeoutMs: env.TABLETALK_ASYNC_TIMEOUT * 1000,
    asyncQueryTimeoutMs: env.TABLETALK_ASYNC_QUERY_TIMEOUT * 1000,
    stream: env.TABLETALK_STREAM,
    limits: env.TABLETALK_LIMITS,
    indexEveryMs: env.TABLETALK_INDEX_HOURS === 0 ? undefined : env.TABLETALK_INDEX_HOURS * HOUR_MS,
    databaseMemoryBytes: env.TABLETALK_DATABASE_MEMORY * 1024 * 1024,
    redact: env.TABLETALK_REDACT,
    watchWorkflows: env.TABLETALK_WATCH_WORKFLOWS,
    allowPrivateHosts: env.TABLETALK_ALLOW_PRIVATE_HOSTS,
    metrics: env.TABLETALK_METRICS,
    traces:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: env.OTEL_SERVICE_NAME },
    mail: {
      server: env.TABLETALK_MAIL,
      from: env.TABLETALK_MAIL_FROM,
      folder: path.resolve(env.TABLETALK_HOME, 'mails'),
    },
    portalUrl: env.TABLETALK_PORTAL_URL ?? env.TABLETALK_PUBLIC_URL,
    publicUrl: env.TABLETALK_PUBLIC_URL,
    payments: { stripe: stripeIn(env), graceDays: env.TABLETALK_GRACE_DAYS, trialDays: env.TABLETALK_TRIAL_DAYS },
    logLevel: env.LOG_LEVEL,
  })
}

const notValid = (mistakes: readonly SettingMistake[]): ConfigError =>
  new ConfigError(`Invalid settings:\n${mistakes.map(({ setting, message }) => `  ${setting}: ${message}`).join('\n')}`)

/** A mistake by the name of the variable that somebody wrote; none of a secret whose file could not be read. */
const mistakeIn =
  (files: WithSecrets['files'], unread: WithSecrets['unread']) =>
  ({ path: at, message }: Mistake): SettingMistake[] => {
    const name = at.join('.')
    const file = files.get(name)
    if (unread.has(name)) return []
    return [
      file === undefined ? { setting: name, message } : { setting: fileVariable(name), message: `${file}: ${message}` },
    ]
  }
