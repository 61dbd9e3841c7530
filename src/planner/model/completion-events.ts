import { createParser } from 'eventsource-parser'
import { sliceTimer } from '../../platform/values/sliced.ts'

/** Limits of an unstreamed body, of an event, and of a stream; nothing longer is a chat completion. */
const WHOLE_LENGTH_MAX = 500_000
const EVENT_LENGTH_MAX = 250_000
const STREAM_LENGTH_MAX = 20_000_000

/** The parser searches both kinds of line ends from every line on, so it is fed small pieces. */
const FED_LENGTH = 2_048

interface CompletionEvent {
  readonly data: string
  /** True if the data is an unstreamed reply. */
  readonly isWhole: boolean
}

/**
 * The data of each server-sent event; a body that is one JSON object counts as one event. Yields to the event loop when
 * much arrives at once. Ends if a limit is exceeded.
 */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<CompletionEvent> {
  const breathe = sliceTimer()
  const decoder = new TextDecoder()
  const ready: CompletionEvent[] = []
  let isTooLong = false
  const parser = createParser({
    onEvent: ({ data }) => ready.push({ data, isWhole: false }),
    onError: ({ type }) => {
      isTooLong ||= type === 'max-buffer-size-exceeded'
    },
    maxBufferSize: EVENT_LENGTH_MAX,
  })
  const whole: string[] = []
  let kind: 'unknown' | 'whole' | 'events' = 'unknown'
  let length = 0
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true })
    length += text.length
    if (kind === 'unknown') kind = kindOf(text)
    if (kind === 'whole') whole.push(text)
    if (length > (kind === 'events' ? STREAM_LENGTH_MAX : WHOLE_LENGTH_MAX)) return
    for (let at = 0; kind === 'events' && at < text.length; at += FED_LENGTH) {
      parser.feed(text.slice(at, at + FED_LENGTH))
      for (const event of ready.splice(0)) {
        yield event
        await breathe()
      }
      if (isTooLong) return
      await breathe()
    }
  }
  if (kind === 'whole') yield { data: whole.join(''), isWhole: true }
  if (kind !== 'events') return
  // A server that closes right after its last line left out the empty line that ends the event.
  parser.feed('\n\n')
  yield* ready
}

const kindOf = (text: string): 'unknown' | 'whole' | 'events' => {
  const start = text.trimStart()
  return start === '' ? 'unknown' : start.startsWith('{') ? 'whole' : 'events'
}
