import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import type { DemoData } from '../../src/local/home/demo-file.ts'

/** A question to the service. */
interface StreamedQuestion {
  readonly demo: DemoData
  readonly databaseId: string
  readonly question: string
  /** Each question has its own conversation. */
  readonly scope: string
}

export interface StreamedAnswer {
  /** `answered`, or the name of the problem. */
  readonly outcome: string
  /** The answer's text, or the problem's. */
  readonly text: string
  readonly seconds: number
  /** Of all prompts in all calls of the turn, counted by the model's server. */
  readonly promptTokens: number
  readonly replyTokens: number
  readonly calls: number
  /** Faults of the stream; empty if there are none. */
  readonly faults: readonly string[]
}

const Content = z.object({ content: z.string().default('') })
const Stored = z.object({
  content: z.string(),
  metadata: z.object({
    problem: z.string().optional(),
    usage: z.object({ input_tokens: z.number(), output_tokens: z.number(), calls: z.number() }).optional(),
  }),
})
const History = z.object({ data: z.object({ messages: z.tuple([Stored]) }) })

interface Event {
  readonly name: string
  readonly id: string
  readonly content: string
}

/** Longer than any turn takes. */
const SILENT_MS_MAX = 300_000

/** Asks one question as a stream, and reads what was stored. */
export const askStreamed = async ({ demo, databaseId, question, scope }: StreamedQuestion): Promise<StreamedAnswer> => {
  const begun = performance.now()
  const chat = `${demo.base_url}/api/v1/chat`
  const tenant = String(demo.tenants[0]?.id)
  const headers = { 'X-API-Key': demo.org_key, 'X-Tenant-Id': tenant, 'X-Scope-Id': scope }
  const asked = new URLSearchParams({ message: question, database_id: databaseId })
  const response = await fetch(`${chat}/new/stream?${asked}`, { headers, signal: AbortSignal.timeout(SILENT_MS_MAX) })
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}: ${await response.text()}`)
  const events: Event[] = []
  const stream = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { event: name = 'text', id = '', data } of stream)
    events.push({ name, id, content: Content.parse(JSON.parse(data)).content })
  const seconds = (performance.now() - begun) / 1000
  const history = await fetch(`${chat}/history?limit=1`, { headers })
  const [message] = History.parse(await history.json()).data.messages
  const { problem, usage } = message.metadata
  return {
    outcome: problem ?? 'answered',
    text: message.content,
    seconds,
    promptTokens: usage?.input_tokens ?? 0,
    replyTokens: usage?.output_tokens ?? 0,
    calls: usage?.calls ?? 0,
    faults: faultsOf(events, message),
  }
}

/** Checks that events came completely, once, and in order, and that their text is the stored message. */
const faultsOf = (events: readonly Event[], message: z.infer<typeof Stored>): string[] => {
  const faults: string[] = []
  const numbers = events.filter(({ id }) => id !== '').map(({ id }) => Number(id.slice(id.lastIndexOf('.') + 1)))
  if (numbers.some((number, at) => number !== at + 1)) faults.push(`numbers ${numbers.join(' ')}`)
  if (events[0]?.name !== 'start') faults.push(`begins with ${events[0]?.name}`)
  const ends = events.filter(({ name }) => name === 'done' || name === 'error')
  const last = events.at(-1)
  if (ends.length !== 1 || last !== ends[0]) faults.push(`${ends.length} ends, last ${last?.name}`)
  const reset = events.findLastIndex(({ name }) => name === 'reset')
  const text = events
    .slice(reset + 1)
    .map(({ content }) => content)
    .join('')
  if (last?.name === 'done' && text !== message.content) faults.push('its text is not the stored one')
  if (last?.name === 'error' && message.metadata.problem === undefined) faults.push('an error that is not stored')
  return faults
}
