import { tableName } from '../../../src/guard/schema.ts'
import { never, useBench } from './contract-bench.ts'
import type { EngineAdapter, FoundTable } from './engine-adapter.ts'
import { TABLES } from './fixture.ts'
import type { FixtureColumn, FixtureTable } from './fixture-table.ts'

export const describing = (adapter: EngineAdapter): void => {
  const bench = useBench(adapter)
  const qualified = adapter.tableName ?? ((name: string) => name)
  const unreachable = { problem: 'database_unreachable' }

  describe('description', () => {
    it.each(TABLES)('has columns, types, keys and row count of $name', ({ name, columns, rows }) => {
      const found = bench().schema.tables.find((table) => qualified(name).endsWith(table.name))
      const table = { name, columns, rows }
      const { foreignKeys, ...wanted } = adapter.found?.(table) ?? declaredTable(adapter, table)
      expect(found).toMatchObject({ ...wanted, rowCount: rows.length })
      const inOrder = (keys: FoundTable['foreignKeys'] = []) =>
        keys.toSorted((a, b) => (a.columns.join() < b.columns.join() ? -1 : 1))
      expect(inOrder(found?.foreignKeys)).toMatchObject(inOrder(foreignKeys))
    })

    it('has the leading column of every index, including keys', () => {
      for (const { name, columns } of TABLES) {
        const found = bench().schema.tables.find((table) => qualified(name).endsWith(table.name))
        const leading = found?.indexes?.map(([first]) => first)
        const nameOf = ({ name, key }: FixtureColumn) => (key === true ? (adapter.keyName ?? name) : name)
        const expected = columns.filter(({ key, indexed }) => key || indexed).map(nameOf)
        expect(leading).toEqual(expect.arrayContaining(expected))
        const rest = columns.filter(({ key, indexed, references }) => !key && !indexed && references === undefined)
        for (const column of rest) expect(leading).not.toContain(column.name)
      }
    })

    it('is complemented by the server version of inspect.serverVersion', async () => {
      expect(await bench().engine.inspect.serverVersion(bench().database.address, never())).toMatch(/^[0-9]+[.][0-9]+/)
    })

    it('belongs to an engine that says whether its addresses are files, which have no host', () => {
      const { engine, database } = bench()
      expect(engine.addresses.areFiles).toBe(!/^[a-z+]+:\/\/[^/]/.test(database.address))
    })

    it('lists every table and nothing else', () => {
      expect(bench().schema.engine).toBe(adapter.name)
      expect(
        bench()
          .schema.tables.map(({ name }) => name)
          .toSorted(),
      ).toEqual(TABLES.map(({ name }) => name).toSorted())
    })

    it('lists only the included tables', async () => {
      const [first, second] = [TABLES[0]?.name ?? '', TABLES[1]?.name ?? '']
      const chosen = async (include: readonly string[]) => {
        const { tables } = await bench().engine.describe(bench().database.address, never(), undefined, include)
        return tables
      }
      const whole = bench().schema.tables
      const [one] = await chosen([`${first.toUpperCase().slice(0, -1)}?`])
      expect(one).toEqual(whole.find(({ name }) => name === first))
      expect((await chosen([first, `${second}*`])).map(tableName)).toEqual(
        whole.filter(({ name }) => name === first || name.startsWith(second)).map(tableName),
      )
      await expect(chosen(['no_such_table'])).rejects.toMatchObject(unreachable)
    })

    it('rejects a database without tables with database_unreachable', async () => {
      const empty = await adapter.load([])
      await expect(bench().engine.describe(empty.address, never())).rejects.toMatchObject(unreachable)
      await empty.remove()
    })

    it('rejects a removed database with database_unreachable, as queries do', async () => {
      const removed = await adapter.load(TABLES.slice(0, 1))
      await removed.remove()
      await expect(bench().engine.describe(removed.address, never())).rejects.toMatchObject(unreachable)
      const query = await bench().guard(adapter.drafts.one)
      const limits = { timeoutMs: 30_000, rowsMax: 1, bytesMax: 100, turnId: 't', owner: { organizationId: 1 } }
      const running = bench().engine.run(removed.address, query, { ...limits, signal: never() })
      await expect(running).rejects.toMatchObject(unreachable)
    })

    it.each(adapter.unreachable)(
      'rejects %p with database_unreachable, without repeating the address',
      async (address) => {
        const error: unknown = await bench()
          .engine.describe(address, never())
          .catch((error: unknown) => error)
        expect(error).toMatchObject(unreachable)
        const [, ...rest] = address.split(':')
        const within = rest.join(':')
        if (within !== '') expect(error).toMatchObject({ message: expect.not.stringContaining(within) })
      },
    )

    it('rejects with AbortError if its turn is cancelled', async () => {
      const describing = bench().engine.describe(bench().database.address, AbortSignal.abort())
      await expect(describing).rejects.toMatchObject({ name: 'AbortError' })
    })
  })
}

/** The expected description of a table that declares everything. */
const declaredTable = (
  { declared, tableName = (name) => name }: EngineAdapter,
  { columns }: FixtureTable,
): FoundTable => ({
  columns: columns.map(({ name, type, required, key }) => ({
    name,
    type: declared(type),
    nullable: required !== true && key !== true,
  })),
  primaryKey: columns.filter(({ key }) => key).map(({ name }) => name),
  foreignKeys: columns.flatMap(({ name, references }) =>
    references === undefined
      ? []
      : [{ columns: [name], refTable: tableName(references.table), refColumns: [references.column] }],
  ),
})
