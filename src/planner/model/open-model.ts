import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { BaseMessageLike } from '@langchain/core/messages'
import { CONTEXT_TOKENS } from '../../ask/rules/question-context.ts'
import { fetchWithoutRedirects } from './fetch-without-redirects.ts'
import { geminiTransport } from './gemini-transport.ts'
import { lenientFetch } from './lenient-fetch.ts'
import { MODEL_PROVIDERS, type ModelProvider, type NamedModel, namedModel } from './model-providers.ts'
import type { CallSettings, ModelAccess } from './model-settings.ts'
import { fetchWithoutTruncation } from './ollama-fetch.ts'
import { type FormatKind, type FormatOptions, formatsOf } from './provider-formats.ts'

/** Options that an endpoint accepts, learnt from its rejections: `structured-call.ts`. */
export interface Capability {
  readonly replyFormat: FormatKind
  readonly streamUsage: boolean
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
  /** Other questions share the messages up to this one, so a provider may cache them. */
  readonly isStable?: boolean
}

/** The part of LangChain's chat models that the planner uses. */
export interface StreamingModel {
  /** Window size requested from its server, for prompt and reply; undefined if none is requested. */
  readonly windowTokens?: number | undefined
  stream(messages: readonly ChatMessage[], signal: AbortSignal): Promise<AsyncIterable<ModelChunk>>
}

/** The part of LangChain's message chunks that the planner reads. */
export interface ModelChunk {
  readonly text: string
  /** Text, or blocks of which some are reasoning. */
  readonly content?: unknown
  /** A structured answer as tool call: its chunks are concatenated like text. */
  readonly tool_call_chunks?: readonly { readonly args?: string | undefined }[] | undefined
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

/** Prepares the configured model for one call, with given options. */
export interface ModelOpener {
  /** Undefined if no provider is known for it: then it cannot be opened. */
  readonly named: { readonly provider: string; readonly model: string } | undefined
  /** The initial options, until one is rejected. */
  readonly capability: Capability
  /** From the strictest to plain text. */
  readonly kinds: readonly FormatKind[]
  open(capability: Capability, jsonSchema: object | undefined): Promise<StreamingModel>
}

const OPENAI_URL = 'https://api.openai.com/v1'

/** Nothing is loaded or contacted before the first `open`. */
export const modelOpener = (settings: OpenedModel): ModelOpener => {
  const named = namedModel(settings.model, settings.baseUrl !== undefined)
  const { kinds, options, marksCache } = formatsOf(named?.provider ?? '')
  return {
    named: named && { provider: named.provider, model: named.name },
    // Only OpenAI's own protocol needs a request for token counts.
    capability: { replyFormat: kinds[0] ?? 'none', streamUsage: named?.provider === 'openai' },
    kinds,
    async open({ replyFormat, streamUsage }, schema) {
      if (named === undefined) throw new Error('No provider is known for this name of a model')
      const format = schema === undefined || replyFormat === 'none' ? {} : options(replyFormat, schema)
      // A client per call. Some take no signal, and aborting Ollama's client aborts all its calls.
      let ended: AbortSignal | undefined
      const untilEnded: typeof fetch = (input, init) => {
        const signals = [ended, init?.signal].filter((signal) => signal != null)
        return fetchWithoutRedirects(input, { ...init, signal: AbortSignal.any(signals) })
      }
      const client = await clientOf(settings, named, { ...format, streamUsage, fetch: untilEnded })
      return {
        windowTokens: named.provider === 'ollama' ? windowOf(settings) : undefined,
        stream: (messages, signal) => {
          ended = signal
          const given = messages.map((message) => messageOf(message, marksCache === true))
          return client.stream(given, { signal, callbacks: [new NoTracing()], ...format.call })
        },
      }
    },
  }
}

interface ClientOptions extends FormatOptions {
  readonly streamUsage: boolean
  readonly fetch: typeof fetch
}

const clientOf = async (settings: OpenedModel, { provider, name }: NamedModel, how: ClientOptions) => {
  // Loaded lazily, so that the built-in planner does not pay for it. The sub-path leaves out LangChain's agents.
  const { initChatModel } = await import('langchain/chat_models/universal')
  const row = MODEL_PROVIDERS[provider] ?? {}
  const isOpenAi = provider === 'openai'
  // Some clients look for OpenAI's key if they get none.
  if (row.keyVariable !== undefined && settings.apiKey === undefined && !(isOpenAi && settings.baseUrl !== undefined))
    throw new Error(`${row.keyVariable} is not set`)
  const opened = await initChatModel(name, {
    modelProvider: provider,
    maxRetries: 0,
    ...(settings.apiKey === undefined ? {} : { apiKey: settings.apiKey }),
    ...limitsOf(settings, row),
    ...how.client,
    ...(isOpenAi ? openAiOptions(settings, how) : reachOf(settings, row, how.fetch)),
    ...(provider === 'ollama' ? { numCtx: windowOf(settings) } : {}),
  })
  const client = await opened._getModelInstance()
  if (row.takesFetch === 'transport' && row.address !== undefined) {
    const { apiKey = '', providerUrl: url = row.address.own } = settings
    Reflect.set(client, 'client', geminiTransport({ model: name, url, apiKey, fetch: how.fetch }))
  }
  return client
}

const openAiOptions = (settings: OpenedModel, { streamUsage, fetch }: ClientOptions): object => ({
  timeout: settings.callTimeoutMs,
  streamUsage,
  // Servers without keys still get a header, because the client cannot be constructed without one.
  apiKey: settings.apiKey ?? 'none',
  configuration: { baseURL: settings.baseUrl ?? OPENAI_URL, fetch: lenientFetch(fetch) },
})

/** Address, credentials and `fetch` of a client: never from the environment that it reads itself, and redirects are refused if it allows that. */
const reachOf = (
  { providerUrl }: OpenedModel,
  { address, takesFetch }: ModelProvider,
  fetch: typeof globalThis.fetch,
) => ({
  ...(address === undefined ? {} : { [address.as]: providerUrl ?? address.own }),
  ...(takesFetch === 'configuration' || takesFetch === 'clientOptions' ? { [takesFetch]: { fetch } } : {}),
  ...(takesFetch === 'httpClient' ? { httpClient: { request: fetch } } : {}),
  ...(takesFetch === 'fetch' ? { fetch: fetchWithoutTruncation(fetch) } : {}),
})

/** Temperature and reply length, under the option names of the provider's client. */
const limitsOf = ({ temperature, maxTokens }: CallSettings, { maxTokensAs: field }: ModelProvider): object => ({
  ...(temperature === undefined ? {} : { temperature }),
  ...(maxTokens === undefined || field === 'none' ? {} : { [field ?? 'maxTokens']: maxTokens }),
})

/** For everything beside tables and values: rules, the conversation, a correction. */
const REST_TOKENS = 4_096
const REPLY_TOKENS = 2_048

/**
 * The window size requested from Ollama, whose default is small. Constant per model, because another size reloads it. A
 * token is estimated as four characters, but names and numbers have more tokens.
 */
const windowOf = ({ contextTokens = CONTEXT_TOKENS, maxTokens = REPLY_TOKENS }: CallSettings): number =>
  Math.ceil((contextTokens * 1.5 + REST_TOKENS + maxTokens) / 1_024) * 1_024

const messageOf = ({ role, content, isStable }: ChatMessage, marksCache: boolean): BaseMessageLike =>
  isStable === true && marksCache
    ? { role, content: [{ type: 'text', text: content, cache_control: { type: 'ephemeral' } }] }
    : { role, content }

/**
 * Keeps questions, schemas and rows from LangSmith even if the environment enables its tracing: LangChain adds its
 * tracer only if no handler has this name.
 */
class NoTracing extends BaseCallbackHandler {
  override readonly name = 'langchain_tracer'
}
