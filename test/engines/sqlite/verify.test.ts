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
const own = `(SELECT ${ORDERS} FROM "orders" WHERE "tenant_id" = ?1)`
const viaOrders = '"order_id" IN (SELECT "id" FROM "orders" WHERE "tenant_id" = ?1)'

/** As if the part of the guard that writes had gone wrong. */
const judge = (statement: string, tables: readonly string[], more: Partial<QueryCandidate> = {}, scope?: string) =>
  verdict({ engine: 'sqlite', statement, parameters: [1n, 'ann'], tables, ...more }, bench.rules(1, scope))

it('accepts what the guard writes', async () => {
  for (const sql of QUERIES) accepted(await bench.engine.guard(sql, bench.rules(1, 'ann')))
  expect(await judge(`SELECT id FROM ${own} AS o`, ['orders'])).toBeUndefined()
  expect(
    await judge(`SELECT id FROM (SELECT "id" FROM "order_items" WHERE ${viaOrders}) i`, ['order_items']),
  ).toBeUndefined()
})

describe('finds a statement out when', () => {
  it.each([
    ['a table is not filtered', 'SELECT id FROM orders', ['orders']],
    ['a table has no condition', 'SELECT id FROM (SELECT "id" FROM "orders") o', ['orders']],
    ['one of two is not filtered', `SELECT 1 FROM ${own} o JOIN customers c ON 1`, ['orders', 'customers']],
    ['a sub-select hides a table', `SELECT (SELECT MAX(id) FROM customers) FROM ${own} o`, ['orders', 'customers']],
    ['ORDER BY hides a table', `SELECT id FROM ${own} o ORDER BY (SELECT 1 FROM vault)`, ['orders']],
    ['LIMIT hides a table', `SELECT id FROM ${own} o LIMIT (SELECT COUNT(*) FROM vault)`, ['orders']],
    ['a nested join hides a table', `SELECT 1 FROM (${own} o JOIN customers c ON 1)`, ['orders', 'customers']],
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
      'more than the filter is there',
      'SELECT id FROM (SELECT "id" FROM "orders" WHERE "tenant_id" = ?1 AND "id" = 1) o',
      ['orders'],
    ],
    [
      'NULL tenants are let in',
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
      `SELECT 1 FROM (SELECT "id" FROM "order_items" WHERE ${viaOrders.replace('"order_id"', '"id"')}) i`,
      ['order_items'],
    ],
    [
      'a child has another parent',
      'SELECT 1 FROM (SELECT "id" FROM "order_items" WHERE "order_id" IN (SELECT "id" FROM "products" WHERE "tenant_id" = ?1)) i',
      ['order_items'],
    ],
    [
      'a child is outside of its parents',
      `SELECT 1 FROM (SELECT "id" FROM "order_items" WHERE ${viaOrders.replace(' IN', ' NOT IN')}) i`,
      ['order_items'],
    ],
    [
      'a parent is taken by a WITH table',
      `WITH orders AS (SELECT 1 AS id, 1 AS tenant_id) SELECT 1 FROM (SELECT "id" FROM "order_items" WHERE ${viaOrders}) i`,
      ['order_items'],
    ],
    ['a table is taken by a WITH table', `WITH orders AS (SELECT 1 AS id) SELECT id FROM ${own} o`, ['orders']],
    [
      'a denied table is filtered like another',
      'SELECT 1 FROM (SELECT "id" FROM "vault" WHERE "tenant_id" = ?1) v',
      ['vault'],
    ],
    ['an unlisted table is filtered', `SELECT id FROM ${own} o`, ['customers']],
    ['a table is qualified', 'SELECT id FROM (SELECT "id" FROM main."orders" WHERE "tenant_id" = ?1) o', ['orders']],
    ['a schema table is read', 'SELECT name FROM sqlite_master', []],
    ['an unknown function gives rows', 'SELECT value FROM generate_series(1, 2)', []],
    ['a table of the database is called', "SELECT 1 FROM vault('[1]')", []],
    ['a WITH table is called', "WITH json_each AS (SELECT 1) SELECT value FROM json_each('[1]')", []],
    ['a function for rows is read without a call', 'SELECT value FROM json_each', []],
    ['rows are made of a text that is no JSON', "SELECT value FROM json_each('{')", []],
    ['rows are made of no column', "SELECT value FROM json_each(concat('{'))", []],
    ['a function for rows is given a query', 'SELECT value FROM json_each((SELECT secret FROM vault))', []],
    ['rows are made of a table', 'SELECT value FROM customers c, json_each(c.name)', ['customers']],
    [
      'a WITH table ends before its use',
      `SELECT 1 FROM vault WHERE 1 IN (WITH vault AS (SELECT 1) SELECT 1 FROM vault)`,
      [],
    ],
    ['a function is not known', "SELECT load_extension('x')", []],
    ['a placeholder stands outside of a filter', 'SELECT ?1', []],
    ['there are two statements', 'SELECT 1; SELECT 2', []],
    ['it ends with a semicolon', 'SELECT 1;', []],
    ['it is no query', 'DELETE FROM orders', ['orders']],
    ['it has a comment', `SELECT 1 -- x`, []],
    ['it has a form that is not known', "SELECT INTERVAL '1 day'", []],
  ])('%s', async (_, statement, tables) => {
    expect(await judge(statement, tables)).toMatchObject({ reason: 'not_proven', repairable: false })
  })

  it('the parameter holds another tenant', async () => {
    expect(await judge(`SELECT id FROM ${own} o`, ['orders'], { parameters: [2n] })).toMatchObject({
      reason: 'not_proven',
    })
  })
  it('the scope is missing', async () => {
    expect(await judge(`SELECT id FROM ${own} o`, ['orders'], {}, 'ann')).toMatchObject({ reason: 'not_proven' })
    const scoped = own.replace('?1)', '?1 AND "owner" = ?2 COLLATE BINARY)')
    expect(await judge(`SELECT id FROM ${scoped} o`, ['orders'], {}, 'ann')).toBeUndefined()
    expect(await judge(`SELECT id FROM ${scoped} o`, ['orders'], {}, 'bob')).toMatchObject({ reason: 'not_proven' })
  })
  it.each([
    ['only the tenant', '"tenant_id" = ?1', 'ann'],
    ['only the scope', '"owner" = ?2 COLLATE BINARY', 'ann'],
    ['the tenant twice', '"tenant_id" = ?1 AND "tenant_id" = ?1', 'ann'],
    ['the scope twice', '"owner" = ?2 COLLATE BINARY AND "owner" = ?2 COLLATE BINARY', 'ann'],
    ['the two with their values exchanged', '"tenant_id" = ?2 AND "owner" = ?1', 'ann'],
    ['a tenant that is not written as the guard writes it', 'tenant_id = ?1', undefined],
    ['a tenant in other quotes', '`tenant_id` = ?1', undefined],
    ['another collation', '"tenant_id" = ?1 COLLATE NOCASE', undefined],
  ])('of the two marks of a read there is %s', async (_, where, scope) => {
    const read = `SELECT id FROM (SELECT "id" FROM "orders" WHERE ${where}) o`
    expect(await judge(read, ['orders'], {}, scope)).toMatchObject({ reason: 'not_proven' })
  })
  it.each([
    ['the tenant', '"tenant_id" = ?1'],
    ['what belongs to everyone', '"tenant_id" IS NULL'],
    ['another column that is NULL', '("sku" IS NULL OR "tenant_id" = ?1)'],
    ['another column that is equal', '("tenant_id" IS NULL OR "id" = ?1)'],
    ['both, as if each were asked for', '"tenant_id" IS NULL AND "tenant_id" = ?1'],
  ])('of a table with rows of everyone there is only %s', async (_, where) => {
    const read = `SELECT sku FROM (SELECT "sku" FROM "price_list" WHERE ${where}) p`
    expect(await judge(read, ['price_list'])).toMatchObject({ reason: 'not_proven' })
  })
  it('a table without the scope column must be denied', async () => {
    const rules = bench.rules(1, 'ann')
    const policy = { ...rules.policy, scope: { column: 'owner', type: 'string', missing_scope: 'deny' } } as const
    const products = 'SELECT 1 FROM (SELECT "id" FROM "products" WHERE "tenant_id" = ?1) p'
    const candidate = { engine: 'sqlite', statement: products, parameters: [1n], tables: ['products'] }
    expect(await verdict(candidate, rules)).toBeUndefined()
    expect(await verdict(candidate, { ...rules, policy })).toMatchObject({ reason: 'not_proven' })
  })
  it('a table lost its policy', async () => {
    const rules = bench.rules(1)
    const { orders: _, ...tables }: Record<string, TablePolicy> = { ...rules.policy.tables }
    const candidate = { engine: 'sqlite', statement: `SELECT id FROM ${own} o`, parameters: [1n], tables: ['orders'] }
    expect(await verdict(candidate, { ...rules, policy: { ...rules.policy, tables } })).toMatchObject({
      reason: 'not_proven',
    })
  })
})
