import { isObject } from './tabletalk-error.ts'

type Fields = Readonly<Record<string, unknown>>

/** Whether the `data` of a response is the answer to a question. */
export const isAnswer = ({ message, conversation_id }: Fields): boolean =>
  typeof message === 'string' && typeof conversation_id === 'string'

/** The name of an event, and its data. */
export type NamedData = readonly [event: string, data: Fields]

/**
 * The events of an answer that came as one JSON document (`POST /chat/message`), as from a service or a proxy that does not
 * stream.
 */
export const eventsOfAnswer = (answer: Fields): readonly NamedData[] => {
  const { message, results, row_count, truncated, shortened, suggestions, choices, parts, chart, ...rest } = answer
  const { turn_id, conversation_id, message_id, execution_time_ms = 0 } = rest
  const rows = listOf(results).filter(isObject)
  const query = { query_id: turn_id ?? '', columns: columnsOf(rows), rows, row_count: row_count ?? rows.length }
  const cut = { truncated: truncated === true, ...(Array.isArray(shortened) ? { shortened } : {}) }
  const event = (name: string, data: Fields): NamedData => [name, { content: '', ...data }]
  return [
    ...(typeof turn_id === 'string' ? [event('start', { turn_id, conversation_id, message_id, attempt: 1 })] : []),
    ...(rows.length > 0 ? [event('results', { ...query, ...cut, execution_time_ms })] : []),
    ...(isObject(chart) ? [event('chart', { ...chart, query_id: query.query_id })] : []),
    ...listOf(parts).filter(isObject).flatMap(eventsOfPart),
    event('message', { content: message }),
    ...(listOf(suggestions).length > 0 ? [event('suggestions', { suggestions })] : []),
    ...(listOf(choices).length > 0 ? [event('choices', { choices })] : []),
    event('done', { ...rest, message, finish_reason: 'stop', ...(Array.isArray(choices) ? { choices } : {}) }),
  ]
}

const eventsOfPart = ({ chart, ...part }: Fields): readonly NamedData[] => [
  ['results', { content: '', execution_time_ms: 0, ...part }],
  ...(isObject(chart) ? [['chart', { content: '', ...chart, query_id: part.query_id }] as const] : []),
]

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A whole answer has no column names. */
const columnsOf = (rows: readonly Fields[]) =>
  Object.keys(rows[0] ?? {}).map((name) => ({ name, type: typeOf(rows.map((row) => row[name])) }))

const typeOf = (values: readonly unknown[]): string => {
  const types = new Set(values.filter((value) => value !== null && value !== undefined).map((value) => typeof value))
  const [type, another] = types
  if (type === undefined) return 'null'
  if (another !== undefined) return 'mixed'
  return type === 'number' || type === 'boolean' ? type : 'text'
}
