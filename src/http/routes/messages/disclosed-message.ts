import type { AnswerDisclosure } from '../../../access/rules/disclosure.ts'
import { type AnswerNames, namesOf, UNKNOWN_NAMES } from '../../../ask/rules/answer-names.ts'
import { type Message, turnOfAnswer } from '../../../ask/rules/history/message.ts'
import { storedChart } from '../../../charts/rules/chart-picture.ts'
import { isProblemName, problemRow } from '../../../platform/problems/problem.ts'
import type { Json } from '../../../platform/values/json.ts'
import { type Disclosed, disclosed } from '../../disclosed.ts'

type Metadata = Message['metadata']
type Dictionary = Readonly<Record<string, Json>>

/** A message of the history as a public key receives it. A question is shown as it was asked. */
export const disclosedMessage = <Stored extends Pick<Message, 'id' | 'content' | 'metadata'>>(
  disclosure: AnswerDisclosure,
  message: Stored,
): Stored => {
  const { id, content, metadata } = message
  // Metadata of appended messages is the customer's.
  if (turnOfAnswer(id) === undefined) return { ...message, metadata: without(metadata, ['receipt']) }
  const { problem } = metadata
  const shown = disclosed(disclosure, namesIn(metadata))
  const isFailure = typeof problem === 'string' && isProblemName(problem) && problem !== 'turn_cancelled'
  const text = isFailure && !disclosure.names ? problemRow(problem).message : shown.text(content)
  return { ...message, content: text, metadata: answerMetadata(metadata, disclosure, shown) }
}

const answerMetadata = (metadata: Metadata, disclosure: AnswerDisclosure, shown: Disclosed): Metadata => {
  const { sources, usage, parts, view } = metadata
  const { names, assumptions, receipts } = disclosure
  const rest = without(metadata, ['planner', 'usage', 'parts', 'view'])
  return {
    ...queryFields(assumptions ? rest : without(rest, ['assumptions']), disclosure, shown),
    ...(isTexts(sources) ? { sources: shown.sources(sources) } : {}),
    ...(receipts && isDictionary(usage) ? { usage: without(usage, ['cost_usd_micros', 'models']) } : {}),
    ...(isList(parts) ? { parts: parts.filter(isDictionary).map((part) => queryFields(part, disclosure, shown)) } : {}),
    ...(isDictionary(view) ? { view: names ? view : mapped(view, withoutColumns) } : {}),
  }
}

/** The fields of an answer, or of one of its parts, that contain names. */
const queryFields = (fields: Dictionary, { receipts, queries }: AnswerDisclosure, shown: Disclosed): Dictionary => {
  const chart = storedChart(fields.chart)
  const { receipt, title, suggestions, choices } = fields
  return {
    ...without(fields, ['receipt', 'chart']),
    ...(chart === undefined ? {} : { chart: { ...shown.chart(chart) } }),
    ...(typeof title === 'string' ? { title: shown.text(title) } : {}),
    ...(isTexts(suggestions) ? { suggestions: shown.texts(suggestions) } : {}),
    ...(isList(choices)
      ? { choices: choices.filter(isDictionary).map((choice) => mapped(choice, shownText(shown))) }
      : {}),
    ...((receipts || queries) && isDictionary(receipt)
      ? { receipt: queries ? receipt : withoutStatements(receipt) }
      : {}),
  }
}

const shownText =
  ({ text }: Disclosed) =>
  (value: Json): Json =>
    typeof value === 'string' ? text(value) : value

const STATEMENT_FIELDS = ['query', 'planner', 'guarded_query', 'checks', 'filter_columns']

/** A stored receipt as `receiptData` writes it without its query. */
const withoutStatements = (receipt: Json): Json => {
  if (isList(receipt)) return receipt.map(withoutStatements)
  return isDictionary(receipt) ? mapped(without(receipt, STATEMENT_FIELDS), withoutStatements) : receipt
}

const withoutColumns = (view: Json): Json => (isDictionary(view) ? without(view, ['sort', 'column_widths']) : view)

/** The names in the receipts of an answer. */
const namesIn = ({ receipt, parts }: Metadata): AnswerNames => {
  const receipts = [receipt, ...(isList(parts) ? parts.filter(isDictionary).map((part) => part.receipt) : [])]
  const queries = receipts.filter(isDictionary).map(({ query, guarded_query: guarded, tables, compared }) => {
    const others = isList(compared) ? compared.filter(isDictionary) : []
    const statements = [query, guarded, ...others.flatMap((one) => [one.query ?? null, one.guarded_query ?? null])]
    const read = isList(tables) ? tables.filter(isDictionary) : []
    return {
      statements: statements.filter(isText),
      tables: read.flatMap(({ table, label }) => (isText(table) ? [isText(label) ? { table, label } : { table }] : [])),
      columns: read.flatMap(({ filter_columns: columns }) => (isTexts(columns) ? columns : [])),
    }
  })
  return queries.length === 0 ? UNKNOWN_NAMES : namesOf(queries)
}

const without = (fields: Dictionary, keys: readonly string[]): Dictionary =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)))

const mapped = (fields: Dictionary, change: (value: Json) => Json): Dictionary =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, change(value)]))

const isText = (value: Json | undefined): value is string => typeof value === 'string'

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

const isTexts = (value: Json | undefined): value is readonly string[] => isList(value) && value.every(isText)

const isDictionary = (value: Json | undefined): value is Dictionary =>
  typeof value === 'object' && value !== null && !isList(value)
