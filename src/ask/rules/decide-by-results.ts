import { comparableResult } from '../../manage/evaluation/rules/comparable-result.ts'
import { isSameAnswer } from '../../manage/evaluation/rules/same-answer.ts'
import type { QueryResult } from './outcome.ts'

/** A reading whose statement has ended, and its result. */
export interface TriedReading {
  /** From 0 to 1, before any statement ran. */
  readonly confidence: number
  readonly result: Pick<QueryResult, 'columns' | 'rows' | 'rowCount' | 'truncated'>
}

/** Either the most likely reading is the answer, or the user has to choose between it and these rivals. */
type ReadingDecision<Rival> =
  | { readonly kind: 'answer'; readonly confidence: number }
  | { readonly kind: 'ask'; readonly rivals: readonly Rival[] }

/** A rival further behind is offered only if the most likely reading found nothing. */
const NEAR = 0.1
/** Tolerance for floating-point differences of probabilities. */
const ROUNDING = 1e-9

/**
 * Decides by the results of several readings alone. A reading whose statement was refused or did not end is not among
 * the rivals.
 *
 * - The most likely reading found nothing, and a rival found something: the user chooses.
 * - A near rival found other rows: the user chooses.
 * - Otherwise the most likely reading is the answer. A rival with the same rows raises its confidence like an
 *   independent witness: 1 − Π (1 − p). Two empty results, or equal first rows of truncated results, prove nothing.
 *
 * @param rivals most likely first
 */
export const decideByResults = <Rival extends TriedReading>(
  first: TriedReading,
  rivals: readonly Rival[],
): ReadingDecision<Rival> => {
  if (hasEmptyFinding(first.result)) {
    const finding = rivals.filter(({ result }) => !hasEmptyFinding(result))
    return finding.length > 0 ? { kind: 'ask', rivals: finding } : { kind: 'answer', confidence: first.confidence }
  }
  const agreeing = rivals.filter(({ result }) => areSameRows(first.result, result))
  const against = rivals.filter(
    (rival) => !agreeing.includes(rival) && rival.confidence >= first.confidence - NEAR - ROUNDING,
  )
  if (against.length > 0) return { kind: 'ask', rivals: against }
  const witnesses = first.result.truncated ? [] : agreeing
  const doubt = witnesses.reduce((left, { confidence }) => left * (1 - confidence), 1 - first.confidence)
  return { kind: 'answer', confidence: 1 - doubt }
}

/** No rows, a single NULL, or a single 0, which a count or a sum over no rows returns. */
export const hasEmptyFinding = ({ columns, rows, rowCount, truncated }: TriedReading['result']): boolean => {
  if (rowCount === 0) return !truncated
  const [column] = columns
  if (rowCount > 1 || columns.length > 1 || column === undefined) return false
  const cell = rows[0]?.[column.name] ?? null
  return cell === null || cell === 0 || (typeof cell === 'string' && /^-?0+(?:\.0+)?$/.test(cell))
}

/** Compared as in an evaluation: in any order, and one result may have columns that the other lacks. */
const areSameRows = (one: TriedReading['result'], other: TriedReading['result']): boolean => {
  if (one.truncated !== other.truncated) return false
  const [wide, narrow] = one.columns.length >= other.columns.length ? [one, other] : [other, one]
  return isSameAnswer(comparableResult(wide), comparableResult(narrow), { extraColumns: true, isOrdered: false })
}
