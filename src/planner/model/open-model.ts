import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { ConfigurableModel } from 'langchain/chat_models/universal'
import { lenientFetch } from './lenient-fetch.ts'
import type { ModelSettings } from './model-settings.ts'

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
  readonly additional_kwargs: { readonly [key: string]: unknown }
  readonly response_metadata: { readonly [key: string]: unknown }
  readonly usage_metadata?: { readonly input_tokens: number; readonly output_tokens: number } | undefined
}

/** Opens the configured model for one way of asking; each way is opened once. */
export interface ModelOpener {
  readonly capability: Capability
  open(capability: Capability, jsonSchema: object | undefined): Promise<StreamingModel>
}

const OPENAI_URL = 'https://api.openai.com/v1'

/** Nothing is loaded or contacted before the first `open`. */
export const modelOpener = (settings: ModelSettings): ModelOpener => {
  const opened = new Map<string, Promise<StreamingModel>>()
  const openAi = isOpenAi(settings)
  return {
    // Only OpenAI's own protocol has this field; others get the format in words.
    capability: { replyFormat: openAi ? 'json_schema' : 'none', streamUsage: true },
    open: (capability, jsonSchema) => {
      const format = openAi ? responseFormat(capability, jsonSchema) : {}
      const way = JSON.stringify([format, capability.streamUsage])
      const model = opened.get(way) ?? openModel(settings, openAi, capability.streamUsage, format)
      opened.set(way, model)
      return model
    },
  }
}

const openModel = async (
  settings: ModelSettings,
  openAi: boolean,
  streamUsage: boolean,
  modelKwargs: object,
): Promise<StreamingModel> => {
  // Loaded late: the built-in planner never pays for it. The sub-path leaves out LangChain's agents.
  const { initChatModel } = await import('langchain/chat_models/universal')
  if (!openAi) return streaming(await initChatModel(settings.model, { maxRetries: 0, ...keyOf(settings) }))
  if (settings.apiKey === undefined && settings.baseUrl === undefined) throw new Error('OPENAI_API_KEY is not set')
  const model = await initChatModel(settings.model.replace(/^openai:/, ''), {
    modelProvider: 'openai',
    maxRetries: 0,
    timeout: settings.callTimeoutMs,
    modelKwargs,
    streamUsage,
    // Servers without keys still get a header, because the client refuses to be made without one.
    apiKey: settings.apiKey ?? 'none',
    configuration: { baseURL: settings.baseUrl ?? OPENAI_URL, fetch: lenientFetch },
  })
  return streaming(model)
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

const keyOf = (settings: ModelSettings) => (settings.apiKey === undefined ? {} : { apiKey: settings.apiKey })

/** `openai:name`, and every name without a known provider when a server is given: routers use names of all makers. */
const isOpenAi = ({ model, baseUrl }: ModelSettings): boolean => {
  if (model.startsWith('openai:')) return true
  return baseUrl === undefined ? /^(gpt-|o\d)/.test(model) : !OTHER_PROVIDER.test(model)
}

/** LangChain's names of providers with a client of their own; not `mistral`, which Ollama uses as a model's name. */
const OTHER_PROVIDER =
  /^(anthropic|azure_openai|bedrock|aws|cerebras|cohere|deepseek|fireworks|google|google-genai|google-vertexai|google-vertexai-web|groq|mistralai|ollama|perplexity|together|xai):/

const responseFormat = ({ replyFormat }: Capability, schema: object | undefined): object => {
  if (schema === undefined || replyFormat === 'none') return {}
  if (replyFormat === 'json_object') return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { name: 'draft', strict: true, schema } } }
}
