import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { plainValue } from '../../../src/engines/postgres/run/plain-value.ts'
import type { Json } from '../../../src/platform/values/json.ts'
import type { LoadedDatabase } from '../contract/engine-adapter.ts'
import type { FixtureColumn, FixtureTable, FixtureType } from '../contract/fixture-table.ts'

const DECLARED: Readonly<Record<FixtureType, string>> = {
  integer: 'bigint',
  real: 'double precision',
  decimal: 'numeric',
  text: 'text',
  date: 'date',
}

export const declared = (type: FixtureType): string => DECLARED[type]

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

const connected = async (address: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: address, types: { getTypeParser: () => (text: string) => text } })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs `work` on a new connection, without an engine. */
export const onServer = async <Value>(address: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> => {
  const client = await connected(address)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The address of another database of the same server. */
export const databaseAt = (address: string, name: string): string => {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

/** Creates an empty database. */
export const emptyDatabase = async (server: string): Promise<LoadedDatabase> => {
  const name = `fixture_${randomUUID().replaceAll('-', '')}`
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name}`))
  const address = databaseAt(server, name)
  // Queries share one connection, one after another: connecting takes longer than most of them.
  let reader: Promise<pg.Client> | undefined
  let last: Promise<unknown> = Promise.resolve()
  return {
    address,
    find: (query) => {
      const found = last.then(async () => {
        reader ??= connected(address)
        return await findRows(await reader, query)
      })
      last = found.catch(() => {})
      return found
    },
    remove: async () => {
      await (await reader)?.end()
      await onServer(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

export const fixtureDatabase = async (server: string, tables: readonly FixtureTable[]): Promise<LoadedDatabase> => {
  const database = await emptyDatabase(server)
  await onServer(database.address, async (client) => {
    for (const table of tables) await write(client, table)
    await client.query('ANALYZE')
  })
  return database
}

/** The rows of a query, with cells in the form of the engine's results. */
export const findRows = async (client: pg.Client, text: string): Promise<readonly (readonly Json[])[]> => {
  await client.query("SET TimeZone = 'UTC'; SET IntervalStyle = 'iso_8601'")
  const { rows, fields } = await client.query<(string | null)[]>({ text, rowMode: 'array' })
  return rows.map((row) => fields.map((field, index) => plainValue(row[index] ?? null, field, new Set(), true)))
}

const write = async (client: pg.Client, { name, columns, rows }: FixtureTable): Promise<void> => {
  await client.query(`CREATE TABLE ${quote(name)} (${columns.map(columnText).join(', ')})`)
  for (const column of columns.filter(({ indexed }) => indexed))
    await client.query(`CREATE INDEX ON ${quote(name)} (${quote(column.name)})`)
  const all = `SELECT * FROM json_populate_recordset(NULL::${quote(name)}, $1)`
  await client.query(`INSERT INTO ${quote(name)} ${all}`, [JSON.stringify(rows)])
}

const columnText = ({ name, type, key, required, references }: FixtureColumn): string =>
  [
    ...[quote(name), declared(type)],
    ...(key ? ['PRIMARY KEY'] : []),
    ...(required ? ['NOT NULL'] : []),
    ...(references ? [`REFERENCES ${quote(references.table)} (${quote(references.column)})`] : []),
  ].join(' ')
