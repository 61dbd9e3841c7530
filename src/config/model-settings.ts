import type { Config } from '../config.ts'
import { MODEL_PROVIDERS, missingPackage, namedModel } from '../planner/model/model-providers.ts'
import type { Env } from './environment.ts'

/** The key and the address of the provider that the model names; those of others stay where they are. */
export const modelSettings = (env: Env): Config['model'] => {
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
    contextTokens: env.TABLETALK_CONTEXT_TOKENS,
  }
}
