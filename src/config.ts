import path from 'node:path'
import { z } from 'zod'
import { canonicalAddress } from './http/client-address.ts'
import { heldAgainst } from './input/held-against.ts'
import { type ApiKeyVariable, MODEL_PROVIDERS, missingPackage, namedModel } from './planner/model/model-providers.ts'
import { parseStoreAddress, StoreAddressInvalid } from './store/store-address.ts'

const seconds = (fallback: number, max: number) => z.coerce.number().int().positive().max(max).default(fallback)

const storeAddress = z.string().superRefine((uri, context) => {
  try {
    parseStoreAddress(uri)
  } catch (error) {
    if (!(error instanceof StoreAddressInvalid)) throw error
    context.addIssue({ code: 'custom', message: error.advice })
  }
})

const PROXY_NAMES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** Addresses and networks with commas between them. */
const addressList = z.string().transform((text, context) =>
  text.split(',').map((part) => {
    const known = PROXY_NAMES.find((name) => name === part.trim()) ?? canonicalAddress(part)
    if (known === undefined)
      context.addIssue({ code: 'custom', message: `write addresses, networks or ${PROXY_NAMES.join(', ')}` })
    return known ?? ''
  }),
)

/** `9464`, or `host:9464`. */
const metricsPlace = z.string().transform((text, context) => {
  const { host = '127.0.0.1', port = '' } = /^(?:(?<host>[^:]+|\[[^\]]+\]):)?(?<port>\d{1,5})$/.exec(text)?.groups ?? {}
  if (port === '' || Number(port) > 65_535)
    context.addIssue({ code: 'custom', message: 'write a port, or host:port, for example 127.0.0.1:9464' })
  return { host, port: Number(port) }
})

/** `host`, or `host:port`; Temporal's client knows no scheme. */
const hostAndPort = z
  .string()
  .refine(
    (text) => /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(text) && URL.canParse(`tcp://${text}`),
    'write host:port, for example 127.0.0.1:7233',
  )

const KEYS = {
  OPENAI_API_KEY: z.string().optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  AZURE_OPENAI_API_KEY: z.string().optional(),
  CEREBRAS_API_KEY: z.string().optional(),
  COHERE_API_KEY: z.string().optional(),
  DEEPSEEK_API_KEY: z.string().optional(),
  FIREWORKS_API_KEY: z.string().optional(),
  GOOGLE_API_KEY: z.string().optional(),
  GROQ_API_KEY: z.string().optional(),
  MISTRAL_API_KEY: z.string().optional(),
  PERPLEXITY_API_KEY: z.string().optional(),
  TOGETHER_AI_API_KEY: z.string().optional(),
  XAI_API_KEY: z.string().optional(),
} satisfies Record<ApiKeyVariable, z.ZodType>

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  HOST: z.string().default('127.0.0.1'),
  TABLETALK_TRUSTED_PROXIES: addressList.optional(),
  TABLETALK_HOME: z.string().default(path.resolve(import.meta.dirname, '../.tabletalk')),
  TABLETALK_CACHE: z.string().optional(),
  XDG_CACHE_HOME: z.string().optional(),
  HOME: z.string().optional(),
  TEMPORAL_ADDRESS: hostAndPort.optional(),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TABLETALK_TASK_QUEUE: z.string().default('tabletalk'),
  TEMPORAL_UI: z.url({ protocol: /^https?$/, message: 'write http://host:port' }).optional(),
  MONGODB_URI: storeAddress.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, message: 'write redis://host:6379 or rediss://…' }).optional(),
  TABLETALK_DATABASE_URL: z.string().optional(),
  TABLETALK_SECRET: z.string().min(32, 'use at least 32 characters').optional(),
  TABLETALK_SECRET_PREVIOUS: z.string().min(32, 'use at least 32 characters').optional(),
  TABLETALK_CODEC_SECRET: z
    .string()
    .min(32, 'use at least 32 characters')
    .regex(/^[\w.~+/-]+=*$/, 'use letters, digits and -._~+/ only')
    .optional(),
  TABLETALK_MODEL: z.string().optional(),
  ...KEYS,
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/, message: 'write http://host:port/path or https://…' }).optional(),
  TABLETALK_MODEL_TIMEOUT: seconds(45, 600),
  TABLETALK_TURN_TIMEOUT: seconds(120, 3_600),
  TABLETALK_QUERY_TIMEOUT: seconds(30, 3_600),
  TABLETALK_ASYNC_TIMEOUT: seconds(3_600, 3_600),
  TABLETALK_ASYNC_QUERY_TIMEOUT: seconds(600, 3_600),
  TABLETALK_STREAM: z.enum(['memory', 'mongo', 'redis']).default('mongo'),
  TABLETALK_LIMITS: z.enum(['memory', 'mongo', 'redis', 'off']).default('mongo'),
  TABLETALK_DATABASE_MEMORY: z.coerce.number().int().min(16).max(65_536).default(400),
  TABLETALK_REDACT: z.stringbool().default(false),
  TABLETALK_WATCH_WORKFLOWS: z.stringbool().default(false),
  TABLETALK_ALLOW_PRIVATE_HOSTS: z.stringbool().optional(),
  TABLETALK_METRICS: metricsPlace.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, message: 'write http://host:4318' }).optional(),
  OTEL_SERVICE_NAME: z.string().default('tabletalk'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

/** Every setting, frozen; the table in README and `.env.example` describe them. */
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
    | {
        readonly name: string
        readonly apiKey?: string
        readonly baseUrl?: string
        readonly callTimeoutMs: number
        /** Without which the model cannot be asked, each with what to do: a package, a key. */
        readonly missing?: readonly string[]
      }
    | undefined
  readonly turnTimeoutMs: number
  readonly queryTimeoutMs: number
  /** For a question that nobody waits for. */
  readonly asyncTimeoutMs: number
  /** For its query, where the database does not say otherwise. */
  readonly asyncQueryTimeoutMs: number
  /** Where the event log of a turn is kept. `memory` only where one process is all there is. */
  readonly stream: 'memory' | 'mongo' | 'redis'
  /** Where requests and running turns are counted. `memory` only where one process is all there is. */
  readonly limits: 'memory' | 'mongo' | 'redis' | 'off'
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
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** Names every setting that is wrong, and never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the settings; the only reader of `process.env`.
 * @throws ConfigError with all mistakes at once
 */
export const readConfig = (environment: Readonly<Record<string, string | undefined>> = process.env): Config => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const held = heldAgainst(Environment.superRefine(needsRedis).superRefine(knowsModel), given)
  if (!held.ok) {
    const mistakes = held.mistakes.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new ConfigError(`These settings are not valid:\n${mistakes.join('\n')}`)
  }
  const env = held.value
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
    },
    mongoUri: env.MONGODB_URI,
    redisUrl: env.REDIS_URL,
    databaseUrl: env.TABLETALK_DATABASE_URL,
    secret: env.TABLETALK_SECRET,
    previousSecrets: env.TABLETALK_SECRET_PREVIOUS === undefined ? [] : [env.TABLETALK_SECRET_PREVIOUS],
    codecSecret: env.TABLETALK_CODEC_SECRET,
    model: modelSettings(env),
    turnTimeoutMs: env.TABLETALK_TURN_TIMEOUT * 1000,
    queryTimeoutMs: env.TABLETALK_QUERY_TIMEOUT * 1000,
    asyncTimeoutMs: env.TABLETALK_ASYNC_TIMEOUT * 1000,
    asyncQueryTimeoutMs: env.TABLETALK_ASYNC_QUERY_TIMEOUT * 1000,
    stream: env.TABLETALK_STREAM,
    limits: env.TABLETALK_LIMITS,
    databaseMemoryBytes: env.TABLETALK_DATABASE_MEMORY * 1024 * 1024,
    redact: env.TABLETALK_REDACT,
    watchWorkflows: env.TABLETALK_WATCH_WORKFLOWS,
    allowPrivateHosts: env.TABLETALK_ALLOW_PRIVATE_HOSTS,
    metrics: env.TABLETALK_METRICS,
    traces:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: env.OTEL_SERVICE_NAME },
    logLevel: env.LOG_LEVEL,
  })
}

const needsRedis = (env: z.infer<typeof Environment>, context: z.RefinementCtx): void => {
  const users = (['TABLETALK_STREAM', 'TABLETALK_LIMITS'] as const).filter((name) => env[name] === 'redis')
  if (users.length > 0 && env.REDIS_URL === undefined)
    context.addIssue({ code: 'custom', path: ['REDIS_URL'], message: `${users.join(' and ')}=redis needs it` })
}

/** Whoever is nobody's model would be found out by the first question only. */
const knowsModel = (env: z.infer<typeof Environment>, context: z.RefinementCtx): void => {
  const { TABLETALK_MODEL: name, OPENAI_BASE_URL: url } = env
  if (name !== undefined && namedModel(name, url !== undefined) === undefined)
    context.addIssue({
      code: 'custom',
      path: ['TABLETALK_MODEL'],
      message: 'nobody is known who has such a model; name its provider, for example openai:gpt-5-mini',
    })
}

/** The key and the address of the provider that the model names; those of others stay where they are. */
const modelSettings = (env: z.infer<typeof Environment>): Config['model'] => {
  if (env.TABLETALK_MODEL === undefined) return undefined
  const named = namedModel(env.TABLETALK_MODEL, env.OPENAI_BASE_URL !== undefined)
  const keyVariable = MODEL_PROVIDERS[named?.provider ?? '']?.keyVariable
  const apiKey = keyVariable === undefined ? undefined : env[keyVariable]
  const baseUrl = named?.provider === 'openai' ? env.OPENAI_BASE_URL : undefined
  const absent = missingPackage(named?.provider ?? '')
  const missing = [
    ...(absent === undefined ? [] : [`the package ${absent} (npm install ${absent})`]),
    ...(keyVariable === undefined || apiKey !== undefined || baseUrl !== undefined ? [] : [keyVariable]),
  ]
  return {
    name: env.TABLETALK_MODEL,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(missing.length === 0 ? {} : { missing }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    callTimeoutMs: env.TABLETALK_MODEL_TIMEOUT * 1000,
  }
}
