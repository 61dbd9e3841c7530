import fc from 'fast-check'
import { useBench } from './contract-bench.ts'
import type { EngineAdapter, GeneratedDrafts, LoadedDatabase } from './engine-adapter.ts'
import { TABLES } from './fixture.ts'
import { ofOneTenant } from './fixture-table.ts'
import { honestQuery } from './query-grammar.ts'
import { cells, unordered } from './results.ts'
import { VIEWS } from './views.ts'

/** `TEST_SEED` selects other queries and `TEST_CASES` their number; the same seed reproduces a failure. */
const SEED = 20_261_121
const SQL: GeneratedDrafts = { cases: 300, draft: honestQuery }
/** One query in this many also runs on the database of all tenants, without a guard. */
const SENSITIVE_EVERY = 10

export interface MoreGenerated {
  /** Factor for the number of queries. */
  readonly times?: number
  readonly seed?: number
}

/** Generated legitimate queries: what the guard accepts returns exactly the rows of a single-tenant database. */
export const generated = (adapter: EngineAdapter, { times = 1, seed: chosen = SEED }: MoreGenerated = {}): void => {
  const bench = useBench(adapter)
  const { generated: drafts = SQL } = adapter
  const cases = Number(process.env.TEST_CASES ?? drafts.cases * times)
  const seed = Number(process.env.TEST_SEED ?? chosen)
  const copies: LoadedDatabase[] = []
  beforeAll(async () => {
    for (const { tenant, scope } of VIEWS) copies.push(await adapter.load(ofOneTenant(TABLES, tenant, scope)))
  })
  afterAll(() => Promise.all(copies.map((copy) => copy.remove())))

  it(`${cases} generated queries (TEST_SEED=${seed}) return the rows of a single-tenant database, and the guard accepts nearly all`, async () => {
    const refused: string[] = []
    let [tried, differed, compared] = [0, 0, 0]
    const property = fc.asyncProperty(fc.gen(), fc.nat(VIEWS.length - 1), async (generate, index) => {
      const draft = drafts.draft((items) => generate(fc.constantFrom, ...items))
      const [view, copy] = [VIEWS[index], copies[index]]
      if (view === undefined || copy === undefined) throw new Error('a view without a copy')
      tried++
      const asked = await bench().ask(draft, bench().rules(view.tenant, view.scope))
      if (asked.result === undefined) {
        refused.push(`${asked.refusal.reason}: ${draft}`)
        return
      }
      const wanted = unordered(await copy.find(draft))
      if (asked.result.truncated) return
      const found = unordered(cells(asked.result))
      if (found.join('\n') !== wanted.join('\n')) throw new Error(`${JSON.stringify(view)}: ${draft}`)
      if (tried % SENSITIVE_EVERY > 0) return
      compared++
      if (unordered(await bench().database.find(draft)).join('\n') !== wanted.join('\n')) differed++
    })
    await fc.assert(property, { numRuns: cases, seed, endOnFailure: true })
    expect(refused.slice(0, Math.ceil(refused.length - tried * REFUSED_MAX))).toEqual([])
    // A missing filter changes the result of at least this share.
    expect(differed / compared).toBeGreaterThan(0.35)
  }, 600_000)
}

const REFUSED_MAX = 0.05
