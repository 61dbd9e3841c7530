import { type Chunk, chunksOf } from './completion-chunk.ts'
import { eventsOf } from './completion-events.ts'
import { decodedHeaders } from './fetch-without-redirects.ts'

/**
 * A `fetch` between LangChain and OpenAI-compatible servers that converts their responses to the stream that LangChain
 * expects: an unstreamed reply of any content type becomes a stream; deltas without `role` get one (without it
 * LangChain loses the token counts); `message` in place of `delta`, content in parts and the arguments of a tool call
 * are treated as text; unreadable events are skipped. A stream that ends without `finish_reason` or `[DONE]` stays
 * recognizable as cut. Nothing else of a reply is passed on, and reading yields to the event loop.
 */
export const lenientFetch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok) return response
    const headers = decodedHeaders(response)
    headers.set('content-type', 'text/event-stream')
    const events = repairedEvents(response.body ?? new ReadableStream({ start: (controller) => controller.close() }))
    return new Response(ReadableStream.from(events), { status: 200, headers })
  }

async function* repairedEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const progress = { finished: false, done: false }
  for await (const { data, isWhole } of eventsOf(body)) {
    const chunks = chunksOf(data)
    for (const chunk of chunks) {
      progress.done ||= chunk === 'end' || isWhole
      if (chunk === 'end') break
      progress.finished ||= chunk.choices.some((choice) => choice.finish_reason !== null)
      yield encoded(chunk)
    }
    if (progress.done) break
  }
  if (progress.done && !progress.finished)
    yield encoded({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'stop' }] })
  yield encoder.encode('data: [DONE]\n\n')
}

const encoder = new TextEncoder()

const encoded = (chunk: Chunk): Uint8Array => encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`)
