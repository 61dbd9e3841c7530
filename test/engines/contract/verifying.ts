import type { QueryCandidate } from '../../../src/guard/guarded-query.ts'
import { useBench } from './contract-bench.ts'
import type { EngineAdapter, EngineVerifier } from './engine-adapter.ts'

/** As whom, in turns: with both marks on most tables, with one, and with none. */
const CALLERS = [
  [1, 'ann'],
  [2, undefined],
] as const

/** The verifier refuses whatever a guard that went wrong might let through; guards that go wrong are made of text. */
export const verifying = (adapter: EngineAdapter & { readonly verifier: EngineVerifier }): void => {
  const bench = useBench(adapter)
  const { verifier } = adapter
  afterAll(() => verifier.close?.())

  const each = async (
    judge: (
      candidate: QueryCandidate,
      accepts: (changed: Partial<QueryCandidate>) => Promise<boolean>,
    ) => Promise<void>,
  ) => {
    for (const [place, { draft }] of adapter.queries.entries()) {
      const [tenant, scope] = CALLERS[place % 2 === 0 ? 0 : 1]
      const rules = bench().rules(tenant, scope)
      const { engine, statement, parameters, tables, filters } = await bench().guard(draft, tenant, scope)
      const candidate = { engine, statement, parameters, tables, filters }
      await judge(
        candidate,
        async (changed) => (await verifier.verify({ ...candidate, ...changed }, rules)) === undefined,
      )
    }
  }

  it('accepts what the guard writes, and nothing of it with a filter weakened or taken away', async () => {
    const survived: string[] = []
    let tried = 0
    await each(async ({ statement }, accepts) => {
      expect(await accepts({})).toBe(true)
      for (const weak of verifier.weakened(statement)) {
        if (weak.statement === statement) continue
        tried++
        if (await accepts({ statement: weak.statement })) survived.push(`${weak.how}: ${weak.statement}`)
      }
    })
    expect(survived).toEqual([])
    // Ten ways and more for each of the filters of each query.
    expect(tried).toBeGreaterThan(adapter.queries.length * 10)
  }, 300_000)

  it('accepts nothing of it with another value, or with a table that it does not list', async () => {
    const survived: string[] = []
    await each(async ({ statement, parameters, tables }, accepts) => {
      for (const [place] of parameters.entries()) {
        const other = parameters.with(place, typeof parameters[place] === 'bigint' ? 3n : 'eve')
        if (await accepts({ parameters: other })) survived.push(`another value ${place + 1}: ${statement}`)
      }
      if (tables.length > 0 && (await accepts({ tables: tables.slice(1) }))) survived.push(`not listed: ${statement}`)
    })
    expect(survived).toEqual([])
  }, 300_000)
}
