import { type Message, turnOfAnswer } from '../../../ask/rules/history/message.ts'
import { storedChart } from '../../../charts/rules/chart-picture.ts'
import { isProblemName } from '../../../platform/problems/problem.ts'
import type { Json } from '../../../platform/values/json.ts'
import type { AnswerReader } from '../../answer-reader.ts'

type Metadata = Message['metadata']
type Dictionary = Readonly<Record<string, Json>>

/** A message of the history as a public key receives it. A question is shown as it was asked. */
export const disclosedMessage = <Stored extends Pick<Message, 'id' | 'content' | 'metadata'>>(
  reader: AnswerReader,
  message: Stored,
): Stored => {
  // Metadata of appended messages is the customer's.
  if (turnOfAnswer(message.id) === undefined) return { ...message, metadata: without(message.metadata, ['receipt']) }
  return { ...message, content: disclosedContent(reader, message), metadata: answerMetadata(message.metadata, reader) }
}

/** The text of a message: for a failed turn, that of its problem. */
export const disclosedContent = (
  reader: AnswerReader,
  { id, content, metadata: { problem } }: Pick<Message, 'id' | 'content' | 'metadata'>,
): string => {
  if (turnOfAnswer(id) === undefined) return content
  const isFailure = typeof problem === 'string' && isProblemName(problem) && problem !== 'turn_cancelled'
  return isFailure ? reader.failure({ problem, message: content }).message : reader.text(content)
}

const answerMetadata = (metadata: Metadata, reader: AnswerReader): Metadata => {
  const { sources, assumptions, usage, parts, view } = metadata
  const { names, receipts, assumptions: showsAssumptions } = reader.discloses
  const rest = without(metadata, ['planner', 'assumptions', 'usage', 'parts', 'view'])
  return {
    ...queryFields(rest, reader),
    ...(showsAssumptions && isTexts(assumptions) ? { assumptions: reader.texts(assumptions) } : {}),
    ...(isTexts(sources) ? { sources: reader.sources(sources) } : {}),
    ...(receipts && isDictionary(usage) ? { usage: without(usage, ['cost_usd_micros', 'models']) } : {}),
    ...(isList(parts) ? { parts: parts.filter(isDictionary).map((part) => queryFields(part, reader)) } : {}),
    ...(isDictionary(view) ? { view: names ? view : mapped(view, withoutColumns) } : {}),
  }
}

/** The fields of an answer, or of one of its parts, that contain names. */
const queryFields = (fields: Dictionary, reader: AnswerReader): Dictionary => {
  const { receipts, queries } = reader.discloses
  const chart = storedChart(fields.chart)
  const { receipt, title, suggestions, choices } = fields
  return {
    ...without(fields, ['receipt', 'chart']),
    ...(chart === undefined ? {} : { chart: { ...reader.chart(chart) } }),
    ...(typeof title === 'string' ? { title: reader.text(title) } : {}),
    ...(isTexts(suggestions) ? { suggestions: reader.texts(suggestions) } : {}),
    ...(isList(choices)
      ? { choices: choices.filter(isDictionary).map((choice) => mapped(choice, shownText(reader))) }
      : {}),
    ...((receipts || queries) && isDictionary(receipt)
      ? { receipt: queries ? receipt : withoutStatements(receipt) }
      : {}),
  }
}

const shownText =
  ({ text }: AnswerReader) =>
  (value: Json): Json =>
    typeof value === 'string' ? text(value) : value

const STATEMENT_FIELDS = ['query', 'planner', 'guarded_query', 'checks', 'filter_columns']

/** A stored receipt as `receiptData` writes it without its query. */
const withoutStatements = (receipt: Json): Json => {
  if (isList(receipt)) return receipt.map(withoutStatements)
  return isDictionary(receipt) ? mapped(without(receipt, STATEMENT_FIELDS), withoutStatements) : receipt
}

const withoutColumns = (view: Json): Json => (isDictionary(view) ? without(view, ['sort', 'column_widths']) : view)

const without = (fields: Dictionary, keys: readonly string[]): Dictionary =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)))

const mapped = (fields: Dictionary, change: (value: Json) => Json): Dictionary =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, change(value)]))

const isText = (value: Json | undefined): value is string => typeof value === 'string'

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

const isTexts = (value: Json | undefined): value is readonly string[] => isList(value) && value.every(isText)

const isDictionary = (value: Json | undefined): value is Dictionary =>
  typeof value === 'object' && value !== null && !isList(value)
