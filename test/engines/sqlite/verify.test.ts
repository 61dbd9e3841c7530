import { ParsedTexts } from '../../../src/engines/sql/guard/parsed-texts.ts'
import { ParserPool } from '../../../src/engines/sql/parse/parser-pool.ts'
import { REWRITE_RULES } from '../../../src/engines/sqlite/guard/guard.ts'
import { verify } from '../../../src/engines/sqlite/verify/verify.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { QueryCandidate } from '../../../src/guard/guarded-query.ts'
import type { TablePolicy } from '../../../src/guard/policy.ts'
import { accepted } from '../contract/results.ts'
import { QUERIES } from './oracle-queries.ts'
import { type Bench, openBench } from './with-engine.ts'

const parser = new ParserPool('sqlite')
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => Promise.all([bench.close(), parser.close()]))

const verdict = (candidate: Omit<QueryCandidate, 'filters'>, rules: GuardRules) =>
  verify({ filters: [], ...candidate }, rules, texts())

const texts = () => new ParsedTexts((all) => parser.parse(all, { organizationId: 1 }), REWRITE_RULES)

const ORDERS = '"id", "tenant_id", "status"'
const OWN_ORDERS = `(SELECT ${ORDERS} FROM "orders" WHERE "tenant_id" = ?1)`
const VIA_ORDERS = '"order_id" IN (SELECT "id" FROM "orders" WHERE "tenant_id" = ?1)'

/** Verifies a statement as if a defective guard had written it. */
const judge = (statement: string, tables: readonly string[], more: Partial<QueryCandidate> = {}, scope?: string) =>
  verdict({ engine: 'sqlite', statement, parameters: [1n, 'ann'], tables, ...more }, bench.rules(1, scope))

it('the SQLite verifier accepts statements of the guard', async () => {
  for (const sql of QUERIES) accepted(await bench.engine.guard(sql, bench.rules(1, 'ann')))
  expect(await judge(`SELECT id FROM ${OWN_ORDERS} AS o`, ['orders'])).toBeUndefined()
  expect(
    await judge(`SELECT id FROM (SELECT "id" FROM "order_items" WHERE ${VIA_ORDERS}) i`, ['order_items']),
  ).toBeUndefined()
})

describe('the SQLite verifier refuses a statement if', () => {
  it.each([
    ['a table is not filtered', 'SELECT id FROM orders', ['orders']],
    ['a table has no condition', 'SELECT id FROM (SELECT "id" FROM "orders") o', ['orders']],
    ['one of two is not filtered', `SELECT 1 FROM ${OWN_ORDERS} o JOIN customers c ON 1`, ['orders', 'customers']],
    [
      'a subquery hides a table',
      `SELECT (SELECT MAX(id) FROM customers) FROM ${OWN_ORDERS} o`,
      ['orders', 'customers'],
    ],
    ['ORDER BY hides a table', `SELECT id FROM ${OWN_ORDERS} o ORDER BY (SELECT 1 FROM vault)`, ['orders']],
    ['LIMIT hides a table', `SELECT id FROM ${OWN_ORDERS} o LIMIT (SELECT COUNT(*) FROM vault)`, ['orders']],
    ['a nested join hides a table', `SELECT 1 FROM (${OWN_ORDERS} o JOIN customers c ON 1)`, ['orders', 'customers']],
    ['a WITH table hides a table', `WITH x AS (SELECT * FROM customers) SELECT * FROM x`, ['customers']],
    ['the filter is on another column', 'SELECT id FROM (SELECT "id" FROM "orders" WHERE "id" = ?1) o', ['orders']],
    [
      'the filter is on another value',
      'SELECT id FROM (SELECT "id" FROM "orders" WHERE "tenant_id" = ?2) o',
      ['orders'],
    ],
    ['the filter has a literal', 'SELECT id FROM (SELECT "id" FROM "orders" WHERE "tenant_id" = 1) o', ['orders']],
    ['the filter is negated', 'SELECT id FROM (SELECT "id" FROM "orders" WHERE NOT "tenant_id" = ?1) o', ['orders']],
    ['the filter is weakened', 'SELECT id FROM (SELECT "id" FROM "orders" WHERE "tenant_id" = ?1 OR 1) o', ['orders']],
    [
      'the filter is cast',
      'SELECT id FROM (SELECT "id" FROM "orders" WHERE CAST("tenant_id" AS TEXT) = ?1) o',
      ['orders'],
    ],
    ['the filter is >=', 'SELECT id FROM (SELECT "id" FROM "orders" WHERE "tenant_id" >= ?1) o', ['orders']],
    [
      'a filter has an additional condition',
      'SELECT id FROM (SELECT "id" FROM "orders" WHERE "tenant_id" = ?1 AND "id" = 1) o',
      ['orders'],
    ],
    [
      'NULL tenants are included',
      'SELECT id FROM (SELECT "id" FROM "orders" WHERE ("tenant_id" IS NULL OR "tenant_id" = ?1)) o',
      ['orders'],
    ],
    [
      'a hidden column is read',
      'SELECT * FROM (SELECT "id", "password_hash" FROM "customers" WHERE "tenant_id" = ?1) o',
      ['customers'],
    ],
    ['all columns are read', 'SELECT * FROM (SELECT * FROM "customers" WHERE "tenant_id" = ?1) o', ['customers']],
    ['an expression is read', 'SELECT * FROM (SELECT abs("id") FROM "orders" WHERE "tenant_id" = ?1) o', ['orders']],
    [
      'two tables share a filter',
      'SELECT 1 FROM (SELECT "id" FROM "orders", "customers" WHERE "tenant_id" = ?1) o',
      ['orders', 'customers'],
    ],
    ['a filter has a limit', 'SELECT 1 FROM (SELECT "id" FROM "orders" WHERE "tenant_id" = ?1 LIMIT 1) o', ['orders']],
    ['a child lacks its parent', 'SELECT 1 FROM (SELECT "id" FROM "order_items") i', ['order_items']],
    [
      'a parent is not filtered',
      'SELECT 1 FROM (SELECT "id" FROM "order_items" WHERE "order_id" IN (SELECT "id" FROM "orders")) i',
      ['order_items'],
    ],
    [
      'a child has another key',
      `SELECT 1 FROM (SELECT "id" FROM "order_items" WHERE ${VIA_ORDERS.replace('"order_id"', '"id"')}) i`,
      ['order_items'],
    ],
    [
      'a child has another parent',
      'SELECT 1 FROM (SELECT "id" FROM "order_items" WHERE "order_id" IN (SELECT "id" FROM "products" WHERE "tenant_id" = ?1)) i',
      ['order_items'],
    ],
    [
      'a child is excluded from its parents',
      `SELECT 1 FROM (SELECT "id" FROM "order_items" WHERE ${VIA_ORDERS.replace(' IN', ' NOT IN')}) i`,
      ['order_items'],
    ],
    [
      'a WITH table has the name of a parent',
      `WITH orders AS (SELECT 1 AS id, 1 AS tenant_id) SELECT 1 FROM (SELECT "id" FROM "order_items" WHERE ${VIA_ORDERS}) i`,
      ['order_items'],
    ],
    [
      'a WITH table has the name of a filtered table',
      `WITH orders AS (SELECT 1 AS id) SELECT id FROM ${OWN_ORDERS} o`,
      ['orders'],
    ],
    [
      'a denied table is read with a filter',
      'SELECT 1 FROM (SELECT "id" FROM "vault" WHERE "tenant_id" = ?1) v',
      ['vault'],
    ],
    ['a filtered table is not in the list of tables', `SELECT id FROM ${OWN_ORDERS} o`, ['customers']],
    ['a table is qualified', 'SELECT id FROM (SELECT "id" FROM main."orders" WHERE "tenant_id" = ?1) o', ['orders']],
    ['a schema table is read', 'SELECT name FROM sqlite_master', []],
    ['a table function is unknown', 'SELECT value FROM generate_series(1, 2)', []],
    ['a table is called as a function', "SELECT 1 FROM vault('[1]')", []],
    ['a WITH table is called as a function', "WITH json_each AS (SELECT 1) SELECT value FROM json_each('[1]')", []],
    ['a table function is read without a call', 'SELECT value FROM json_each', []],
    ['a table function has invalid JSON as its argument', "SELECT value FROM json_each('{')", []],
    ['a table function has an expression as its argument', "SELECT value FROM json_each(concat('{'))", []],
    ['a table function has a subquery as its argument', 'SELECT value FROM json_each((SELECT secret FROM vault))', []],
    ['a table function reads an unfiltered table', 'SELECT value FROM customers c, json_each(c.name)', ['customers']],
    [
      'a WITH table ends before its use',
      `SELECT 1 FROM vault WHERE 1 IN (WITH vault AS (SELECT 1) SELECT 1 FROM vault)`,
      [],
    ],
    ['a function is unknown', "SELECT load_extension('x')", []],
    ['a placeholder is outside of a filter', 'SELECT ?1', []],
    ['there are two statements', 'SELECT 1; SELECT 2', []],
    ['it ends with a semicolon', 'SELECT 1;', []],
    ['it is not a query', 'DELETE FROM orders', ['orders']],
    ['it has a comment', `SELECT 1 -- x`, []],
    ['it has an unknown node', "SELECT INTERVAL '1 day'", []],
  ])('%s', async (_, statement, tables) => {
    expect(await judge(statement, tables)).toMatchObject({ reason: 'not_proven', repairable: false })
  })

  it('a parameter is another tenant', async () => {
    expect(await judge(`SELECT id FROM ${OWN_ORDERS} o`, ['orders'], { parameters: [2n] })).toMatchObject({
      reason: 'not_proven',
    })
  })
  it('the filter of the scope is missing or has another scope', async () => {
    expect(await judge(`SELECT id FROM ${OWN_ORDERS} o`, ['orders'], {}, 'ann')).toMatchObject({ reason: 'not_proven' })
    const scoped = OWN_ORDERS.replace('?1)', '?1 AND "owner" = ?2 COLLATE BINARY)')
    expect(await judge(`SELECT id FROM ${scoped} o`, ['orders'], {}, 'ann')).toBeUndefined()
    expect(await judge(`SELECT id FROM ${scoped} o`, ['orders'], {}, 'bob')).toMatchObject({ reason: 'not_proven' })
  })
  it.each([
    ['only the tenant', '"tenant_id" = ?1', 'ann'],
    ['only the scope', '"owner" = ?2 COLLATE BINARY', 'ann'],
    ['the tenant twice', '"tenant_id" = ?1 AND "tenant_id" = ?1', 'ann'],
    ['the scope twice', '"owner" = ?2 COLLATE BINARY AND "owner" = ?2 COLLATE BINARY', 'ann'],
    ['tenant and scope with their values exchanged', '"tenant_id" = ?2 AND "owner" = ?1', 'ann'],
    ['the tenant without quotes', 'tenant_id = ?1', undefined],
    ['the tenant in other quotes', '`tenant_id` = ?1', undefined],
    ['the tenant with another collation', '"tenant_id" = ?1 COLLATE NOCASE', undefined],
  ])('the filter of a table has %s', async (_, where, scope) => {
    const read = `SELECT id FROM (SELECT "id" FROM "orders" WHERE ${where}) o`
    expect(await judge(read, ['orders'], {}, scope)).toMatchObject({ reason: 'not_proven' })
  })
  it.each([
    ['the tenant', '"tenant_id" = ?1'],
    ['the shared rows', '"tenant_id" IS NULL'],
    ['another column that is NULL', '("sku" IS NULL OR "tenant_id" = ?1)'],
    ['another column that is equal', '("tenant_id" IS NULL OR "id" = ?1)'],
    ['both conditions joined by AND', '"tenant_id" IS NULL AND "tenant_id" = ?1'],
  ])('the filter of a table in mode sharedOrOwn has only %s', async (_, where) => {
    const read = `SELECT sku FROM (SELECT "sku" FROM "price_list" WHERE ${where}) p`
    expect(await judge(read, ['price_list'])).toMatchObject({ reason: 'not_proven' })
  })
  it('it reads a table without the scope column and missing_scope is deny', async () => {
    const rules = bench.rules(1, 'ann')
    const policy = { ...rules.policy, scope: { column: 'owner', type: 'string', missing_scope: 'deny' } } as const
    const products = 'SELECT 1 FROM (SELECT "id" FROM "products" WHERE "tenant_id" = ?1) p'
    const candidate = { engine: 'sqlite', statement: products, parameters: [1n], tables: ['products'] }
    expect(await verdict(candidate, rules)).toBeUndefined()
    expect(await verdict(candidate, { ...rules, policy })).toMatchObject({ reason: 'not_proven' })
  })
  it('it reads a table without an entry in the policy', async () => {
    const rules = bench.rules(1)
    const { orders: _, ...tables }: Record<string, TablePolicy> = { ...rules.policy.tables }
    const candidate = {
      engine: 'sqlite',
      statement: `SELECT id FROM ${OWN_ORDERS} o`,
      parameters: [1n],
      tables: ['orders'],
    }
    expect(await verdict(candidate, { ...rules, policy: { ...rules.policy, tables } })).toMatchObject({
      reason: 'not_proven',
    })
  })
})
