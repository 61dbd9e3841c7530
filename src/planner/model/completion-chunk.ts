import { isRecord } from './is-record.ts'
import { isThought, reasoningOf } from './reasoning-of.ts'

/** The known fields of an event for LangChain, which reduces what is copied along a stream. */
export interface Chunk {
  readonly choices: readonly Choice[]
  readonly usage?: Usage
  readonly error?: unknown
}

interface Choice {
  readonly index: 0
  readonly delta: { readonly role: 'assistant'; readonly content: string; readonly reasoning_content?: string }
  readonly finish_reason: string | null
}

interface Usage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly prompt_tokens_details: { readonly cached_tokens: number }
}

/** More than any caller reads. */
const TEXT_LENGTH_MAX = 120_000
const FACT_LENGTH_MAX = 2_000
const PARTS_MAX = 500
const LINES_MAX = 500

/** The chunks of an event, and the end marker. */
export const chunksOf = (data: string): (Chunk | 'end')[] => {
  if (isEnd(data)) return ['end']
  const value = parsed(data)
  if (value !== undefined) return chunkOf(value)
  // Some servers separate events by one line break: the parser then joins their data.
  const lines = data.split('\n', LINES_MAX + 1)
  if (lines.length === 1 || lines.length > LINES_MAX) return []
  return lines.flatMap((line): (Chunk | 'end')[] => (isEnd(line) ? ['end'] : chunkOf(parsed(line))))
}

const isEnd = (data: string): boolean => data.trim() === '[DONE]'

/** Empty if LangChain cannot use the event; an `error` is passed on for its caller to classify. */
const chunkOf = (value: unknown): Chunk[] => {
  if (!isRecord(value)) return []
  if (value.error !== undefined && value.error !== null) return [{ error: errorOf(value.error), choices: [] }]
  const choice: unknown = Array.isArray(value.choices) ? value.choices[0] : undefined
  const usage = isRecord(value.usage) ? { usage: usageOf(value.usage) } : {}
  return [{ choices: isRecord(choice) ? [choiceOf(choice)] : [], ...usage }]
}

const choiceOf = ({ message, delta, text, finish_reason: finish }: Record<string, unknown>): Choice => {
  const given = isRecord(delta) ? delta : isRecord(message) ? message : { content: text }
  const thought = reasoningOf({ additional_kwargs: given, content: given.content })
  return {
    index: 0,
    delta: {
      role: 'assistant',
      content: `${textOf(given.content)}${argumentsOf(given.tool_calls)}`.slice(0, TEXT_LENGTH_MAX),
      ...(thought !== '' ? { reasoning_content: thought.slice(0, TEXT_LENGTH_MAX) } : {}),
    },
    // A refusal replaces the content, and ends as a reply does.
    finish_reason: isText(given.refusal) ? 'refusal' : isText(finish) ? finish.slice(0, FACT_LENGTH_MAX) : null,
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((part) => (typeof part.text === 'string' && !isThought(part) ? part.text : ''))
    .join('')
}

/** Where some servers put a structured answer: its chunks are concatenated like text. */
const argumentsOf = (calls: unknown): string =>
  listOf(calls)
    .map(({ function: called }) => (isRecord(called) && typeof called.arguments === 'string' ? called.arguments : ''))
    .join('')

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.slice(0, PARTS_MAX).filter(isRecord) : []

const usageOf = (usage: Record<string, unknown>): Usage => ({
  prompt_tokens: countOf(usage.prompt_tokens),
  completion_tokens: countOf(usage.completion_tokens),
  total_tokens: countOf(usage.total_tokens),
  prompt_tokens_details: {
    cached_tokens: isRecord(usage.prompt_tokens_details) ? countOf(usage.prompt_tokens_details.cached_tokens) : 0,
  },
})

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

const errorOf = (error: unknown): unknown => {
  if (!isRecord(error)) return String(typeof error === 'object' ? '' : error).slice(0, FACT_LENGTH_MAX)
  const facts = ['message', 'type', 'code', 'param'].flatMap((name) => {
    const fact = error[name]
    return typeof fact === 'string' ? [[name, fact.slice(0, FACT_LENGTH_MAX)]] : []
  })
  return Object.fromEntries(facts)
}

const parsed = (text: string): unknown => {
  // Cheaper than a failed parse, of which a stream can cause many.
  if (!/^\s{0,9}\{/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
