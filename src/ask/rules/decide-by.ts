import { answeredBy } from '../../manage/evaluation/rules/answered.ts'
import { sameAnswer } from '../../manage/evaluation/rules/same-answer.ts'
import type { QueryResult } from './outcome.ts'

/** A reading of a question whose statement has ended, and what it gave. */
export interface TriedReading {
  /** From 0 to 1, before any statement was run. */
  readonly confidence: number
  readonly result: Pick<QueryResult, 'columns' | 'rows' | 'rowCount' | 'truncated'>
}

/** Whether the likeliest reading is the answer, or the asker has to choose between it and these rivals. */
export type Decided<Rival> =
  | { readonly kind: 'answer'; readonly confidence: number }
  | { readonly kind: 'ask'; readonly rivals: readonly Rival[] }

/** A rival that is further behind is not asked about, whatever it found; unless the likeliest reading found nothing. */
const NEAR = 0.1
/** Differences of probabilities are no round numbers. */
const ROUNDING = 1e-9

/**
 * Decides by what the statements of several readings gave, and by nothing else: a reading whose statement was refused or did
 * not end is not among the rivals.
 *
 * - The likeliest found nothing, and a rival found something: the asker chooses.
 * - A near rival found other rows: the asker chooses.
 * - Otherwise it is the answer. A rival that found the same rows makes it surer, as an independent witness would:
 *   1 − Π (1 − p). Finding nothing in two ways, or the same first rows of more, proves nothing.
 *
 * @param rivals likeliest first
 */
export const decideBy = <Rival extends TriedReading>(first: TriedReading, rivals: readonly Rival[]): Decided<Rival> => {
  if (foundNothing(first.result)) {
    const finding = rivals.filter(({ result }) => !foundNothing(result))
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

/** No rows, a lone NULL, or a lone 0, as a count or a sum of no rows gives it. */
export const foundNothing = ({ columns, rows, rowCount, truncated }: TriedReading['result']): boolean => {
  if (rowCount === 0) return !truncated
  const [column] = columns
  if (rowCount > 1 || columns.length > 1 || column === undefined) return false
  const cell = rows[0]?.[column.name] ?? null
  return cell === null || cell === 0 || (typeof cell === 'string' && /^-?0+(?:\.0+)?$/.test(cell))
}

/** As an evaluation compares: in any order, and one of them may show columns that the other does not. */
const areSameRows = (one: TriedReading['result'], other: TriedReading['result']): boolean => {
  if (one.truncated !== other.truncated) return false
  const [wide, narrow] = one.columns.length >= other.columns.length ? [one, other] : [other, one]
  return sameAnswer(answeredBy(wide), answeredBy(narrow), { extraColumns: true, isOrdered: false })
}
