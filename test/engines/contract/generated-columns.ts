import type { Engine } from '../../../src/engines/engine.ts'
import type { Policy, TablePolicy } from '../../../src/guard/policy.ts'
import type { Column, Schema } from '../../../src/guard/schema.ts'
import { never } from './contract-bench.ts'
import { cells } from './results.ts'

/** An engine and the address of its table `people`. */
export interface GeneratedColumns {
  readonly engine: Engine
  readonly address: string
  /** The table, named as in policies. */
  readonly table: string
}

/**
 * The isolation of generated columns. `people` has `id`, `tenant_id`, `name`, `salary`, `weight`, `band` generated from
 * `salary`, `label` from `name` and, virtual, `risky` from `weight`. Tenant 1 has row 1; tenant 2 has row 2, whose
 * `risky` fails when it is computed.
 */
export const generatedColumnsContract = (open: () => Promise<GeneratedColumns>): void => {
  let bench: GeneratedColumns
  let schema: Schema
  beforeAll(async () => {
    bench = await open()
    schema = await bench.engine.describe(bench.address, never())
  })

  const ask = async (draft: string, entry: TablePolicy = { mode: 'tenant' }) => {
    const { engine, address, table } = bench
    const tenant = { column: 'tenant_id', type: 'integer' } as const
    const policy: Policy = { version: 1, engine: engine.name, tenant, tables: { [table]: entry } }
    const restriction = { tenant: { type: 'integer', value: 1n } } as const
    const guarded = await engine.guard(draft, { schema, policy, restriction })
    if (!guarded.ok) return guarded.refusal.reason
    const limits = { timeoutMs: 30_000, rowsMax: 100, bytesMax: 100_000, turnId: 'test', signal: never() }
    const ran = await engine.run(address, guarded.query, { ...limits, owner: { organizationId: 1 } })
    return ran.ok ? cells(ran.result) : ran.refusal.reason
  }

  it('describes the source columns of a generated column, and whether it is virtual', () => {
    const columns = new Map(schema.tables[0]?.columns.map((column) => [column.name, column]))
    const of = (name: string): Partial<Column> => columns.get(name) ?? {}
    expect(of('band').generatedFrom).toEqual(['salary'])
    expect(of('label')).toMatchObject({ generatedFrom: ['name'] })
    expect(of('label').virtual).toBeUndefined()
    expect(of('risky')).toMatchObject({ generatedFrom: ['weight'], virtual: true })
    expect(of('salary')).not.toHaveProperty('generatedFrom')
  })

  it('hides a column generated from a hidden column, in every clause', async () => {
    const hides = { mode: 'tenant', hide: ['salary'] } as const
    for (const draft of [
      'SELECT band FROM people',
      'SELECT p.band FROM people p',
      'SELECT COUNT(*) FROM people WHERE band > 1',
      'SELECT id FROM people ORDER BY band',
      'SELECT MAX(band) FROM people',
    ])
      expect([draft, await ask(draft, hides)]).toEqual([draft, 'unknown_column'])
    expect(await ask('SELECT band FROM people')).toEqual([[10]])
    expect(JSON.stringify(await ask('SELECT * FROM people', hides))).not.toContain('10')
  })

  it('does not fail on a virtual column of a row of another tenant', async () => {
    for (const [draft, wanted] of [
      ['SELECT id FROM people WHERE risky >= 0', [[1]]],
      ['SELECT id FROM people WHERE risky IS NULL', []],
      ['SELECT id FROM people WHERE risky IS NOT NULL', [[1]]],
      ['SELECT COUNT(*) FROM people GROUP BY risky', [[1]]],
      ['SELECT MIN(risky) >= 0 AND MAX(id) = 1 FROM people HAVING MIN(risky) < -1', []],
      ['SELECT a.id FROM people a JOIN people b ON a.risky = b.risky ORDER BY a.risky', [[1]]],
      ['SELECT id FROM (SELECT * FROM people) p WHERE p.risky + 0 >= 0', [[1]]],
    ] as const)
      expect([draft, await ask(draft)]).toEqual([draft, wanted])
  })
}
