import { randomUUID } from 'node:crypto'
import type { Engine } from '../../src/engines/engine.ts'
import type { NewTable, ScratchDatabase } from '../../src/engines/loader.ts'
import type { Json } from '../../src/platform/values/json.ts'
import { loaderOf } from '../support/loader-of.ts'

/** What the loader contract needs from an engine. */
export interface LoaderAdapter {
  readonly name: string
  start(): Engine
  /** An address at which scratch databases may be created. */
  address(): string | Promise<string>
  /** Runs a query without a guard; cells have the form of the engine's results. */
  find(address: string, query: string): Promise<readonly (readonly Json[])[]>
  /** The described name of a table of the default schema. */
  tableName?(name: string): string
}

const PEOPLE: NewTable = {
  name: 'people',
  columns: [
    { name: 'id', type: 'integer', nullable: false },
    { name: 'name', type: 'text', nullable: false },
    { name: 'order', type: 'text', nullable: true },
    { name: 'balance', type: 'decimal', nullable: true },
    { name: 'weight', type: 'real', nullable: true },
    { name: 'born_on', type: 'date', nullable: true },
    { name: 'seen_at', type: 'datetime', nullable: true },
    { name: 'is_member', type: 'boolean', nullable: true },
  ],
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [['name'], ['order', 'name']],
  rows: [
    [9007199254740993n, 'Ann', 'it\'s \\ "x" ü\u{1F600}', '12.3400', 1.5, '2026-11-21', '2026-11-21 08:30:00', true],
    [2, 'ann', null, null, null, null, null, false],
  ],
}

const PETS: NewTable = {
  name: 'Pet "Names"',
  columns: [
    { name: 'owner id', type: 'integer', nullable: false },
    { name: 'name', type: 'text', nullable: false },
  ],
  primaryKey: ['owner id', 'name'],
  foreignKeys: [{ columns: ['owner id'], refTable: 'people', refColumns: ['id'] }],
  indexes: [],
  rows: [[2, 'Rex']],
}

/** The guarantees of every loader; the test file of each SQL engine calls this. */
export const loaderContract = (adapter: LoaderAdapter): void => {
  describe(`loader of ${adapter.name}`, () => {
    let engine: Engine
    const loader = loaderOf(adapter.name)
    let scratch: ScratchDatabase
    const { signal } = new AbortController()
    const load = (tables: readonly NewTable[], replace = false) =>
      loader.load(scratch.address, tables, { replace, signal })
    const names = async () => (await engine.describe(scratch.address, signal)).tables.map(({ name }) => name).toSorted()

    beforeAll(() => {
      engine = adapter.start()
    })
    afterAll(() => engine.close())
    beforeEach(async () => {
      scratch = await loader.scratch(await adapter.address(), signal)
    })
    afterEach(() => scratch.remove())

    it('creates tables that are described with the same columns and keys', async () => {
      await load([PEOPLE, PETS])
      const { tables } = await engine.describe(scratch.address, signal)
      const qualified = adapter.tableName ?? ((name: string) => name)
      for (const { name, columns, primaryKey, foreignKeys } of [PEOPLE, PETS])
        expect(tables.find((table) => table.name === name)).toMatchObject({
          columns: columns.map((column) => ({ name: column.name, nullable: column.nullable })),
          primaryKey,
          foreignKeys: foreignKeys.map((key) => ({ ...key, refTable: qualified(key.refTable) })),
        })
      expect(tables).toHaveLength(2)
    })

    it('stores every value unchanged', async () => {
      await load([PEOPLE, PETS])
      expect(await adapter.find(scratch.address, 'SELECT name, weight FROM people ORDER BY weight IS NULL')).toEqual([
        ['Ann', 1.5],
        ['ann', null],
      ])
      const count = (where: string) => adapter.find(scratch.address, `SELECT COUNT(*) AS n FROM people WHERE ${where}`)
      expect(await count("balance = 12.34 AND born_on = '2026-11-21' AND seen_at = '2026-11-21 08:30:00'")).toEqual([
        [1],
      ])
      expect(await count("name = 'ann'")).toEqual([[1]])
      expect(await count('id = 9007199254740993')).toEqual([[1]])
      expect(await count('is_member = TRUE')).toEqual([[1]])
    })

    it('rejects with TablesExist if a table exists, and changes nothing', async () => {
      await load([PEOPLE])
      await expect(load([PETS, PEOPLE])).rejects.toMatchObject({ name: 'TablesExist' })
      expect(await names()).toEqual(['people'])
    })

    it('replaces existing tables, including referenced ones, with replace: true', async () => {
      await load([PEOPLE, PETS])
      await load([{ ...PEOPLE, rows: [] }, PETS], true)
      expect(await adapter.find(scratch.address, 'SELECT COUNT(*) AS n FROM people')).toEqual([[0]])
      expect(await names()).toEqual([PETS.name, 'people'].toSorted())
    })

    it('rejects when its signal is aborted', async () => {
      const aborted = { replace: false, signal: AbortSignal.abort() }
      await expect(loader.load(scratch.address, [PEOPLE], aborted)).rejects.toThrow()
    })

    it('creates separate scratch databases, and removes each alone', async () => {
      const other = await loader.scratch(await adapter.address(), signal)
      await load([PEOPLE])
      await loader.load(other.address, [PEOPLE], { replace: false, signal })
      await other.remove()
      await expect(engine.describe(other.address, signal)).rejects.toMatchObject({ problem: 'database_unreachable' })
      expect(await names()).toEqual(['people'])
    })

    it('removes the scratch database with the given label, and no other one', async () => {
      const [label, unused] = [randomUUID(), randomUUID()].map((id) => `${id.replaceAll('-', '')}_1_0`)
      const other = await loader.scratch(await adapter.address(), signal, label)
      await load([PEOPLE])
      await loader.load(other.address, [PEOPLE], { replace: false, signal })
      await loader.removeScratch(await adapter.address(), unused ?? '', signal)
      expect((await engine.describe(other.address, signal)).tables).toHaveLength(1)
      await loader.removeScratch(await adapter.address(), label ?? '', signal)
      await expect(engine.describe(other.address, signal)).rejects.toMatchObject({ problem: 'database_unreachable' })
      expect(await names()).toEqual(['people'])
    })
  })
}
