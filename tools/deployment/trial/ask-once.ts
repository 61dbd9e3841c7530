import { EventSourceParserStream } from 'eventsource-parser/stream'
import { askerOf, postQuestion } from './post-question.ts'

/** What one question came to, twice: as JSON and as a stream. */
export interface FirstAnswer {
  readonly answer: string
  readonly events: readonly string[]
}

const SCOPE = 'first'
const WITHIN_MS = 120_000

/** Asks over the proxy and reads a stream to its end. @throws Error with what came instead */
export const askOnce = async (address: string, key: string, question: string): Promise<FirstAnswer> => {
  const { body } = await postQuestion({ address, key, scope: SCOPE, text: question })
  const { data }: { data: { message: string } } = JSON.parse(body)
  const stream = await fetch(`${address}/api/v1/chat/new/stream?${new URLSearchParams({ message: question })}`, {
    headers: askerOf(key, SCOPE),
    signal: AbortSignal.timeout(WITHIN_MS),
  })
  if (stream.body === null || stream.status !== 200) throw new Error(`The stream was answered with ${stream.status}`)
  const events: string[] = []
  for await (const { event = 'message' } of stream.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream()))
    events.push(event)
  if (events.at(-1) !== 'done') throw new Error(`The stream ended with ${events.at(-1)}, not with done`)
  return { answer: data.message, events }
}
