import { randomUUID } from 'node:crypto'
import {
  asSchema,
  DefaultChatTransport,
  type HttpChatTransportInitOptions,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from 'ai'

export interface AnswerMetadata {
  readonly turn_id?: string
  readonly conversation_id?: string
  readonly query_type?: string
  readonly problem?: string
}

export type AnswerMessage = UIMessage<AnswerMetadata>
type Chunks = ReadableStream<UIMessageChunk>

/** A stream that was read to its end, or to where it was cut off. */
export interface ReadStream {
  readonly chunks: readonly UIMessageChunk[]
  /** As `readUIMessageStream` assembles it. */
  readonly message: AnswerMessage | undefined
  /** That of the `finish`; undefined if there was none. */
  readonly finishReason: string | undefined
}

/** A page with `useChat`, without React. */
export interface UiChat {
  readonly id: string
  readonly messages: readonly AnswerMessage[]
  /** Sends a new message with the whole history. */
  open(text: string): Promise<Chunks>
  ask(text: string): Promise<ReadStream>
  /** Posts the history again as it was. */
  openAgain(trigger: 'submit-message' | 'regenerate-message'): Promise<Chunks>
  /** As `useChat({ resume: true })`; null: nothing is running. */
  resume(): Promise<Chunks | null>
}

export const userMessage = (text: string, id = randomUUID()): AnswerMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
})

/** @param service its base URL */
export const uiChat = (
  service: string,
  headers: Readonly<Record<string, string>>,
  { id = randomUUID(), ...options }: HttpChatTransportInitOptions<AnswerMessage> & { readonly id?: string } = {},
): UiChat => {
  const api = `${service}/api/v1/chat/ui`
  const transport = new DefaultChatTransport<AnswerMessage>({ api, headers: { ...headers }, ...options })
  const messages: AnswerMessage[] = []
  const send = (trigger: 'submit-message' | 'regenerate-message'): Promise<Chunks> =>
    transport.sendMessages({ chatId: id, messages, trigger, messageId: undefined, abortSignal: undefined })
  const open = async (text: string): Promise<Chunks> => {
    messages.push(userMessage(text))
    return await send('submit-message')
  }
  return {
    id,
    messages,
    open,
    async ask(text) {
      const read = await readChunks(await open(text))
      if (read.message !== undefined) messages.push(read.message)
      return read
    },
    openAgain: send,
    resume: () => transport.reconnectToStream({ chatId: id }),
  }
}

/** Reads a stream, and holds every chunk against the schema of the AI SDK. */
export const readChunks = async (stream: Chunks): Promise<ReadStream> => {
  const chunks: UIMessageChunk[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk)
  } catch (error) {
    // Its connection died with its process.
    if (!(error instanceof TypeError)) throw error
  }
  return await readStream(chunks)
}

export const readStream = async (chunks: readonly UIMessageChunk[]): Promise<ReadStream> => {
  for (const chunk of chunks) {
    const checked = await asSchema(uiMessageChunkSchema).validate?.(chunk)
    if (checked?.success !== true) throw new Error(`not a chunk of the AI SDK: ${JSON.stringify(chunk)}`)
  }
  let message: AnswerMessage | undefined
  const stream = readUIMessageStream<AnswerMessage>({ stream: ReadableStream.from(chunks), onError: () => undefined })
  for await (const read of stream) message = read
  const finish = chunks.findLast((chunk) => chunk.type === 'finish')
  return { chunks, message, finishReason: finish?.type === 'finish' ? finish.finishReason : undefined }
}

export const textOf = ({ message }: ReadStream): string =>
  (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')

export const partsOf = ({ message }: ReadStream, type: string) =>
  (message?.parts ?? []).filter((part) => part.type === type)
