import path from 'node:path'
import { z } from 'zod'
import { FAST_QUERY_MS } from '../../access/rules/slot-shares.ts'
import { PROCESSORS } from '../../manage/billing/rules/billing.ts'
import type { ApiKeyVariable, UrlVariable } from '../../planner/model/model-providers.ts'
import { SAMPLERS } from '../tracing/tracing.ts'
import { checkModels } from './check-models.ts'
import { checkPayments } from './check-payments.ts'
import {
  addressList,
  apiKey,
  hostAndPort,
  mailbox,
  mailServer,
  metricsAddress,
  modelUrl,
  pageUrl,
  planPrices,
  processorUrl,
  seconds,
  storeAddress,
  webhookSecrets,
} from './forms.ts'
import { modelPrices } from './model-prices.ts'

/** Base URLs of model providers. */
const URLS = {
  OPENAI_BASE_URL: modelUrl.optional(),
  ANTHROPIC_BASE_URL: modelUrl.optional(),
  GOOGLE_GEMINI_BASE_URL: modelUrl.optional(),
  MISTRAL_BASE_URL: modelUrl.optional(),
  OLLAMA_BASE_URL: modelUrl.optional(),
} satisfies Readonly<Record<UrlVariable | 'OPENAI_BASE_URL', z.ZodType>>

/** API keys of model providers. */
export const PROVIDER_KEYS = {
  OPENAI_API_KEY: apiKey.optional(),
  ANTHROPIC_API_KEY: apiKey.optional(),
  AZURE_OPENAI_API_KEY: apiKey.optional(),
  CEREBRAS_API_KEY: apiKey.optional(),
  COHERE_API_KEY: apiKey.optional(),
  DEEPSEEK_API_KEY: apiKey.optional(),
  FIREWORKS_API_KEY: apiKey.optional(),
  GOOGLE_API_KEY: apiKey.optional(),
  GROQ_API_KEY: apiKey.optional(),
  MISTRAL_API_KEY: apiKey.optional(),
  PERPLEXITY_API_KEY: apiKey.optional(),
  TOGETHER_AI_API_KEY: apiKey.optional(),
  XAI_API_KEY: apiKey.optional(),
} satisfies Record<ApiKeyVariable, z.ZodType>

/** The default data folder of `npm start`. */
export const DEFAULT_HOME = path.resolve(import.meta.dirname, '../../../.tabletalk')

const Shape = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  HOST: z.string().default('127.0.0.1'),
  TABLETALK_TRUSTED_PROXIES: addressList.optional(),
  TABLETALK_HOME: z.string().default(DEFAULT_HOME),
  TABLETALK_CACHE: z.string().optional(),
  XDG_CACHE_HOME: z.string().optional(),
  HOME: z.string().optional(),
  TEMPORAL_ADDRESS: hostAndPort.optional(),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_API_KEY: apiKey.optional(),
  TEMPORAL_TLS: z.stringbool().optional(),
  TEMPORAL_TLS_CLIENT_CERT_PATH: z.string().optional(),
  TEMPORAL_TLS_CLIENT_KEY_PATH: z.string().optional(),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: z.string().optional(),
  TEMPORAL_TLS_SERVER_NAME: z.string().optional(),
  TABLETALK_TASK_QUEUE: z.string().default('tabletalk'),
  TEMPORAL_UI: z.url({ protocol: /^https?$/, message: 'use the form http://host:port' }).optional(),
  MONGODB_URI: storeAddress.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, message: 'use the form redis://host:6379 or rediss://…' }).optional(),
  TABLETALK_DATABASE_URL: z.string().optional(),
  TABLETALK_SECRET: z.string().min(32, 'use at least 32 characters').optional(),
  TABLETALK_SECRET_PREVIOUS: z.string().min(32, 'use at least 32 characters').optional(),
  TABLETALK_CODEC_SECRET: z
    .string()
    .min(32, 'use at least 32 characters')
    .regex(/^[\w.~+/-]+=*$/, 'use letters, digits and -._~+/ only')
    .optional(),
  TABLETALK_MODEL: z.string().optional(),
  TABLETALK_WORDING_MODEL: z.string().optional(),
  TABLETALK_FALLBACK_MODEL: z.string().optional(),
  TABLETALK_FALLBACK_ON_QUOTA: z.stringbool().default(false),
  TABLETALK_EMBEDDING_MODEL: z.string().optional(),
  ...PROVIDER_KEYS,
  ...URLS,
  TABLETALK_MODEL_TIMEOUT: seconds(45, 600),
  TABLETALK_CONTEXT_TOKENS: z.coerce.number().int().min(300).max(200_000).default(6_000),
  TABLETALK_MODEL_TEMPERATURE: z.coerce.number().min(0).max(2).optional(),
  TABLETALK_MODEL_MAX_TOKENS: z.coerce.number().int().min(1).max(1_000_000).optional(),
  TABLETALK_MODEL_PRICES: modelPrices.optional(),
  TABLETALK_TURN_TOKENS: z.coerce.number().int().min(1).max(100_000_000).optional(),
  TABLETALK_TURN_TIMEOUT: seconds(120, 3_600),
  TABLETALK_QUERY_TIMEOUT: seconds(30, 3_600),
  TABLETALK_FAST_QUERY_MS: z.coerce.number().int().min(0).max(10_000).default(FAST_QUERY_MS),
  TABLETALK_ASYNC_TIMEOUT: seconds(3_600, 3_600),
  TABLETALK_ASYNC_QUERY_TIMEOUT: seconds(600, 3_600),
  TABLETALK_STREAM: z.enum(['memory', 'mongo', 'redis']).default('mongo'),
  TABLETALK_LIMITS: z.enum(['memory', 'mongo', 'redis', 'off']).default('mongo'),
  TABLETALK_INDEX_HOURS: z.coerce.number().int().min(0).max(8_760).default(24),
  TABLETALK_DATABASE_MEMORY: z.coerce.number().int().min(16).max(65_536).default(256),
  TABLETALK_REDACT: z.stringbool().default(false),
  TABLETALK_WATCH_WORKFLOWS: z.stringbool().default(false),
  TABLETALK_ALLOW_PRIVATE_HOSTS: z.stringbool().optional(),
  TABLETALK_METRICS: metricsAddress.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, message: 'use the form http://host:4318' }).optional(),
  OTEL_SERVICE_NAME: z.string().default('tabletalk'),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  TABLETALK_MAIL: mailServer.optional(),
  TABLETALK_MAIL_FROM: mailbox.prefault('Tabletalk <tabletalk@localhost>'),
  TABLETALK_PORTAL_URL: pageUrl('https://portal.example.com').optional(),
  TABLETALK_PUBLIC_URL: pageUrl('https://tabletalk.example.com').optional(),
  TABLETALK_PAYMENTS: z.enum(PROCESSORS).default('manual'),
  TABLETALK_STRIPE_KEY: apiKey.optional(),
  TABLETALK_STRIPE_WEBHOOK_SECRET: webhookSecrets.optional(),
  TABLETALK_STRIPE_PRICES: planPrices.optional(),
  TABLETALK_STRIPE_URL: processorUrl.optional(),
  TABLETALK_STRIPE_TIMEOUT: seconds(10, 30),
  TABLETALK_TRIAL_DAYS: z.coerce.number().int().min(1).max(730).optional(),
  TABLETALK_GRACE_DAYS: z.coerce.number().int().min(0).max(365).default(7),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

/** The parsed environment variables. */
export type Env = z.infer<typeof Shape>

const needsRedis = (env: Env, context: z.RefinementCtx): void => {
  const users = (['TABLETALK_STREAM', 'TABLETALK_LIMITS'] as const).filter((name) => env[name] === 'redis')
  if (users.length > 0 && env.REDIS_URL === undefined)
    context.addIssue({ code: 'custom', path: ['REDIS_URL'], message: `is required by ${users.join(' and ')}=redis` })
}

/** The schema of all environment variables of Tabletalk, with checks of their consistency. */
export const Environment = Shape.superRefine(needsRedis).superRefine(checkModels).superRefine(checkPayments)
