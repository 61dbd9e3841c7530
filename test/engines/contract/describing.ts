import { never, useBench } from './contract-bench.ts'
import type { EngineAdapter } from './engine-adapter.ts'
import { TABLES } from './fixture.ts'

export const describing = (adapter: EngineAdapter): void => {
  const bench = useBench(adapter)
  const named = adapter.tableName ?? ((name: string) => name)
  const unreachable = { problem: 'database_unreachable' }

  describe('a description', () => {
    it.each(TABLES)('tells columns, types, keys and the number of rows of $name', ({ name, columns, rows }) => {
      const found = bench().schema.tables.find((table) => named(name).endsWith(table.name))
      expect(found).toMatchObject({
        columns: columns.map((column) => ({
          ...{ name: column.name, type: adapter.declared(column.type) },
          nullable: column.required !== true && column.key !== true,
        })),
        primaryKey: columns.filter(({ key }) => key).map((column) => column.name),
        rowCount: rows.length,
      })
      const keys = columns.flatMap(({ name, references }) =>
        references === undefined
          ? []
          : [{ columns: [name], refTable: named(references.table), refColumns: [references.column] }],
      )
      const ofTable = (one: { readonly columns: readonly string[] }) => one.columns.join()
      expect(found?.foreignKeys.toSorted((a, b) => (ofTable(a) < ofTable(b) ? -1 : 1))).toEqual(
        keys.toSorted((a, b) => (ofTable(a) < ofTable(b) ? -1 : 1)),
      )
    })

    it('finds every table, and no other', () => {
      expect(bench().schema.engine).toBe(adapter.name)
      expect(
        bench()
          .schema.tables.map(({ name }) => name)
          .toSorted(),
      ).toEqual(TABLES.map(({ name }) => name).toSorted())
    })

    it('takes a database without tables for unreachable', async () => {
      const empty = await adapter.load([])
      await expect(bench().engine.describe(empty.address, never())).rejects.toMatchObject(unreachable)
      await empty.remove()
    })

    it('finds a database that is gone unreachable, for queries too', async () => {
      const gone = await adapter.load(TABLES.slice(0, 1))
      await gone.remove()
      await expect(bench().engine.describe(gone.address, never())).rejects.toMatchObject(unreachable)
      const query = await bench().guard(adapter.drafts.one)
      const limits = { timeoutMs: 30_000, rowsMax: 1, bytesMax: 100, turnId: 't', owner: { organizationId: 1 } }
      const running = bench().engine.run(gone.address, query, { ...limits, signal: never() })
      await expect(running).rejects.toMatchObject(unreachable)
    })

    it.each(adapter.unreachable)('finds %p unreachable, and says nothing of its address', async (address) => {
      const told: unknown = await bench()
        .engine.describe(address, never())
        .catch((error: unknown) => error)
      expect(told).toMatchObject(unreachable)
      expect(told).toMatchObject({ message: expect.not.stringContaining(address === '' ? '://' : address) })
    })

    it('ends with the turn that asked for it', async () => {
      const describing = bench().engine.describe(bench().database.address, AbortSignal.abort())
      await expect(describing).rejects.toMatchObject({ name: 'AbortError' })
    })
  })
}
