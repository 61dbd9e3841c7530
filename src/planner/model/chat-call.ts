import type { ModelUsage } from '../../ask/rules/draft.ts'
import { sliceTimer } from '../../platform/values/sliced.ts'
import { DeadlineExceeded, PromptTooLong, StreamCut } from './model-failure.ts'
import type { ChatMessage, ModelChunk, StreamingModel } from './open-model.ts'
import { reasoningOf } from './reasoning-of.ts'
import type { Thoughts } from './thoughts.ts'

export interface ChatCall {
  readonly model: StreamingModel
  readonly messages: readonly ChatMessage[]
  /** Cancels: the connection is closed, and the signal's reason is thrown. */
  readonly signal: AbortSignal
  /** Deadline of the call, on the clock of `performance.now()`. */
  readonly deadline: number
  readonly idleTimeoutMs: number
  /** A longer text ends the call as if the model had reached its own limit. */
  readonly lengthMax: number
  /** Receives the model's reasoning, which is no part of its reply. */
  readonly thoughts?: Thoughts | undefined
  /** Called with the usage of a call that `signal` aborted, because its error does not carry it. */
  readonly onCutOff?: (usage: CallUsage) => Promise<void>
}

export interface ChatReply {
  readonly text: string
  readonly finish: Finish
  readonly usage: CallUsage
}

/** Why the text ended: the model finished, a length limit, a refusal of the model or its provider; `cut`: the stream broke off. */
type Finish = 'stop' | 'length' | 'declined' | 'cut'

/** Tokens of one call. */
export type CallUsage = Omit<ModelUsage, 'model'> & { readonly estimated: boolean }

/** A failed call, with its usage and its cause. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly usage: CallUsage

  constructor(cause: unknown, usage: CallUsage) {
    super('The model call failed', { cause })
    this.usage = usage
  }
}

/**
 * One streamed call. Text is passed to `onText` as it arrives, until that returns false; tokens are added up over the
 * chunks, because LangChain's own sum loses them, and estimated from lengths if the server sends none.
 *
 * @throws CallFailed with the tokens spent; the reason of `signal` if that was aborted.
 */
export const chatCall = async (
  call: ChatCall,
  onText: (text: string) => Promise<boolean> = async () => true,
): Promise<ChatReply> => {
  const aborter = new AbortController()
  const signal = AbortSignal.any([call.signal, aborter.signal])
  const progress = new Progress(call)
  const breathe = sliceTimer()
  let listening = false
  const timer = setTimeout(
    () => aborter.abort(new DeadlineExceeded('deadline')),
    Math.max(0, call.deadline - performance.now()),
  )
  try {
    call.signal.throwIfAborted()
    progress.sent = true
    const stream = await unlessAborted(call.model.stream(call.messages, signal), signal)
    const chunks = stream[Symbol.asyncIterator]()
    for (;;) {
      const next = await unlessAborted(chunks.next(), signal, progress.speaking ? call.idleTimeoutMs : undefined)
      if (next.done === true) break
      const text = progress.take(next.value)
      listening = true
      const more = text === '' || (await onText(text))
      listening = false
      await breathe()
      if (more && !progress.isFull) continue
      progress.finish = 'length'
      break
    }
    if (progress.isPromptCut(call.model.windowTokens)) throw new PromptTooLong('the prompt was cut')
    return progress.reply()
  } catch (error) {
    if (call.signal.aborted && progress.sent) await call.onCutOff?.(progress.usage(true))
    call.signal.throwIfAborted()
    // `onText` failed, not the model.
    if (listening) throw error
    const cause: unknown = aborter.signal.aborted ? aborter.signal.reason : error
    // A model that was still busy has read its prompt, and will be billed for it.
    throw new CallFailed(cause, progress.usage(progress.begun || cause instanceof DeadlineExceeded))
  } finally {
    clearTimeout(timer)
    call.thoughts?.end()
    // Closes the connection of a stream that was not read to its end.
    aborter.abort(new StreamCut('left early'))
  }
}

/** LangChain swallows an abort between chunks, and its timeout ends with the headers, so both are watched here. */
const unlessAborted = async <T>(work: Promise<T>, signal: AbortSignal, idleMs?: number): Promise<T> => {
  work.catch(() => {})
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const timer = idleMs === undefined ? undefined : setTimeout(() => reject(new DeadlineExceeded('silence')), idleMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

/** Where LangChain's clients report why a model stopped: OpenAI's, Anthropic's, Google's and Mistral's, Ollama's. */
const FINISH = ['finish_reason', 'stop_reason', 'finishReason', 'done_reason'] as const

const FINISHES: readonly (readonly [RegExp, Finish])[] = [
  [/length|max_tokens|context_window/i, 'length'],
  [/refus|content_?filter|safety|recitation|blocklist|prohibited|spii/i, 'declined'],
  [/^error$/i, 'cut'],
]

/** A server that counts less than this share of the estimated prompt tokens has cut the prompt; uncut ones count 0.95 to 1.05 of it. */
const READ_SHARE_MIN = 0.75
/** A cut prompt fills its window, whose size is a multiple of this. */
const WINDOW_STEP = 256

class Progress {
  readonly #messages: readonly ChatMessage[]
  readonly #lengthMax: number
  readonly #thoughts: Thoughts | undefined
  readonly #pieces: string[] = []
  #length = 0
  #thought = 0
  #inputTokens = 0
  #cachedInputTokens = 0
  #outputTokens = 0
  #counted = false
  sent = false
  begun = false
  isFull = false
  finish: Finish = 'cut'

  constructor({ messages, lengthMax, thoughts }: ChatCall) {
    this.#thoughts = thoughts
    this.#messages = messages
    this.#lengthMax = lengthMax
  }

  /** Some servers send a first empty chunk while they still read the prompt, which is no start yet. */
  get speaking(): boolean {
    return this.#length + this.#thought > 0
  }

  /** The text of a chunk, within the length limit. */
  take(chunk: ModelChunk): string {
    this.begun = true
    const whole = `${chunk.text}${(chunk.tool_call_chunks ?? []).map(({ args = '' }) => args).join('')}`
    const text = whole.slice(0, this.#lengthMax - this.#length)
    this.isFull = text.length < whole.length
    this.#length += text.length
    this.#pieces.push(text)
    const thought = reasoningOf(chunk)
    this.#thought += thought.length
    this.#thoughts?.take(thought)
    const reasons = FINISH.flatMap((name) => [chunk.response_metadata[name], chunk.additional_kwargs[name]])
    const finish = reasons.find((reason) => typeof reason === 'string')
    if (finish !== undefined && this.finish !== 'declined')
      this.finish = FINISHES.find(([reason]) => reason.test(finish))?.[1] ?? 'stop'
    const usage = chunk.usage_metadata
    if (usage !== undefined) {
      this.#inputTokens += count(usage.input_tokens)
      this.#cachedInputTokens += count(usage.input_token_details?.cache_read)
      // Anthropic reports some of them at the start, and all of them at the end.
      if (chunk.additional_kwargs.stop_reason !== undefined) this.#outputTokens = 0
      this.#outputTokens += count(usage.output_tokens)
      this.#counted = this.#inputTokens > 0 || this.#outputTokens > 0
    }
    return text
  }

  /** Whether a server with a requested window size has read less than it was sent. */
  isPromptCut(windowTokens: number | undefined): boolean {
    const read = this.#inputTokens
    if (windowTokens === undefined || read === 0) return false
    const sent = tokensIn(this.#messages)
    return read >= windowTokens || read < sent * READ_SHARE_MIN || (read < sent && read % WINDOW_STEP === 0)
  }

  reply(): ChatReply {
    return { text: this.#pieces.join(''), finish: this.finish, usage: this.usage() }
  }

  usage(begun = this.begun): CallUsage {
    const calls = this.sent ? 1 : 0
    if (this.#counted) {
      const inputTokens = this.#inputTokens
      // Cached tokens are part of the input, even if a server reports more.
      const cachedInputTokens = Math.min(this.#cachedInputTokens, inputTokens)
      return { inputTokens, cachedInputTokens, outputTokens: this.#outputTokens, calls, estimated: false }
    }
    if (!begun) return { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, calls, estimated: false }
    return {
      inputTokens: tokensIn(this.#messages),
      cachedInputTokens: 0,
      outputTokens: tokens(this.#length + this.#thought),
      calls,
      estimated: true,
    }
  }
}

const count = (value: unknown): number => (typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 0)

/** Estimated tokens of messages. */
export const tokensIn = (messages: readonly ChatMessage[]): number =>
  tokens(messages.reduce((length, message) => length + message.content.length, 0))

/** The usual approximation; LangChain's own counter downloads tables from the network. */
const tokens = (characters: number): number => Math.ceil(characters / 4)
