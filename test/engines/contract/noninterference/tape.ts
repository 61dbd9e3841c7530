import fc from 'fast-check'
import type { Choose } from '../query-grammar.ts'

/**
 * The numbers that a grammar makes its choices by. Where they end, or are 0, the first of the items is taken: put the
 * simplest there, and whatever failed shrinks to the smallest query that still fails.
 */
export const tapes: fc.Arbitrary<readonly number[]> = fc.array(fc.nat(9_999), {
  minLength: 20,
  maxLength: 120,
  size: 'max',
})

export const choosing = (tape: readonly number[]): Choose => {
  let at = 0
  return (items) => items[(tape[at++] ?? 0) % items.length] ?? items[0]
}
