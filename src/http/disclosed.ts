import type { AnswerDisclosure } from '../access/rules/disclosure.ts'
import type { Chart, Failure } from '../ask/rules/answer.ts'
import { type AnswerNames, withoutNames } from '../ask/rules/answer-names.ts'
import type { Choice } from '../ask/rules/choice.ts'
import { titledResult } from '../ask/rules/column-titles.ts'
import type { QueryResult } from '../ask/rules/outcome.ts'
import type { Receipt } from '../ask/rules/receipt.ts'
import { receiptData } from '../ask/rules/receipt-data.ts'
import { Problem, problemRow } from '../platform/problems/problem.ts'
import type { Json } from '../platform/values/json.ts'

/** The parts of an answer as one caller receives them. */
export interface Disclosed {
  text(text: string): string
  texts(texts: readonly string[]): readonly string[]
  choices(choices: readonly Choice[]): readonly Choice[]
  result<Result extends Omit<QueryResult, 'executionTimeMs'>>(result: Result): Result
  chart(chart: Chart): Chart
  /** Tables, or their labels. @param tables as in the database */
  sources(tables: readonly string[]): readonly string[]
}

const AS_IT_IS: Disclosed = {
  text: (text) => text,
  texts: (texts) => texts,
  choices: (choices) => choices,
  result: (result) => result,
  chart: (chart) => chart,
  sources: (tables) => tables,
}

/** @param names the names that a caller without `names` does not receive */
export const disclosed = ({ names: showsNames }: AnswerDisclosure, names: AnswerNames): Disclosed => {
  if (showsNames) return AS_IT_IS
  const text = (shown: string): string => withoutNames(shown, names)
  return {
    text,
    texts: (texts) => texts.map(text),
    choices: (choices) => choices.map(({ label, question }) => ({ label: text(label), question: text(question) })),
    result: titledResult,
    chart: (chart) => withTexts(chart, text),
    sources: () => names.labels,
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

/** A receipt as its reader receives it: undefined without `receipts`. */
export const disclosedReceipt = ({ receipts, queries }: AnswerDisclosure, receipt: Receipt) =>
  receipts || queries ? receiptData(receipt, queries) : undefined

/** How a turn failed: without `names`, in the words of its problem. */
export const disclosedFailure = <Ended extends Pick<Failure, 'problem' | 'message'>>(
  { names }: AnswerDisclosure,
  ended: Ended,
): Ended => (names ? ended : { ...ended, message: problemRow(ended.problem).message })

/** Runs what may end with a turn's problem. @throws it as the caller receives it */
export const disclosingProblems = async <Value>(
  { names }: AnswerDisclosure,
  run: () => Promise<Value>,
): Promise<Value> => {
  try {
    return await run()
  } catch (error) {
    if (names || !(error instanceof Problem)) throw error
    const { problem, retryable, retryAfterS } = error
    throw new Problem(problem, { retryable, ...(retryAfterS === undefined ? {} : { retryAfterS }), cause: error })
  }
}
