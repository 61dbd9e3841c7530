import { type Case, goThrough, lineOf } from './faults/go-through.ts'

/** Of each verb so many cases; the others are in the long suite. */
const CASES = 1

/** Another one of its cases for each verb, and the same at each run. */
const chosen = (cases: readonly Case[]): readonly Case[] =>
  cases.length === 0
    ? []
    : Array.from({ length: CASES }, (_, nth) => cases[pick(cases, nth)]).filter((one) => one !== undefined)

const pick = (cases: readonly Case[], nth: number): number =>
  [...`${cases[0]?.verb}${nth}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7) %
  cases.length

describe('a verb of the store that has trouble with a replica set', () => {
  it('comes to the same state and the same answer when it is used again until it succeeds, and waits for nothing without end', async () => {
    const { judged, unbounded } = await goThrough(chosen, 3)
    expect(judged.filter(({ wrong }) => wrong !== undefined).map(lineOf)).toEqual([])
    expect(unbounded).toEqual([])
    expect(judged.length).toBeGreaterThan(100)
  }, 180_000)
})
