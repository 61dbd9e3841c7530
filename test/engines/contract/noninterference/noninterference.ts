import fc from 'fast-check'
import type { EngineAdapter } from '../engine-adapter.ts'
import { INFERRING } from '../inferring.ts'
import type { Choose } from '../query-grammar.ts'
import { tellingDrafts } from '../telling.ts'
import type { Constants, EngineTwins } from './engine-twins.ts'
import { hiddenConstants } from './hidden-values.ts'
import type { ShapedQuery } from './sql-shapes.ts'
import { choosing, tapes } from './tape.ts'
import { TwinDatabases } from './twin-databases.ts'
import type { View } from './twin-tables.ts'

/** `TEST_SEED` chooses other queries, and `TEST_CASES` more of them; what failed is found again by the same seed. */
const SEED = 20_261_124

const CALLERS: readonly (View & { readonly who: string })[] = [
  { who: 'a tenant', tenant: 1 },
  { who: 'one of its users', tenant: 1, scope: 'ann' },
]

/** Of either database: what one holds and what neither does. */
const CONSTANTS: Constants = {
  integers: ['0', '1', '1003', '1100', ...hiddenConstants('integer'), '3', '2005'],
  texts: ['paid', 'Berlin', 'ann', 'toys', 'c1003@mail.test', ...hiddenConstants('text'), 'a%', 'S%', 'o'],
}

/** One in so many is asked of both databases without the guard, to see that they differ. */
const UNGUARDED_EVERY = 10

export interface MoreTwins {
  readonly cases?: number
  readonly seed?: number
  /** Whether times are compared as well: they need a machine to themselves. */
  readonly timed?: boolean
}

/** Times of one query on two databases vary by this factor, and by so many milliseconds. */
const TIMES_MAX = { factor: 5, ms: 30 }

/**
 * Whatever a caller asks comes to the same, whatever others have: rows, the order that was asked for, errors and their
 * texts, refusals, what is cut. Two databases are equal in all that the caller may see, and differ in everything else;
 * queries in all words of the engine, with constants of both, must not tell them apart.
 */
export const noninterference = (
  adapter: EngineAdapter & { readonly twins: EngineTwins },
  { cases: wanted = adapter.twins.cases, seed: chosen = SEED, timed = false }: MoreTwins = {},
): void => {
  const cases = Number(process.env.TEST_CASES ?? wanted)
  const seed = Number(process.env.TEST_SEED ?? chosen)

  describe.each(CALLERS)('S53 for $who,', (view) => {
    let twins: TwinDatabases | undefined
    let write: (choose: Choose) => ShapedQuery
    beforeAll(async () => {
      const opened = await TwinDatabases.open(adapter, view)
      twins = opened
      write = await adapter.twins.grammar(opened.addresses[0] ?? '', CONSTANTS)
    })
    afterAll(() => twins?.close())

    it('every query of the corpora comes to the same, honest or hostile', async () => {
      if (twins === undefined) throw new Error('the databases open before the first test')
      const { queries, refused, failing } = adapter
      const drafts = [
        ...queries.map(({ draft }) => draft),
        ...Object.values(refused).flat(),
        ...(failing === undefined ? [] : [...tellingDrafts(failing), ...failing.spying, ...INFERRING]),
      ]
      const told: string[] = []
      for (const draft of drafts) {
        const query = await twins.guard(draft)
        if (typeof query !== 'string' && (await twins.compare(query, false)).kind === 'told') told.push(draft)
      }
      expect(told).toEqual([])
    }, 120_000)

    const itTimed = timed ? it : it.skip
    itTimed(
      'no query takes notably longer where others have texts to stretch it',
      async () => {
        if (twins === undefined) throw new Error('the databases open before the first test')
        const slow: unknown[] = []
        for (const draft of adapter.twins.stretching) {
          const query = await twins.guard(draft)
          if (typeof query === 'string') continue
          const [least, most] = (await twins.times(query, 5)).toSorted((a, b) => a - b)
          if (least !== undefined && most !== undefined && most > least * TIMES_MAX.factor + TIMES_MAX.ms)
            slow.push({ draft, least, most })
        }
        expect(slow).toEqual([])
      },
      600_000,
    )

    it(`${cases} generated queries (TEST_SEED=${seed}) come to the same, whatever others have`, async () => {
      if (twins === undefined) throw new Error('the databases open before the first test')
      const databases = twins
      const refused = new Map<string, number>()
      // Whatever is asked of a server that is gone says nothing about what ended it.
      let lost: Error | undefined
      const counts = { answered: 0, failed: 0, early: 0, unsteady: 0 }
      let [tried, ran, compared, differed] = [0, 0, 0, 0]
      const property = fc.asyncProperty(tapes, async (tape) => {
        const { draft, ordered } = write(choosing(tape))
        tried++
        const query = await databases.guard(draft)
        if (typeof query === 'string') {
          refused.set(query, (refused.get(query) ?? 0) + 1)
          return
        }
        ran++
        if (lost !== undefined) throw lost
        const verdict = await databases.compare(query, ordered).catch((error) => {
          lost = new Error(`${draft}\n\nguarded: ${query.statement}`, { cause: error })
          throw lost
        })
        if (verdict.kind === 'told')
          throw new Error(`${draft}\n\nguarded: ${query.statement}\n\none: ${verdict.one}\n\nother: ${verdict.other}`)
        counts[verdict.kind]++
        if (ran % UNGUARDED_EVERY > 0) return
        const differs = await databases.differUnguarded(draft)
        if (differs !== undefined) compared++
        if (differs === true) differed++
      })
      await fc.assert(property, { numRuns: cases, seed })
      if (process.env.TEST_TELL) console.log({ tried, ran, ...counts, compared, differed, refused })
      expect(ran / tried).toBeGreaterThan(0.5)
      expect(counts.answered / ran).toBeGreaterThan(0.3)
      expect((counts.early + counts.unsteady) / ran).toBeLessThan(0.01)
      // Without a guard much of it tells.
      expect(differed / compared).toBeGreaterThan(0.15)
    }, 86_400_000)
  })
}
