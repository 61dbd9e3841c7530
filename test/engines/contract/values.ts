import { readRanges } from '../../../src/knowledge/look-up/read-ranges.ts'
import { useBench } from './contract-bench.ts'
import type { EngineAdapter } from './engine-adapter.ts'
import { cells } from './results.ts'

export const values = (adapter: EngineAdapter): void => {
  const bench = useBench(adapter)

  it('readRanges returns ranges and code counts of the rows of the tenant, and leaves out columns that the guard refuses', async () => {
    const { engine, database } = bench()
    const source = { engine, address: database.address, rules: bench().rules(1), owner: { organizationId: 1 } }
    const read = async (
      table: string,
      ...columns: readonly { column: string; codes?: readonly (string | number)[] }[]
    ) =>
      await readRanges(
        source,
        { table: adapter.tableName?.(table) ?? table, columns },
        { timeoutMs: 60_000, signal: new AbortController().signal },
      )
    expect(
      await read(
        'orders',
        ...[{ column: 'total' }, { column: 'status', codes: ['open', 'cancelled', "o'$gone", 'paid', 'shipped'] }],
        { column: 'order', codes: [1, 2] },
      ),
    ).toMatchObject([
      { column: 'total', low: 100, high: 171.5, rows: 24, nulls: 3 },
      { column: 'status', counts: ['open', 'cancelled', 'paid', 'shipped'].map((code) => ({ code, rows: 6 })) },
      expect.not.objectContaining({ counts: expect.anything() }),
    ])
    const secret = ['email', 'password_hash', 'credit'].map((column) => ({ column }))
    expect((await read('customers', ...secret))?.map(({ column }) => column)).toEqual(['email', 'credit'])
  })

  describe('values are plain JSON:', () => {
    it.each(adapter.values)('$name', async ({ draft, columns, cells: wanted }) => {
      const result = await bench().rows(draft)
      expect(result.columns).toEqual(columns)
      expect(cells(result)).toEqual(wanted)
      expect(JSON.parse(JSON.stringify(result))).toEqual(result)
      expect(result.executionTimeMs).toBeGreaterThanOrEqual(0)
    })
  })
}
