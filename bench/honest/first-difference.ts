import type { QueryResult } from '../../src/ask/rules/outcome.ts'

/** A row to compare: fractions are separated from exact values. */
interface Line {
  readonly exact: string
  readonly fractions: readonly number[]
  readonly row: unknown
}

/** For sums of binary fractions in another order: relative, below one absolute. */
const TOLERANCE = 1e-9

/**
 * The first difference of two lists of rows in any order, or null. Fractions may differ in their last digits, as when
 * they are summed in another order.
 */
export const firstDifference = (found: QueryResult, wanted: QueryResult): string | null => {
  const [some, others] = [lines(found), lines(wanted)]
  for (let at = 0; at < Math.max(some.length, others.length); at++) {
    const [one, other] = [some[at], others[at]]
    if (one === undefined || other === undefined || !same(one, other))
      return `${JSON.stringify(one?.row)} ≠ ${JSON.stringify(other?.row)}`
  }
  return null
}

const lines = ({ rows }: QueryResult): readonly Line[] =>
  rows
    .map((row) => {
      const fractions: number[] = []
      const exact = JSON.stringify(row, (_, cell) => {
        if (typeof cell !== 'number') return cell
        // A sum of fractions may be an integer except for its last digits.
        if (near(cell, Math.round(cell))) return Math.round(cell)
        fractions.push(cell)
        return '.'
      })
      return { exact, fractions, row }
    })
    .toSorted(order)

const order = (one: Line, other: Line): number => {
  if (one.exact !== other.exact) return one.exact < other.exact ? -1 : 1
  const at = one.fractions.findIndex((fraction, index) => fraction !== other.fractions[index])
  return at === -1 ? 0 : (one.fractions[at] ?? 0) - (other.fractions[at] ?? 0)
}

const same = (one: Line, other: Line): boolean =>
  one.exact === other.exact && one.fractions.every((fraction, at) => near(fraction, other.fractions[at] ?? Number.NaN))

const near = (one: number, other: number): boolean =>
  Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one), Math.abs(other))
