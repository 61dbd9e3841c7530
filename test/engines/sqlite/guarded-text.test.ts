import type { Policy, TablePolicy } from '../../../src/guard/policy.ts'
import type { Restriction } from '../../../src/guard/restriction.ts'
import type { Schema } from '../../../src/guard/schema.ts'
import { accepted } from '../contract/results.ts'
import { POLICY } from './shop-fixture.ts'
import { type Bench, openBench } from './with-engine.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const guardedOf = async (draft: string, scope?: string) => {
  const { statement, parameters, tables } = accepted(await bench.engine.guard(draft, bench.rules(7, scope)))
  return { statement, parameters, tables }
}

describe('the SQLite guard', () => {
  it('resolves the columns of VALUES by position', async () => {
    const draft = "WITH v AS (VALUES (1, 'a')) SELECT column1, v.column2 FROM v"
    const named = `WITH "with1_v" AS (VALUES (1, 'a')) SELECT column1, v.column2 FROM "with1_v" AS "v"`
    expect((await guardedOf(draft)).statement).toBe(named)
    const none = await bench.engine.guard("WITH v AS (VALUES (1, 'a')) SELECT v.column3 FROM v", bench.rules(7))
    expect(none).toMatchObject({ ok: false, refusal: { repairable: true } })
  })

  it('refuses SUBSTRING ... FROM ... FOR, which SQLite does not support, and suggests substr', async () => {
    const words = await bench.engine.guard('SELECT substring(name FROM 1 FOR 2) FROM products', bench.rules(7))
    expect(words).toMatchObject({ refusal: { reason: 'unsupported', hint: expect.stringContaining('substr(text,') } })
  })

  it('replaces a table by a tenant filter with explicit columns and a bound value', async () => {
    expect(await guardedOf('SELECT name FROM tenants;')).toEqual({
      statement: 'SELECT name FROM (SELECT "name" FROM "tenants" WHERE "id" = ?1) AS "tenants"',
      parameters: [7n],
      tables: ['tenants'],
    })
  })
  it('keeps aliases and all other characters of the draft', async () => {
    expect(
      (await guardedOf("SELECT  'Ü𝄞' AS \"x\",\n p.name FROM products  p WHERE p.name = '''' GROUP BY 1")).statement,
    ).toBe(
      'SELECT  \'Ü𝄞\' AS "x",\n p.name FROM (SELECT "name" FROM "products" WHERE "tenant_id" = ?1)  p WHERE p.name = \'\'\'\' GROUP BY 1',
    )
  })
  it('adds the scope with AND, and binds each value once', async () => {
    expect(await guardedOf('SELECT a.id FROM accounts a JOIN accounts b USING (id)', 'ann')).toEqual({
      statement: `SELECT a.id FROM ${ACCOUNTS} a JOIN ${ACCOUNTS} b USING (id)`,
      parameters: [7n, 'ann'],
      tables: ['accounts'],
    })
  })
  it('filters a child table through its parents up to the tenant column', async () => {
    expect((await guardedOf('SELECT mark FROM note_marks')).statement).toBe(
      'SELECT mark FROM (SELECT "mark" FROM "note_marks" WHERE "note_id" IN (SELECT "id" FROM "item_notes" WHERE "item_id" IN (SELECT "id" FROM "order_items" WHERE "order_id" IN (SELECT "id" FROM "orders" WHERE "tenant_id" = ?1)))) AS "note_marks"',
    )
  })
  it('includes rows without a tenant in mode sharedOrOwn', async () => {
    expect((await guardedOf('SELECT sku FROM price_list')).statement).toContain(
      'WHERE ("tenant_id" IS NULL OR "tenant_id" = ?1)',
    )
  })
  it('leaves out hidden columns, and does not filter shared tables', async () => {
    expect((await guardedOf('SELECT * FROM customers')).statement).not.toContain('password_hash')
    expect(await guardedOf('SELECT name FROM countries')).toEqual({
      statement: 'SELECT name FROM (SELECT "name" FROM "countries") AS "countries"',
      parameters: [],
      tables: ['countries'],
    })
  })
  it('quotes names that need it', async () => {
    expect((await guardedOf('SELECT "order" FROM [order notes]')).statement).toBe(
      'SELECT "order" FROM (SELECT "order" FROM "Order Notes" WHERE "tenant id" = ?1) AS "order notes"',
    )
  })
  it('writes no filter without a restriction, and still denies tables, columns and writes', async () => {
    const rules = { ...bench.rules(1), restriction: {} }
    expect(accepted(await bench.engine.guard('SELECT id FROM order_items', rules)).statement).toBe(
      'SELECT id FROM (SELECT "id" FROM "order_items") AS "order_items"',
    )
    expect(await bench.engine.guard('SELECT * FROM vault', rules)).toMatchObject({ ok: false })
    expect(await bench.engine.guard('SELECT password_hash FROM customers', rules)).toMatchObject({ ok: false })
    expect(await bench.engine.guard('DELETE FROM orders', rules)).toMatchObject({ ok: false })
  })
})

const ACCOUNTS = '(SELECT "id" FROM "accounts" WHERE "org_id" = ?1 AND "holder" = ?2 COLLATE BINARY)'

describe('the SQLite guard with a policy', () => {
  const column = (name: string, type: string) => ({ name, type, nullable: true })
  const table = (name: string, ...columns: ReturnType<typeof column>[]) => ({
    name,
    columns,
    primaryKey: [],
    foreignKeys: [],
  })
  const schema: Schema = {
    engine: 'sqlite',
    tables: [
      table('t', column('id', 'INTEGER'), column('tenant_id', 'INTEGER'), column('name', 'TEXT')),
      table('child', column('id', 'INTEGER'), column('t_id', 'INTEGER'), column('owner', 'INT')),
      table('textual', column('tenant_id', 'VARCHAR(20) COLLATE NOCASE')),
      table('constructor', column('tenant_id', 'INTEGER')),
    ],
  }
  const base: Policy = { version: 1, engine: 'sqlite', tenant: { column: 'tenant_id', type: 'integer' }, tables: {} }
  const ofTenant: Restriction = { tenant: { type: 'integer', value: 7n } }
  const guard = (
    draft: string,
    tables: Record<string, TablePolicy>,
    more: Partial<Policy> = {},
    restriction = ofTenant,
  ) => bench.engine.guard(draft, { schema, policy: { ...base, ...more, tables }, restriction })
  const denied = { ok: false, refusal: { reason: 'unknown_table', repairable: true } }

  it('denies a table without an entry', async () => {
    expect(await guard('SELECT * FROM t', {})).toMatchObject(denied)
    expect(await guard('SELECT * FROM constructor', { t: { mode: 'tenant' } })).toMatchObject(denied)
  })
  it('denies a table whose entry names a missing column', async () => {
    expect(await guard('SELECT * FROM child', { child: { mode: 'tenant' } })).toMatchObject(denied)
    expect(await guard('SELECT * FROM t', { t: { mode: 'tenantRoot', column: 'gone' } })).toMatchObject(denied)
    expect(await guard('SELECT * FROM t', { t: { mode: 'sharedOrOwn', column: 'gone' } })).toMatchObject(denied)
  })
  it('denies a child table whose parent is missing, denied or shared', async () => {
    const via = (ref: string): TablePolicy => ({ mode: 'via', fk: 't_id', ref })
    for (const [ref, parent] of [
      ['gone.id', 'tenant'],
      ['t.gone', 'tenant'],
      ['t', 'tenant'],
      ['t.id', 'deny'],
      ['t.id', 'shared'],
    ] as const)
      expect(await guard('SELECT * FROM child', { child: via(ref), t: { mode: parent } })).toMatchObject(denied)
    expect((await guard('SELECT * FROM child', { child: via('t.id'), t: { mode: 'tenant' } })).ok).toBe(true)
  })
  it('denies tables whose references form a cycle', async () => {
    expect(await guard('SELECT * FROM child', { child: { mode: 'via', fk: 't_id', ref: 'child.id' } })).toMatchObject(
      denied,
    )
  })
  it('matches table and column names case-insensitively', async () => {
    expect(await guard('SELECT * FROM t', { T: { mode: 'deny' }, '*': { mode: 'shared' } })).toMatchObject(denied)
    expect(
      accepted(await guard('SELECT "ID" FROM "T"', { T: { mode: 'tenant', column: 'TENANT_ID' } })).statement,
    ).toContain('"tenant_id" = ?1')
  })
  it('denies tables without the scope column, unless missing_scope is ignore', async () => {
    const scoped: Restriction = { ...ofTenant, scope: { type: 'string', value: '42' } }
    const scope = { column: 'owner', type: 'string', missing_scope: 'deny' } as const
    expect(await guard('SELECT * FROM t', { t: { mode: 'tenant' } }, { scope }, scoped)).toMatchObject(denied)
    expect(await guard('SELECT * FROM t', { t: { mode: 'shared' } }, { scope }, scoped)).toMatchObject(denied)
    expect(
      await guard(
        'SELECT * FROM t',
        { t: { mode: 'tenant', scope_column: 'gone' } },
        { scope: { ...scope, missing_scope: 'ignore' } },
        scoped,
      ),
    ).toMatchObject(denied)
    const ignoring = { scope: { ...scope, missing_scope: 'ignore' } } as const
    expect((await guard('SELECT * FROM t', { t: { mode: 'tenant' } }, ignoring, scoped)).ok).toBe(true)
    expect((await guard('SELECT * FROM t', { t: { mode: 'tenant' } }, { scope })).ok).toBe(true)
  })

  describe('converts the bound tenant to the column type:', () => {
    const bound = async (restriction: Restriction, name: string, more: Partial<Policy> = {}) =>
      accepted(await guard(`SELECT * FROM ${name}`, { [name]: { mode: 'tenant' } }, more, restriction))
    const text = (value: string): Restriction => ({ tenant: { type: 'string', value } })

    it('an integer for a text column becomes text, compared with BINARY collation', async () => {
      const query = await bound(ofTenant, 'textual')
      expect(query.parameters).toEqual(['7'])
      expect(query.statement).toContain('"tenant_id" = ?1 COLLATE BINARY')
    })
    it('a text for an integer column becomes an integer only in its canonical form', async () => {
      expect((await bound(text('42'), 't')).parameters).toEqual([42n])
      expect((await bound(text('abc'), 't')).parameters).toEqual(['abc'])
      for (const odd of ['042', ' 42', '42.0', '4.2e1', '+42', '9223372036854775808', '-0'])
        expect((await bound(text(odd), 't')).parameters).toEqual([null])
    })
  })
})

it('the policy of the fixture has every mode', async () => {
  expect(new Set(Object.values(POLICY.tables).map(({ mode }) => mode)).size).toBe(6)
})

describe('a guarded table lists only the columns that the draft needs:', () => {
  const listed = async (draft: string) => {
    const { statement } = accepted(await bench.engine.guard(draft, bench.rules(7)))
    return [...statement.matchAll(/\(SELECT ((?:"[^"]*"(?:, )?)+) FROM "(\w+)"/g)].map(([, columns, table]) => [
      table,
      columns?.replaceAll('"', ''),
    ])
  }

  it.each<readonly [string, string, readonly (readonly [string, string])[]]>([
    ['named columns', 'SELECT status FROM orders WHERE TOTAL > 1', [['orders', 'status, total']]],
    ['one column for COUNT(*)', 'SELECT COUNT(*) FROM staff', [['staff', 'id']]],
    [
      'columns named in any clause, from every table that has them',
      'SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM staff s WHERE s.tenant_id = c.tenant_id ORDER BY salary)',
      [
        ['customers', 'tenant_id, name'],
        ['staff', 'tenant_id, name, salary'],
      ],
    ],
    [
      'columns in USING',
      'SELECT 1 FROM tenants a JOIN tenants b USING (plan)',
      [
        ['tenants', 'plan'],
        ['tenants', 'plan'],
      ],
    ],
    ['all columns for *', 'SELECT * FROM tenants', [['tenants', 'id, name, plan']]],
    ['all columns of a table for t.*', 'SELECT t.* FROM tenants t', [['tenants', 'id, name, plan']]],
    [
      'all columns for NATURAL JOIN',
      'SELECT 1 FROM tenants NATURAL JOIN staff',
      [
        ['tenants', 'id, name, plan'],
        ['staff', 'id, tenant_id, manager_id, name, salary'],
      ],
    ],
  ])('%s', async (_, draft, wanted) => {
    expect(await listed(draft)).toEqual(wanted)
  })
})
