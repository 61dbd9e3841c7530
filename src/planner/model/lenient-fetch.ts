import { createParser } from 'eventsource-parser'

/** Beyond this an unstreamed body is no chat completion. */
const BODY_LENGTH_MAX = 4_000_000

/**
 * A `fetch` between LangChain and OpenAI-compatible servers that turns what they send for a stream into what LangChain
 * expects: an unstreamed reply, whatever its content type, becomes a stream; deltas without `role` get one (without it
 * LangChain loses the token counts); `message` in place of `delta` and content in parts are understood; unreadable
 * events are skipped. A stream that ends without `finish_reason` or `[DONE]` stays recognizable as cut.
 */
export const lenientFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (!response.ok) return response
  const headers = new Headers(response.headers)
  headers.set('content-type', 'text/event-stream')
  for (const name of ['content-length', 'content-encoding']) headers.delete(name)
  const events = repairedEvents(response.body ?? new ReadableStream({ start: (controller) => controller.close() }))
  return new Response(ReadableStream.from(events), { status: 200, headers })
}

async function* repairedEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const progress = { finished: false, done: false }
  for await (const data of eventData(body)) {
    if (data === '[DONE]') {
      progress.done = true
      break
    }
    const chunk = repairedChunk(data)
    if (chunk === undefined) continue
    if (chunk.choices.some((choice) => typeof choice.finish_reason === 'string')) progress.finished = true
    yield encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  if (progress.done && !progress.finished) {
    const end = { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'stop' }] }
    yield encoder.encode(`data: ${JSON.stringify(end)}\n\n`)
  }
  yield encoder.encode('data: [DONE]\n\n')
}

/** The data of each server-sent event; a body that is one JSON object counts as one event and the end. */
async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const ready: string[] = []
  const parser = createParser({ onEvent: (event) => ready.push(...separated(event.data)) })
  let whole: string | undefined
  let begun = false
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true })
    if (!begun && text.trim() === '') continue
    if (!begun && text.trimStart().startsWith('{')) whole = ''
    begun = true
    if (whole === undefined) parser.feed(text)
    else whole += text
    if ((whole?.length ?? 0) > BODY_LENGTH_MAX) return
    yield* ready.splice(0)
  }
  if (whole !== undefined) yield* [whole, ...(isJson(whole) ? ['[DONE]'] : [])]
  // A server that closes right after its last line left out the empty line that ends the event.
  parser.feed('\n\n')
  yield* ready
}

/** Some servers separate events by one line break: the parser then joins their data. */
const separated = (data: string): string[] => (data === '[DONE]' || isJson(data) ? [data] : data.split('\n'))

interface Chunk {
  readonly choices: readonly Choice[]
  readonly [key: string]: unknown
}

interface Choice {
  readonly finish_reason?: unknown
  readonly [key: string]: unknown
}

/** Undefined when it is no event that LangChain can use; an `error` is passed on for its caller to judge. */
const repairedChunk = (data: string): Chunk | undefined => {
  const chunk = parsed(data.trim())
  if (!isRecord(chunk)) return undefined
  if (chunk.error !== undefined && chunk.error !== null) return { ...chunk, choices: [] }
  const choices = Array.isArray(chunk.choices) ? chunk.choices.filter(isRecord) : []
  return { ...chunk, choices: choices.map(repairedChoice) }
}

const repairedChoice = ({ message, delta, text, ...rest }: Record<string, unknown>): Choice => {
  const given = isRecord(delta) ? delta : isRecord(message) ? message : { content: text }
  const calls = Array.isArray(given.tool_calls)
    ? { tool_calls: given.tool_calls.filter(isRecord).map((call, index) => ({ index, ...call })) }
    : {}
  return { index: 0, ...rest, delta: { ...given, ...calls, role: 'assistant', content: plainContent(given.content) } }
}

const plainContent = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('')
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isJson = (text: string): boolean => parsed(text) !== undefined

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
