import type { QueryCandidate } from '../../../src/guard/guarded-query.ts'
import { useBench } from './contract-bench.ts'
import type { EngineAdapter, EngineVerifier } from './engine-adapter.ts'

/** The callers of alternate queries: tenant and scope, and tenant only. */
const CALLERS = [
  [1, 'ann'],
  [2, undefined],
] as const

/** The verifier refuses statements of a defective guard, simulated by changes of the statement's text. */
export const verifying = (adapter: EngineAdapter & { readonly verifier: EngineVerifier }): void => {
  const bench = useBench(adapter)
  const { verifier } = adapter
  afterAll(() => verifier.close?.())

  const forEachQuery = async (
    check: (
      candidate: QueryCandidate,
      accepts: (changed: Partial<QueryCandidate>) => Promise<boolean>,
    ) => Promise<void>,
  ) => {
    for (const [index, { draft }] of adapter.queries.entries()) {
      const [tenant, scope] = CALLERS[index % 2 === 0 ? 0 : 1]
      const rules = bench().rules(tenant, scope)
      const { engine, statement, parameters, tables, filters } = await bench().guard(draft, tenant, scope)
      const candidate = { engine, statement, parameters, tables, filters }
      await check(
        candidate,
        async (changed) => (await verifier.verify({ ...candidate, ...changed }, rules)) === undefined,
      )
    }
  }

  it('accepts statements of the guard, and refuses them with any filter weakened or removed', async () => {
    const survived: string[] = []
    let variants = 0
    await forEachQuery(async ({ statement }, accepts) => {
      expect(await accepts({})).toBe(true)
      for (const weak of verifier.weakened(statement)) {
        if (weak.statement === statement) continue
        variants++
        if (await accepts({ statement: weak.statement })) survived.push(`${weak.how}: ${weak.statement}`)
      }
    })
    expect(survived).toEqual([])
    // At least ten variants per query.
    expect(variants).toBeGreaterThan(adapter.queries.length * 10)
  }, 300_000)

  it('refuses statements with another bound value, or with a table missing from their list', async () => {
    const survived: string[] = []
    await forEachQuery(async ({ statement, parameters, tables }, accepts) => {
      for (const [index] of parameters.entries()) {
        const other = parameters.with(index, typeof parameters[index] === 'bigint' ? 3n : 'eve')
        if (await accepts({ parameters: other })) survived.push(`another value ${index + 1}: ${statement}`)
      }
      if (tables.length > 0 && (await accepts({ tables: tables.slice(1) }))) survived.push(`not listed: ${statement}`)
    })
    expect(survived).toEqual([])
  }, 300_000)
}
