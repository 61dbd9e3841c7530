import { DatabaseSync } from 'node:sqlite'
import { TIME_BUCKETS } from '../../../src/ask/rules/sql-dialect.ts'
import { SQL_DIALECT } from '../../../src/engines/sqlite/dialect.ts'
import { type Cell, type CellKind, type DialectBench, dialectContract } from '../dialect-contract.ts'
import { type Bench, openBench } from './with-engine.ts'

/** Keywords of SQLite: those that must be quoted as names, and those that must be quoted in some positions. */
const KEYWORDS =
  `all alter and as between by case cast check collate column constraint create cross current_date default
  deferrable delete desc distinct drop else end escape except exists false filter foreign from glob group groups having if
  in index indexed inner insert intersect into is isnull join key left like limit match natural not nothing notnull null
  offset on or order over partition plan primary range references regexp replace returning right row rows select set
  table temp then to transaction true unique update using values when where window with ORDER Select`.split(/\s+/)

const TYPES: Readonly<Record<CellKind, string>> = {
  number: 'NUMERIC',
  text: 'TEXT',
  moment: 'DATETIME',
  boolean: 'BOOLEAN',
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const openDialect = (): DialectBench => {
  const database = new DatabaseSync(':memory:')
  return {
    dialect: SQL_DIALECT,
    keywords: KEYWORDS,
    async fill(table, columns, rows) {
      const types = Object.fromEntries(Object.entries(columns).map(([name, kind]) => [name, TYPES[kind]]))
      const declared = Object.entries(types).map(([name, type]) => `${quoted(name)} ${type}`)
      database.exec(`CREATE TABLE ${quoted(table)} (${declared.join(', ')})`)
      const insert = database.prepare(`INSERT INTO ${quoted(table)} VALUES (${declared.map(() => '?').join(', ')})`)
      for (const row of rows) insert.run(...row)
      return types
    },
    columns: async (query) =>
      database
        .prepare(query)
        .columns()
        .map(({ name }) => name),
    rows: async (query) => {
      const statement = database.prepare(query)
      statement.setReturnArrays(true)
      return statement.all().map((row) => Object.values(row).map(cellOf))
    },
  }
}

const cellOf = (cell: unknown): Cell => {
  if (typeof cell === 'string' || typeof cell === 'number' || cell === null) return cell
  throw new Error(`no cell: ${typeof cell}`)
}

describe('the dialect of SQLite', () => dialectContract(openDialect))

describe('SQL of the SQLite dialect', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench()
  })
  afterAll(() => bench.close())

  it('is accepted by the guard, and runs', async () => {
    const { identifier, table, text, day, bucket, like, round, percentage, order, limit } = SQL_DIALECT
    const buckets = TIME_BUCKETS.map((one) => `${bucket('o.placed_on', one)} AS ${identifier(`by ${one}`)}`)
    const queries = [
      `SELECT ${buckets.join(', ')} FROM ${table({ name: 'orders' })} o ORDER BY ${order('o.id', 'descending')} ${limit(3)}`,
      `SELECT o.${identifier('order')} FROM orders o WHERE o.placed_on >= ${day('2024-02-01')} AND NOT ${like('o.status', "%'_\\")}`,
      `SELECT ${round(percentage('SUM(o.total)', '(SELECT SUM(p.total) FROM orders p)'), 2)} AS ${identifier('select')} FROM orders o`,
      `SELECT COUNT(*) AS n FROM ${table({ name: 'Order Notes' })} o WHERE ${text("it's; --")} <> ${SQL_DIALECT.boolean(true, 'BOOLEAN')}`,
    ]
    for (const query of queries)
      expect([query, await bench.ask(query, bench.rules(1))]).toEqual([
        query,
        expect.objectContaining({ result: expect.objectContaining({ truncated: false }) }),
      ])
  })
})
