import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { BaseMessageLike } from '@langchain/core/messages'
import { CONTEXT_TOKENS } from '../../ask/rules/question-context.ts'
import { geminiTransport } from './gemini-transport.ts'
import { lenientFetch } from './lenient-fetch.ts'
import { MODEL_PROVIDERS, type ModelProvider, type NamedModel, namedModel } from './model-providers.ts'
import type { CallSettings, ModelAccess } from './model-settings.ts'
import { uncutFetch } from './ollama-fetch.ts'
import { type FormatKind, type FormatOptions, formatsOf } from './provider-formats.ts'
import { straightFetch } from './straight-fetch.ts'

/** What an endpoint takes, found out by its refusals: `structured-call.ts`. */
export interface Capability {
  readonly replyFormat: FormatKind
  readonly streamUsage: boolean
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
  /** Other questions begin with the same messages up to this one: a provider's cache may keep them. */
  readonly isStable?: boolean
}

/** The part of LangChain's chat models that the planner uses. */
export interface StreamingModel {
  /** Tokens of prompt and reply that its server was asked to make room for; undefined where it is not asked. */
  readonly windowTokens?: number | undefined
  stream(messages: readonly ChatMessage[], signal: AbortSignal): Promise<AsyncIterable<ModelChunk>>
}

/** The part of LangChain's message chunks that the planner reads. */
export interface ModelChunk {
  readonly text: string
  /** A text, or blocks of which some are what the model thinks. */
  readonly content?: unknown
  /** Where a structured answer is one: its pieces add up as those of a text do. */
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

/** Makes the configured model ready for one call, in one way of asking. */
export interface ModelOpener {
  /** What is asked for as long as nothing was refused. */
  readonly capability: Capability
  /** From the strictest to words alone. */
  readonly kinds: readonly FormatKind[]
  open(capability: Capability, jsonSchema: object | undefined): Promise<StreamingModel>
}

const OPENAI_URL = 'https://api.openai.com/v1'

/** Nothing is loaded or contacted before the first `open`. */
export const modelOpener = (settings: OpenedModel): ModelOpener => {
  const named = namedModel(settings.model, settings.baseUrl !== undefined)
  const { kinds, options, marksCache } = formatsOf(named?.provider ?? '')
  return {
    // Only OpenAI's own protocol has to be asked for token counts.
    capability: { replyFormat: kinds[0] ?? 'none', streamUsage: named?.provider === 'openai' },
    kinds,
    async open({ replyFormat, streamUsage }, schema) {
      if (named === undefined) throw new Error('No provider is known for this name of a model')
      const format = schema === undefined || replyFormat === 'none' ? {} : options(replyFormat, schema)
      // A client for one call. Some take no signal, and to stop a call of Ollama's would stop all others of its client.
      let ended: AbortSignal | undefined
      const untilEnded: typeof fetch = (input, init) => {
        const signals = [ended, init?.signal].filter((signal) => signal != null)
        return straightFetch(input, { ...init, signal: AbortSignal.any(signals) })
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
  // Loaded late: the built-in planner never pays for it. The sub-path leaves out LangChain's agents.
  const { initChatModel } = await import('langchain/chat_models/universal')
  const row = MODEL_PROVIDERS[provider] ?? {}
  const isOpenAi = provider === 'openai'
  // Some clients look for OpenAI's key where they are given none.
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
  // Servers without keys still get a header, because the client refuses to be made without one.
  apiKey: settings.apiKey ?? 'none',
  configuration: { baseURL: settings.baseUrl ?? OPENAI_URL, fetch: lenientFetch(fetch) },
})

/** Where a client goes and how: never by what it reads of the environment by itself, and redirects are refused where it lets us. */
const reachOf = (
  { providerUrl }: OpenedModel,
  { address, takesFetch }: ModelProvider,
  fetch: typeof globalThis.fetch,
) => ({
  ...(address === undefined ? {} : { [address.as]: providerUrl ?? address.own }),
  ...(takesFetch === 'configuration' || takesFetch === 'clientOptions' ? { [takesFetch]: { fetch } } : {}),
  ...(takesFetch === 'httpClient' ? { httpClient: { request: fetch } } : {}),
  ...(takesFetch === 'fetch' ? { fetch: uncutFetch(fetch) } : {}),
})

/** What was said of temperature and length, by the names that the client of a provider has for them. */
const limitsOf = ({ temperature, maxTokens }: CallSettings, { maxTokensAs: field }: ModelProvider): object => ({
  ...(temperature === undefined ? {} : { temperature }),
  ...(maxTokens === undefined || field === 'none' ? {} : { [field ?? 'maxTokens']: maxTokens }),
})

/** Beside tables and values: rules, the conversation, a correction. */
const REST_TOKENS = 4_096
const REPLY_TOKENS = 2_048

/**
 * The window that Ollama is asked for, whose own is small. The same for every call of a model: another one loads it anew.
 * A token is counted as four characters, and names and numbers have more.
 */
const windowOf = ({ contextTokens = CONTEXT_TOKENS, maxTokens = REPLY_TOKENS }: CallSettings): number =>
  Math.ceil((contextTokens * 1.5 + REST_TOKENS + maxTokens) / 1_024) * 1_024

const messageOf = ({ role, content, isStable }: ChatMessage, marksCache: boolean): BaseMessageLike =>
  isStable === true && marksCache
    ? { role, content: [{ type: 'text', text: content, cache_control: { type: 'ephemeral' } }] }
    : { role, content }

/**
 * Keeps questions, schemas and rows from LangSmith even when the environment asks for its tracing: LangChain adds its
 * tracer only where no handler has this name.
 */
class NoTracing extends BaseCallbackHandler {
  override readonly name = 'langchain_tracer'
}
