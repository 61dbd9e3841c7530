import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../../../src/engines/sqlite/connect/open-database.ts'
import { FOLDING, fold } from '../../../src/engines/sqlite/language/names.ts'
import { buildFence } from '../../../src/engines/sqlite/run/build-fence.ts'
import { runStatement } from '../../../src/engines/sqlite/run/run-statement.ts'
import { tableAccess } from '../../../src/guard/table-access.ts'
import { SCOPES, TENANTS } from '../contract/fixture-rows.ts'
import { unordered } from '../contract/results.ts'
import { FILTERED, REFUSED } from './attacks.ts'
import { QUERIES } from './oracle-queries.ts'
import { plainRows } from './shop-fixture.ts'
import { type Bench, openBench } from './with-engine.ts'

/** These tests run drafts without the guard, behind the fence only. */
let bench: Bench

beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const fenceOf = (
  tenant: number,
  scope?: string,
  withNames: readonly string[] = [],
  rowFunctions: readonly string[] = [],
) => {
  const reads = bench.schema.tables.flatMap((table) => tableAccess(table, bench.rules(tenant, scope), FOLDING) ?? [])
  return buildFence({ reads, withNames, rowFunctions })
}

const runRaw = (statement: string, tenant: number, scope?: string): readonly (readonly unknown[])[] => {
  const withNames = [
    ...statement.matchAll(/(?:WITH(?: RECURSIVE)?|,)\s+(\w+)(?:\([^()]*\))? AS (?:(?:NOT )?MATERIALIZED )?\(/g),
  ].map(([, name]) => fold(name ?? ''))
  const rowFunctions = [...statement.matchAll(/json_(?:each|tree)(?=\()/g)].map(([name]) => name)
  const fence = fenceOf(tenant, scope, withNames, rowFunctions)
  const { columns, rows } = runStatement({
    kind: 'run',
    file: bench.files.shared,
    statement,
    parameters: [],
    fence,
    replaced: [],
    rowsMax: 10_000,
    bytesMax: 10_000_000,
  })
  return rows.map((row) => columns.map(({ name }) => row[name]))
}

describe.each([...TENANTS.map((tenant) => ({ tenant, scope: undefined })), { tenant: 2, scope: SCOPES[0] }])(
  'the SQLite fence without the guard restricts a query to the rows of tenant $tenant, scope $scope:',
  ({ tenant, scope }) => {
    let copy: DatabaseSync
    beforeAll(() => {
      copy = bench.files.copyOf(tenant, scope)
    })
    afterAll(() => copy.close())

    it.each(QUERIES)('%s', (sql) => {
      expect(unordered(runRaw(sql, tenant, scope))).toEqual(unordered(plainRows(copy, sql)))
    })
  },
)

describe('the SQLite fence without the guard', () => {
  const FOREIGN = /Customer [23]-|hash-|vault-|audit-|Shop [23]|c[23]\d{3}@/
  const drafts = [...Object.values(REFUSED).flat(), ...FILTERED].filter((draft) => !draft.includes('x'.repeat(100)))

  it.each(drafts.map((draft) => [draft.slice(0, 150), draft]))('denies or filters %s', (_, draft) => {
    const rows = (() => {
      try {
        return runRaw(draft, 1)
      } catch {
        return []
      }
    })()
    expect(JSON.stringify(rows)).not.toMatch(FOREIGN)
  })

  it.each([
    'SELECT COUNT(*) FROM vault',
    'SELECT 1 FROM vault',
    'SELECT COUNT(*) FROM main.orders',
    'SELECT EXISTS (SELECT 1 FROM audit_log)',
    'SELECT COUNT(*) FROM all_orders',
    'SELECT COUNT(*) FROM sqlite_schema',
    'SELECT COUNT(*) FROM sqlite_temp_schema',
    'SELECT name FROM temp.sqlite_master',
    'SELECT COUNT(*) FROM pragma_table_list',
    'SELECT COUNT(*) FROM pragma_function_list',
    "SELECT COUNT(*) FROM json_each ('[1,2]')",
    "SELECT value FROM json_tree ('[1,2]')",
    'SELECT COUNT(*) FROM dbstat',
    'WITH orders AS (SELECT * FROM main.orders) SELECT * FROM orders',
    'WITH f AS (SELECT * FROM main.orders) SELECT * FROM f',
    'SELECT rowid FROM main.customers',
    "SELECT load_extension('x')",
    'SELECT sqlite_version()',
    'SELECT randomblob(8)',
    'PRAGMA query_only = OFF',
    "PRAGMA table_info('vault')",
    "ATTACH ':memory:' AS other",
    'CREATE TEMP TABLE t (a)',
    'CREATE TEMP VIEW v AS SELECT * FROM main.orders',
    'DELETE FROM orders',
    'DROP VIEW orders',
    'BEGIN IMMEDIATE',
    'VACUUM',
    "VACUUM INTO '/tmp/never'",
    'EXPLAIN SELECT * FROM main.orders',
  ])('denies %s', (draft) => {
    expect(() => runRaw(draft, 1)).toThrow()
  })

  it('has a random secret name per statement, with which a WITH table could read all rows', () => {
    const fence = fenceOf(1)
    const guessed = `WITH ${fence.secret}orders AS (SELECT COUNT(*) AS n FROM main.orders) SELECT n FROM ${fence.secret}orders`
    const job = {
      kind: 'run',
      file: bench.files.shared,
      parameters: [],
      replaced: [],
      rowsMax: 1,
      bytesMax: 1000,
    } as const
    expect(runStatement({ ...job, statement: guessed, fence }).rows).toEqual([{ n: 72 }])
    expect(() => runStatement({ ...job, statement: guessed, fence: fenceOf(1) })).toThrow()
    expect(fence.secret).toMatch(/^f[0-9a-f]{32}$/)
  })
})

it('the SQLite fence without a restriction allows all rows of the tables of the policy, and no other table', () => {
  const rules = { ...bench.rules(1), restriction: {} }
  const reads = bench.schema.tables.flatMap((table) => tableAccess(table, rules, FOLDING) ?? [])
  const job = {
    kind: 'run',
    file: bench.files.shared,
    parameters: [],
    replaced: [],
    rowsMax: 100,
    bytesMax: 10_000,
  } as const
  const count = (from: string) =>
    runStatement({
      ...job,
      statement: `SELECT COUNT(*) AS n FROM ${from}`,
      fence: buildFence({ reads, withNames: [], rowFunctions: [] }),
    })
  expect(count('orders').rows).toEqual([{ n: 72 }])
  expect(count('(SELECT 1 FROM orders o JOIN order_items i ON i.order_id = o.id LIMIT 3)').rows).toEqual([{ n: 3 }])
  for (const denied of ['vault', 'audit_log', 'all_orders', 'main.vault', 'sqlite_schema'])
    expect(() => count(denied)).toThrow()
})

it('the SQLite fence denies a table of the file that has the name of a table function', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tabletalk-'))
  const file = join(folder, 'taken.sqlite')
  const made = new DatabaseSync(file)
  made.exec("CREATE TABLE Json_Each (value, key); INSERT INTO json_each VALUES ('vault-1', 1); CREATE TABLE t (a)")
  made.close()
  const read = (statement: string) => {
    const fence = buildFence({ reads: [], withNames: [], rowFunctions: ['json_each', 'json_tree'] })
    return runStatement({
      kind: 'run',
      file,
      statement,
      fence,
      parameters: [],
      replaced: [],
      rowsMax: 9,
      bytesMax: 999,
    }).rows
  }
  for (const from of ['json_each', 'json_each(1)', 'main.json_each', 'json_each j, t'])
    for (const items of ['COUNT(*)', 'value']) expect(() => read(`SELECT ${items} FROM ${from}`)).toThrow()
  expect(read("SELECT value FROM json_tree('[5]') WHERE key = 0")).toEqual([{ value: 5 }])
  rmSync(folder, { recursive: true })
})

it('openDatabase opens an SQLite file as read-only', () => {
  const database = openDatabase(bench.files.shared)
  for (const change of ['CREATE TABLE t (a)', 'DELETE FROM orders', 'PRAGMA user_version = 7'])
    expect(() => database.exec(change)).toThrow(/readonly/)
  database.close()
})

it('the SQLite fence denies every statement that writes', () => {
  const before = new DatabaseSync(bench.files.shared, { readOnly: true })
  const count = plainRows(before, 'SELECT COUNT(*) FROM orders')
  for (const draft of Object.values(REFUSED)
    .flat()
    .filter((one) => /^(DELETE|INSERT|UPDATE|REPLACE|DROP|ALTER)/.test(one)))
    expect(() => runRaw(draft, 1)).toThrow()
  expect(plainRows(before, 'SELECT COUNT(*) FROM orders')).toEqual(count)
  before.close()
})
