import pg from 'pg'
import { SQL_DIALECT } from '../../../src/engines/postgres/dialect.ts'
import { plainValue } from '../../../src/engines/postgres/run/plain-value.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { type Cell, type CellKind, type DialectBench, dialectContract } from '../dialect-contract.ts'
import { usePostgres } from './use-postgres.ts'

const TYPES: Readonly<Record<CellKind, string>> = {
  number: 'numeric',
  text: 'pg_catalog.text',
  moment: 'timestamp without time zone',
  boolean: 'boolean',
}

let client: pg.Client
// Registered before the hook of `usePostgres`, so that the client ends before the server stops.
afterAll(() => client.end())
const server = usePostgres(startPostgres)
let keywords: readonly string[] = []
beforeAll(async () => {
  const { address: connectionString } = await server()
  client = new pg.Client({ connectionString, types: { getTypeParser: () => (text: string) => text } })
  await client.connect()
  await client.query("SET TimeZone = 'UTC'; SET client_min_messages = 'error'")
  const { rows } = await client.query<{ word: string }>('SELECT word FROM pg_get_keywords()')
  keywords = [...rows.map(({ word }) => word), 'Select', 'ORDER', 'Total']
})

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const openDialect = (): DialectBench => ({
  dialect: SQL_DIALECT,
  keywords,
  plain: ['customers', 'order_items', '_x1', 'name'],
  async fill(table, columns, rows) {
    const types = Object.fromEntries(Object.entries(columns).map(([name, kind]) => [name, TYPES[kind]]))
    const declared = Object.entries(types).map(([name, type]) => `${quoted(name)} ${type}`)
    // Creating a table also creates a row type, which can shadow a built-in type of the same name.
    await client.query('DISCARD TEMP')
    await client.query(`CREATE TEMP TABLE ${quoted(table)} (${declared.join(', ')})`)
    const columnTexts = Object.keys(types).map((name, index) => `(row ->> ${index})::${types[name]} AS ${quoted(name)}`)
    const insert = `INSERT INTO ${quoted(table)} SELECT ${columnTexts.join(', ')} FROM json_array_elements($1) AS row`
    await client.query(insert, [JSON.stringify(rows)])
    return types
  },
  columns: async (query) => (await client.query(query)).fields.map(({ name }) => name),
  rows: async (text) => {
    const { rows, fields } = await client.query<(string | null)[]>({ text, rowMode: 'array' })
    return rows.map((row) =>
      fields.map((field, index) => cellOf(plainValue(row[index] ?? null, field, new Set(), true))),
    )
  },
})

const cellOf = (cell: unknown): Cell => {
  if (typeof cell === 'string' || typeof cell === 'number' || cell === null) return cell
  throw new Error(`no cell: ${typeof cell}`)
}

describe('PostgreSQL dialect', () => {
  dialectContract(openDialect)

  it('qualifies table names with their schema', () => {
    expect(SQL_DIALECT.table({ schema: 'public', name: 'Order Notes' })).toBe('public."Order Notes"')
  })

  it('computes SUM and MAX of real columns in double precision', async () => {
    await client.query('DISCARD TEMP')
    await client.query(
      `CREATE TEMP TABLE paid AS SELECT (123.45 + n / 100.0)::real AS v FROM generate_series(1, 5000) n`,
    )
    const text = (call: string) => SQL_DIALECT.round(`${call}(${SQL_DIALECT.operand('v', 'real')})`, 2)
    const { rows } = await client.query({ text: `SELECT ${text('SUM')}, ${text('MAX')} FROM paid`, rowMode: 'array' })
    expect(rows).toEqual([['742275.00', '173.45']])
    expect(SQL_DIALECT.operand('v', 'numeric')).toBe('v')
  })

  it('starts days at midnight UTC for timestamps with a time zone', async () => {
    await client.query(`CREATE TEMP TABLE zoned AS SELECT TIMESTAMPTZ '2026-01-01 01:00:00+02' AS at`)
    const { rows } = await client.query({
      text: `SELECT at < ${SQL_DIALECT.day('2026-01-01')} FROM zoned`,
      rowMode: 'array',
    })
    expect(rows).toEqual([['t']])
    const bucket = await client.query({
      text: `SELECT ${SQL_DIALECT.bucket('at', 'day')} FROM zoned`,
      rowMode: 'array',
    })
    expect(bucket.rows).toEqual([['2025-12-31']])
  })
})
