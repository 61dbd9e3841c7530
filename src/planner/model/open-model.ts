import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { ConfigurableModel } from 'langchain/chat_models/universal'
import { lenientFetch } from './lenient-fetch.ts'
import { MODEL_PROVIDERS, type NamedModel, namedModel } from './model-providers.ts'
import type { CallSettings, ModelAccess } from './model-settings.ts'
import { straightFetch } from './straight-fetch.ts'

/** What an endpoint takes, found out by its refusals: `structured-call.ts`. */
export interface Capability {
  readonly replyFormat: 'json_schema' | 'json_object' | 'none'
  readonly streamUsage: boolean
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** The part of LangChain's chat models that the planner uses. */
export interface StreamingModel {
  stream(messages: readonly ChatMessage[], signal: AbortSignal): Promise<AsyncIterable<ModelChunk>>
}

/** The part of LangChain's message chunks that the planner reads. */
export interface ModelChunk {
  readonly text: string
  /** A text, or blocks of which some are what the model thinks. */
  readonly content?: unknown
  readonly additional_kwargs: { readonly [key: string]: unknown }
  readonly response_metadata: { readonly [key: string]: unknown }
  readonly usage_metadata?:
    | {
        readonly input_tokens: number
        readonly output_tokens: number
        readonly input_token_details?: { readonly cache_read?: number }
      }
    | undefined
}

type OpenedModel = ModelAccess & CallSettings

/** Opens the configured model for one way of asking; each way is opened once. */
export interface ModelOpener {
  readonly capability: Capability
  open(capability: Capability, jsonSchema: object | undefined): Promise<StreamingModel>
}

const OPENAI_URL = 'https://api.openai.com/v1'

/** Nothing is loaded or contacted before the first `open`. */
export const modelOpener = (settings: OpenedModel): ModelOpener => {
  const opened = new Map<string, Promise<StreamingModel>>()
  const named = namedModel(settings.model, settings.baseUrl !== undefined)
  const openAi = named?.provider === 'openai'
  return {
    // Only OpenAI's own protocol has this field; others get the format in words.
    capability: { replyFormat: openAi ? 'json_schema' : 'none', streamUsage: true },
    open: (capability, jsonSchema) => {
      const format = openAi ? responseFormat(capability, jsonSchema) : {}
      const way = JSON.stringify([format, capability.streamUsage])
      const model = opened.get(way) ?? openModel(settings, named, capability.streamUsage, format)
      opened.set(way, model)
      return model
    },
  }
}

const openModel = async (
  settings: OpenedModel,
  named: NamedModel | undefined,
  streamUsage: boolean,
  modelKwargs: object,
): Promise<StreamingModel> => {
  if (named === undefined) throw new Error('No provider is known for this name of a model')
  // Loaded late: the built-in planner never pays for it. The sub-path leaves out LangChain's agents.
  const { initChatModel } = await import('langchain/chat_models/universal')
  const { keyVariable } = MODEL_PROVIDERS[named.provider] ?? {}
  if (named.provider !== 'openai') {
    // Some clients look for OpenAI's key where they are given none.
    if (keyVariable !== undefined && settings.apiKey === undefined) throw new Error(`${keyVariable} is not set`)
    const options = {
      ...{ modelProvider: named.provider, maxRetries: 0 },
      ...{ ...keyOf(settings), ...fetchOf(named.provider), ...limitsOf(settings, named.provider) },
    }
    return streaming(await initChatModel(named.name, options))
  }
  if (settings.apiKey === undefined && settings.baseUrl === undefined) throw new Error('OPENAI_API_KEY is not set')
  const model = await initChatModel(named.name, {
    modelProvider: 'openai',
    maxRetries: 0,
    timeout: settings.callTimeoutMs,
    modelKwargs,
    streamUsage,
    ...limitsOf(settings, 'openai'),
    // Servers without keys still get a header, because the client refuses to be made without one.
    apiKey: settings.apiKey ?? 'none',
    configuration: { baseURL: settings.baseUrl ?? OPENAI_URL, fetch: lenientFetch },
  })
  return streaming(model)
}

/** What was said of temperature and length, by the names that the client of a provider has for them. */
const limitsOf = ({ temperature, maxTokens }: CallSettings, provider: string): object => {
  const field = MODEL_PROVIDERS[provider]?.maxTokensAs ?? 'maxTokens'
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined || field === 'none' ? {} : { [field]: maxTokens }),
  }
}

/** Redirects are refused wherever a client lets us. */
const fetchOf = (provider: string): object => {
  const option = MODEL_PROVIDERS[provider]?.takesFetch
  return option === undefined ? {} : { [option]: { fetch: straightFetch } }
}

/**
 * Keeps questions, schemas and rows from LangSmith even when the environment asks for its tracing: LangChain adds its
 * tracer only where no handler has this name.
 */
class NoTracing extends BaseCallbackHandler {
  override readonly name = 'langchain_tracer'
}

const streaming = (model: ConfigurableModel): StreamingModel => ({
  stream: (messages, signal) =>
    model.stream(
      messages.map(({ role, content }): [ChatMessage['role'], string] => [role, content]),
      { signal, callbacks: [new NoTracing()] },
    ),
})

const keyOf = (settings: ModelAccess) => (settings.apiKey === undefined ? {} : { apiKey: settings.apiKey })

const responseFormat = ({ replyFormat }: Capability, schema: object | undefined): object => {
  if (schema === undefined || replyFormat === 'none') return {}
  if (replyFormat === 'json_object') return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { name: 'draft', strict: true, schema } } }
}
