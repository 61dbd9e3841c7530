import { type Case, goThrough, lineOf } from './faults/go-through.ts'

/** Number of cases per function; the long suite runs the others. */
const CASES = 1

/** Chooses a different case for each function, and the same in each run. */
const chosen = (cases: readonly Case[]): readonly Case[] =>
  cases.length === 0
    ? []
    : Array.from({ length: CASES }, (_, nth) => cases[pick(cases, nth)]).filter((one) => one !== undefined)

const pick = (cases: readonly Case[], nth: number): number =>
  [...`${cases[0]?.verb}${nth}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7) %
  cases.length

describe('a store function during replica set faults', () => {
  it('reaches the same state and result when it is retried until it succeeds, and bounds every wait', async () => {
    const { judged, unbounded } = await goThrough(chosen, 3)
    expect(judged.filter(({ wrong }) => wrong !== undefined).map(lineOf)).toEqual([])
    expect(unbounded).toEqual([])
    expect(judged.length).toBeGreaterThan(100)
  }, 180_000)
})
