import type { Config, ConfiguredModel } from '../../config.ts'
import { MODEL_PROVIDERS, missingPackage, namedModel } from '../../planner/model/model-providers.ts'
import type { Env } from './environment.ts'

/** The configured models with the keys and base URLs of their providers. */
export const modelSettings = (env: Env): Config['model'] => {
  if (env.TABLETALK_MODEL === undefined) return undefined
  const { TABLETALK_WORDING_MODEL: wording, TABLETALK_FALLBACK_MODEL: fallback } = env
  const embedding = env.TABLETALK_EMBEDDING_MODEL
  const { TABLETALK_MODEL_TEMPERATURE: temperature, TABLETALK_MODEL_MAX_TOKENS: maxTokens } = env
  return {
    ...configured(env, env.TABLETALK_MODEL),
    ...(wording === undefined || wording === env.TABLETALK_MODEL ? {} : { wording: configured(env, wording) }),
    ...(fallback === undefined ? {} : { fallback: configured(env, fallback) }),
    ...(env.TABLETALK_FALLBACK_ON_QUOTA ? { fallbackOnQuota: true } : {}),
    ...(embedding === undefined ? {} : { embedding: configured(env, embedding) }),
    callTimeoutMs: env.TABLETALK_MODEL_TIMEOUT * 1000,
    contextTokens: env.TABLETALK_CONTEXT_TOKENS,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  }
}

/** A model with the key and the base URL of its provider only. */
const configured = (env: Env, name: string): ConfiguredModel => {
  const named = namedModel(name, env.OPENAI_BASE_URL !== undefined)
  const { keyVariable, address } = MODEL_PROVIDERS[named?.provider ?? ''] ?? {}
  const apiKey = keyVariable === undefined ? undefined : env[keyVariable]
  const baseUrl = named?.provider === 'openai' ? env.OPENAI_BASE_URL : undefined
  const providerUrl = address === undefined ? undefined : env[address.variable]
  const absent = missingPackage(named?.provider ?? '')
  const missing = [
    ...(absent === undefined ? [] : [`the package ${absent} (npm install ${absent})`]),
    ...(keyVariable === undefined || apiKey !== undefined || baseUrl !== undefined ? [] : [keyVariable]),
  ]
  return {
    name,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(missing.length === 0 ? {} : { missing }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(providerUrl === undefined ? {} : { providerUrl }),
  }
}
