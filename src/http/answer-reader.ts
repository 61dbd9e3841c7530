import type { AnswerDisclosure } from '../access/rules/disclosure.ts'
import type { Chart, Failure } from '../ask/rules/answer.ts'
import type { Choice } from '../ask/rules/choice.ts'
import { titledResult } from '../ask/rules/column-titles.ts'
import { type DatabaseNames, databaseNames, nameFilter, withoutNames } from '../ask/rules/database-names.ts'
import { EMPTY_GLOSSARY } from '../ask/rules/glossary.ts'
import type { QueryResult } from '../ask/rules/outcome.ts'
import type { Receipt } from '../ask/rules/receipt.ts'
import { receiptData } from '../ask/rules/receipt-data.ts'
import { Problem, problemRow } from '../platform/problems/problem.ts'
import type { Json } from '../platform/values/json.ts'
import type { Exchange } from './route.ts'
import type { RouteParts } from './route-parts.ts'

/** A caller, and the parts of answers as this caller receives them. */
export interface AnswerReader {
  readonly discloses: AnswerDisclosure
  text(text: string): string
  /** For a text that arrives in pieces. */
  textInPieces(): { push(piece: string): string; end(): string }
  texts(texts: readonly string[]): readonly string[]
  choices(choices: readonly Choice[]): readonly Choice[]
  result<Result extends Omit<QueryResult, 'executionTimeMs'>>(result: Result): Result
  chart(chart: Chart): Chart
  /** Tables, or what the glossary calls them. */
  sources(tables: readonly string[]): readonly string[]
  /** Undefined without `receipts`. */
  receipt(receipt: Receipt): ReturnType<typeof receiptData> | undefined
  /** How a turn failed: without `names`, in the words of its problem. */
  failure<Ended extends Pick<Failure, 'problem' | 'message'>>(ended: Ended): Ended
}

/** The caller of a request as a reader of answers. A public key has one database, whose names it may not receive. */
export const answerReader = async (
  { cachedReads }: Pick<RouteParts, 'cachedReads'>,
  { caller, disclosure, revision }: Pick<Exchange, 'caller' | 'disclosure' | 'revision'>,
): Promise<AnswerReader> => {
  const { databaseId } = caller
  if (disclosure.names || databaseId === undefined) return readerOf(disclosure, undefined)
  const [database, technical] = await Promise.all([
    cachedReads.database(caller, databaseId, revision),
    cachedReads.technicalNames(caller, databaseId, revision),
  ])
  return readerOf(disclosure, databaseNames(technical, database?.glossary ?? EMPTY_GLOSSARY))
}

/** @param hidden names that the reader does not receive; undefined: receives all */
export const readerOf = (discloses: AnswerDisclosure, hidden: DatabaseNames | undefined): AnswerReader => {
  const receipt = (receipt: Receipt) =>
    discloses.receipts || discloses.queries ? receiptData(receipt, discloses.queries) : undefined
  if (hidden === undefined)
    return {
      discloses,
      receipt,
      text: (text) => text,
      textInPieces: () => ({ push: (piece) => piece, end: () => '' }),
      texts: (texts) => texts,
      choices: (choices) => choices,
      result: (result) => result,
      chart: (chart) => chart,
      sources: (tables) => tables,
      failure: (ended) => ended,
    }
  const text = (shown: string): string => withoutNames(shown, hidden)
  return {
    discloses,
    receipt,
    text,
    textInPieces: () => nameFilter(hidden),
    texts: (texts) => texts.map(text),
    choices: (choices) => choices.map(({ label, question }) => ({ label: text(label), question: text(question) })),
    result: titledResult,
    chart: (chart) => withTexts(chart, text),
    sources: (tables) => [...new Set(tables.flatMap((table) => hidden.labels.get(table) ?? []))],
    failure: (ended) => ({ ...ended, message: problemRow(ended.problem).message }),
  }
}

/** A chart has names in its titles, and as series. */
const withTexts = (chart: Chart, text: (shown: string) => string): Chart => {
  const retitled = (spec: Json): Json => {
    if (typeof spec === 'string') return text(spec)
    if (isList(spec)) return spec.map(retitled)
    return spec === null || typeof spec !== 'object' ? spec : retitledFields(spec)
  }
  const retitledFields = (spec: Chart['spec']): Chart['spec'] =>
    Object.fromEntries(Object.entries(spec).map(([key, value]) => [key, retitled(value)]))
  return { ...chart, title: text(chart.title), alt: text(chart.alt), spec: retitledFields(chart.spec) }
}

const isList = (spec: Json): spec is readonly Json[] => Array.isArray(spec)

/** Runs what may end with a turn's problem. @throws it as the reader receives it */
export const disclosingProblems = async <Value>(
  { discloses }: Pick<AnswerReader, 'discloses'>,
  run: () => Promise<Value>,
): Promise<Value> => {
  try {
    return await run()
  } catch (error) {
    if (discloses.names || !(error instanceof Problem)) throw error
    const { problem, retryable, retryAfterS } = error
    throw new Problem(problem, { retryable, ...(retryAfterS === undefined ? {} : { retryAfterS }), cause: error })
  }
}
