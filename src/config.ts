import path from 'node:path'
import type { ModelPrices } from './ask/rules/spending.ts'
import { type InputMistake, validateInput } from './manage/written-files/validate-input.ts'
import { Environment } from './platform/config/environment.ts'
import { modelSettings } from './platform/config/model-settings.ts'
import { type SettingMistake, type WithSecrets, withSecrets } from './platform/config/secret-files.ts'
import { fileVariable } from './platform/config/settings.ts'
import { type StripeSettings, stripeSettings } from './platform/config/stripe-settings.ts'
import { temporalCredentials } from './platform/config/temporal-credentials.ts'
import type { MailSettings } from './platform/mail/open-mailer.ts'
import { OperatorError } from './platform/problems/operator-error.ts'
import type { TraceSettings } from './platform/tracing/otlp-tracing.ts'
import type { TemporalCredentials } from './temporal/access.ts'

export { DEFAULT_HOME } from './platform/config/environment.ts'
export { SETTINGS, type Setting } from './platform/config/settings.ts'

/** All settings, frozen; `docs/settings.md` and `.env.example` describe them. */
export interface Config {
  /** Undefined: 3000, or a free port if 3000 is in use. */
  readonly port: number | undefined
  readonly host: string
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** Absolute path. */
  readonly home: string
  /** Absolute path. */
  readonly cache: string
  readonly temporal: {
    readonly address: string | undefined
    readonly namespace: string
    readonly taskQueue: string
    readonly ui: string | undefined
    /** Credentials for the server at `address`. */
    readonly credentials: TemporalCredentials
  }
  readonly mongoUri: string | undefined
  /** Set if `stream` or `limits` is `redis`. */
  readonly redisUrl: string | undefined
  /** The connection URL of a customer database, for commands; not in the shell history, unlike an option. */
  readonly databaseUrl: string | undefined
  readonly secret: string | undefined
  /** Also accepted for decryption, while the secret is being replaced. */
  readonly previousSecrets: readonly string[]
  /** Authorizes the codec endpoint to decode payloads; undefined: the endpoint is off. */
  readonly codecSecret: string | undefined
  /** Undefined: the built-in planner answers. */
  readonly model:
    | (ConfiguredModel & {
        /** The model that words answers; absent: the model that drafts. */
        readonly wording?: ConfiguredModel
        /** Called if another model fails temporarily. */
        readonly fallback?: ConfiguredModel
        /** Calls the fallback also if the quota of the provider is exhausted. */
        readonly fallbackOnQuota?: boolean
        /** The embedding model that finds tables by meaning; absent: tables are found by words. */
        readonly embedding?: ConfiguredModel
        readonly callTimeoutMs: number
        readonly contextTokens: number
        readonly temperature?: number
        /** Maximum tokens of one reply. */
        readonly maxTokens?: number
      })
    | undefined
  /** Prices of models; models without a price are missing. */
  readonly modelPrices: ModelPrices
  /** Maximum tokens of all model calls of a turn; undefined: no limit. */
  readonly turnTokens: number | undefined
  readonly turnTimeoutMs: number
  readonly queryTimeoutMs: number
  /** How long a statement may use a fast slot, in ms. */
  readonly fastQueryMs: number
  /** The turn timeout of asynchronous questions (`Prefer: respond-async`). */
  readonly asyncTimeoutMs: number
  /** The query timeout of asynchronous questions, unless the database has its own. */
  readonly asyncQueryTimeoutMs: number
  /** Where the event log of a turn is stored. `memory` works only with a single process. */
  readonly stream: 'memory' | 'mongo' | 'redis'
  /** Where requests and running turns are counted. `memory` works only with a single process. */
  readonly limits: 'memory' | 'mongo' | 'redis' | 'off'
  /** Interval of automatic indexing; undefined: databases are indexed only on request. */
  readonly indexEveryMs: number | undefined
  /** Size limit of the caches about all databases in a process, in bytes. */
  readonly databaseMemoryBytes: number
  /** Omits questions from the summaries that operators see in the Temporal UI. */
  readonly redact: boolean
  /** Whether a workflow that blocks its thread for five seconds is stopped; each call into a workflow is then slower. */
  readonly watchWorkflows: boolean
  /** Whether customer databases may be on loopback and private addresses; undefined: only under `npm start`. */
  readonly allowPrivateHosts: boolean | undefined
  /** The address on which this process serves its metrics; undefined: none. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** The collector that receives the spans of this process; undefined: no tracing. */
  readonly traces: TraceSettings | undefined
  readonly mail: MailSettings
  /** Base URL of links in mails and of redirects after single sign-on; undefined: mails describe the API request instead. */
  readonly portalUrl: string | undefined
  /** Public base URL of the API; undefined: taken from each request. */
  readonly publicUrl: string | undefined
  readonly payments: {
    /** Undefined: operators set the plans. */
    readonly stripe: StripeSettings | undefined
    /** Grace period after an overdue payment, in days. */
    readonly graceDays: number
    /** Trial period of a first subscription, in days. */
    readonly trialDays: number | undefined
  }
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** A model, with the access to its provider. */
export interface ConfiguredModel {
  readonly name: string
  readonly apiKey?: string
  readonly baseUrl?: string
  readonly providerUrl?: string
  /** What the model lacks, such as a package or a key, each with what to do. */
  readonly missing?: readonly string[]
}

const HOUR_MS = 60 * 60_000

/** Settings are invalid; the message names all of them, and no value. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError'
}

/** Whether the terminal shows only ASCII, by TERM or the encoding of the POSIX locale. */
export const isAsciiTerminal = (environment: Readonly<Record<string, string | undefined>> = process.env): boolean => {
  const { TERM, LC_ALL, LC_CTYPE, LANG } = environment
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '')
  return TERM === 'dumb' || (locale !== undefined && !/utf-?8/i.test(locale))
}

/**
 * Reads the settings; the only reader of `process.env`.
 * @throws ConfigError with all mistakes
 */
export const readConfig = (environment: Readonly<Record<string, string | undefined>> = process.env): Config => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { environment: complete, files, mistakes, unreadable } = withSecrets(given)
  const held = validateInput(Environment, complete)
  if (!held.ok) throw configError([...mistakes, ...held.mistakes.flatMap(mistakeIn(files, unreadable))])
  const env = held.value
  const access = temporalCredentials(env)
  if (mistakes.length + access.mistakes.length > 0) throw configError([...mistakes, ...access.mistakes])
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
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || env.OTEL_SDK_DISABLED
        ? undefined
        : {
            endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
            serviceName: env.OTEL_SERVICE_NAME,
            sampler: env.OTEL_TRACES_SAMPLER,
            ratio: env.OTEL_TRACES_SAMPLER_ARG,
          },
    mail: {
      server: env.TABLETALK_MAIL,
      from: env.TABLETALK_MAIL_FROM,
      folder: path.resolve(env.TABLETALK_HOME, 'mails'),
    },
    portalUrl: env.TABLETALK_PORTAL_URL ?? env.TABLETALK_PUBLIC_URL,
    publicUrl: env.TABLETALK_PUBLIC_URL,
    payments: { stripe: stripeSettings(env), graceDays: env.TABLETALK_GRACE_DAYS, trialDays: env.TABLETALK_TRIAL_DAYS },
    logLevel: env.LOG_LEVEL,
  })
}

const configError = (mistakes: readonly SettingMistake[]): ConfigError =>
  new ConfigError(`Invalid settings:\n${mistakes.map(({ setting, message }) => `  ${setting}: ${message}`).join('\n')}`)

/** A mistake with the name of the variable that is set; none for a secret whose file could not be read. */
const mistakeIn =
  (files: WithSecrets['files'], unread: WithSecrets['unreadable']) =>
  ({ path: at, message }: InputMistake): SettingMistake[] => {
    const name = at.join('.')
    const file = files.get(name)
    if (unread.has(name)) return []
    return [
      file === undefined ? { setting: name, message } : { setting: fileVariable(name), message: `${file}: ${message}` },
    ]
  }
