import type { z } from 'zod'
import { MODEL_PROVIDERS, namedModel } from '../../planner/model/model-providers.ts'

/** Settings with names of models. */
const MODEL_VARIABLES = ['TABLETALK_MODEL', 'TABLETALK_WORDING_MODEL', 'TABLETALK_FALLBACK_MODEL'] as const

/** Names of providers with embeddings. */
const EMBEDDING = Object.keys(MODEL_PROVIDERS).filter((name) => MODEL_PROVIDERS[name]?.embeddings !== undefined)

type NamedModels = { readonly [Variable in (typeof MODEL_VARIABLES)[number]]?: string | undefined } & {
  readonly TABLETALK_EMBEDDING_MODEL?: string | undefined
  readonly TABLETALK_FALLBACK_ON_QUOTA?: boolean | undefined
  readonly OPENAI_BASE_URL?: string | undefined
  readonly TABLETALK_MODEL_MAX_TOKENS?: number | undefined
}

/** Checks the settings of models at startup: an unknown provider would otherwise only be noticed by a question. */
export const checkModels = (env: NamedModels, context: z.RefinementCtx): void => {
  const add = (path: keyof NamedModels, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  for (const variable of MODEL_VARIABLES) {
    const name = env[variable]
    if (name === undefined) continue
    if (env.TABLETALK_MODEL === undefined) add(variable, 'requires TABLETALK_MODEL, the model that drafts queries')
    const named = namedModel(name, env.OPENAI_BASE_URL !== undefined)
    if (named === undefined) add(variable, 'unknown model: add its provider, for example openai:gpt-5-mini')
    else if (env.TABLETALK_MODEL_MAX_TOKENS !== undefined && MODEL_PROVIDERS[named.provider]?.maxTokensAs === 'none')
      add('TABLETALK_MODEL_MAX_TOKENS', `is not supported by ${named.provider}, the provider of ${variable}: unset it`)
  }
  const embedding = env.TABLETALK_EMBEDDING_MODEL
  if (embedding !== undefined) {
    if (env.TABLETALK_MODEL === undefined)
      add('TABLETALK_EMBEDDING_MODEL', 'requires TABLETALK_MODEL: embeddings select tables for the model only')
    const named = namedModel(embedding, env.OPENAI_BASE_URL !== undefined)
    if (MODEL_PROVIDERS[named?.provider ?? '']?.embeddings === undefined)
      add(
        'TABLETALK_EMBEDDING_MODEL',
        `has no known provider of embeddings; use one of ${EMBEDDING.join(', ')}, for example openai:text-embedding-3-small`,
      )
  }
  if (env.TABLETALK_FALLBACK_ON_QUOTA === true && env.TABLETALK_FALLBACK_MODEL === undefined)
    add('TABLETALK_FALLBACK_ON_QUOTA', 'requires TABLETALK_FALLBACK_MODEL')
  if (env.TABLETALK_MODEL !== undefined && env.TABLETALK_FALLBACK_MODEL === env.TABLETALK_MODEL)
    add('TABLETALK_FALLBACK_MODEL', 'must not be the same model as TABLETALK_MODEL')
}
