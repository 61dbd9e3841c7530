import fc from 'fast-check'
import type { Choose } from '../query-grammar.ts'

/**
 * The numbers that determine the choices of a grammar. After their end, and for 0, the first item is chosen: it should be
 * the simplest, so that failures shrink to the smallest failing query.
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
