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

const printed = async (draft: string, scope?: string) => {
  const { statement, parameters, tables } = accepted(await bench.engine.guard(draft, bench.rules(7, scope)))
  return { statement, parameters, tables }
}

describe('the guarded text', () => {
  it('knows the columns of VALUES by their places', async () => {
    const draft = "WITH v AS (VALUES (1, 'a')) SELECT column1, v.column2 FROM v"
    const named = `WITH "with1_v" AS (VALUES (1, 'a')) SELECT column1, v.column2 FROM "with1_v" AS "v"`
    expect((await printed(draft)).statement).toBe(named)
    const none = await bench.engine.guard("WITH v AS (VALUES (1, 'a')) SELECT v.column3 FROM v", bench.rules(7))
    expect(none).toMatchObject({ ok: false, refusal: { repairable: true } })
  })

  it('takes lengths of texts as functions, not in words that SQLite does not know', async () => {
    const words = await bench.engine.guard('SELECT substring(name FROM 1 FOR 2) FROM products', bench.rules(7))
    expect(words).toMatchObject({ refusal: { reason: 'unsupported', hint: expect.stringContaining('substr(text,') } })
  })

  it('reads a table through its tenant, with explicit columns and a bound value', async () => {
    expect(await printed('SELECT name FROM tenants;')).toEqual({
      statement: 'SELECT name FROM (SELECT "name" FROM "tenants" WHERE "id" = ?1) AS "tenants"',
      parameters: [7n],
      tables: ['tenants'],
    })
  })
  it('keeps the alias, and every other character of the draft', async () => {
    expect(
      (await printed("SELECT  'Ü𝄞' AS \"x\",\n p.name FROM products  p WHERE p.name = '''' GROUP BY 1")).statement,
    ).toBe(
      'SELECT  \'Ü𝄞\' AS "x",\n p.name FROM (SELECT "name" FROM "products" WHERE "tenant_id" = ?1)  p WHERE p.name = \'\'\'\' GROUP BY 1',
    )
  })
  it('adds the scope with AND, and binds each value once', async () => {
    expect(await printed('SELECT a.id FROM accounts a JOIN accounts b USING (id)', 'ann')).toEqual({
      statement: `SELECT a.id FROM ${ACCOUNTS} a JOIN ${ACCOUNTS} b USING (id)`,
      parameters: [7n, 'ann'],
      tables: ['accounts'],
    })
  })
  it('follows a child to the table that carries the tenant', async () => {
    expect((await printed('SELECT mark FROM note_marks')).statement).toBe(
      'SELECT mark FROM (SELECT "mark" FROM "note_marks" WHERE "note_id" IN (SELECT "id" FROM "item_notes" WHERE "item_id" IN (SELECT "id" FROM "order_items" WHERE "order_id" IN (SELECT "id" FROM "orders" WHERE "tenant_id" = ?1)))) AS "note_marks"',
    )
  })
  it('lets rows without a tenant be seen where the policy says so', async () => {
    expect((await printed('SELECT sku FROM price_list')).statement).toContain(
      'WHERE ("tenant_id" IS NULL OR "tenant_id" = ?1)',
    )
  })
  it('leaves hidden columns out, and shared tables whole', async () => {
    expect((await printed('SELECT * FROM customers')).statement).not.toContain('password_hash')
    expect(await printed('SELECT name FROM countries')).toEqual({
      statement: 'SELECT name FROM (SELECT "name" FROM "countries") AS "countries"',
      parameters: [],
      tables: ['countries'],
    })
  })
  it('quotes names that need it', async () => {
    expect((await printed('SELECT "order" FROM [order notes]')).statement).toBe(
      'SELECT "order" FROM (SELECT "order" FROM "Order Notes" WHERE "tenant id" = ?1) AS "order notes"',
    )
  })
  it('has no filter where the database has no tenants, and still denies', async () => {
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

describe('a policy', () => {
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
  const own: Restriction = { tenant: { type: 'integer', value: 7n } }
  const guard = (draft: string, tables: Record<string, TablePolicy>, more: Partial<Policy> = {}, restriction = own) =>
    bench.engine.guard(draft, { schema, policy: { ...base, ...more, tables }, restriction })
  const denied = { ok: false, refusal: { reason: 'unknown_table', repairable: true } }

  it('that does not name a table denies it', async () => {
    expect(await guard('SELECT * FROM t', {})).toMatchObject(denied)
    expect(await guard('SELECT * FROM constructor', { t: { mode: 'tenant' } })).toMatchObject(denied)
  })
  it('that names a column which is gone denies the table', async () => {
    expect(await guard('SELECT * FROM child', { child: { mode: 'tenant' } })).toMatchObject(denied)
    expect(await guard('SELECT * FROM t', { t: { mode: 'tenantRoot', column: 'gone' } })).toMatchObject(denied)
    expect(await guard('SELECT * FROM t', { t: { mode: 'sharedOrOwn', column: 'gone' } })).toMatchObject(denied)
  })
  it('that follows a key to nowhere, to a denied or to an open table denies the child', async () => {
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
  it('that goes in a circle denies', async () => {
    expect(await guard('SELECT * FROM child', { child: { mode: 'via', fk: 't_id', ref: 'child.id' } })).toMatchObject(
      denied,
    )
  })
  it('reaches a table whatever the case of its letters', async () => {
    expect(await guard('SELECT * FROM t', { T: { mode: 'deny' }, '*': { mode: 'shared' } })).toMatchObject(denied)
    expect(
      accepted(await guard('SELECT "ID" FROM "T"', { T: { mode: 'tenant', column: 'TENANT_ID' } })).statement,
    ).toContain('"tenant_id" = ?1')
  })
  it('with scopes denies tables that have none, unless it says otherwise', async () => {
    const scoped: Restriction = { ...own, scope: { type: 'string', value: '42' } }
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

  describe('binds a value of the type of the column', () => {
    const bound = async (restriction: Restriction, name: string, more: Partial<Policy> = {}) =>
      accepted(await guard(`SELECT * FROM ${name}`, { [name]: { mode: 'tenant' } }, more, restriction))
    const text = (value: string): Restriction => ({ tenant: { type: 'string', value } })

    it('an integer beside text becomes text, compared exactly', async () => {
      const query = await bound(own, 'textual')
      expect(query.parameters).toEqual(['7'])
      expect(query.statement).toContain('"tenant_id" = ?1 COLLATE BINARY')
    })
    it('a text beside a number becomes one only if it is written as one', async () => {
      expect((await bound(text('42'), 't')).parameters).toEqual([42n])
      expect((await bound(text('abc'), 't')).parameters).toEqual(['abc'])
      for (const odd of ['042', ' 42', '42.0', '4.2e1', '+42', '9223372036854775808', '-0'])
        expect((await bound(text(odd), 't')).parameters).toEqual([null])
    })
  })
})

it('the policy of the fixture covers every mode', async () => {
  expect(new Set(Object.values(POLICY.tables).map(({ mode }) => mode)).size).toBe(6)
})

describe('of a table that a query reads', () => {
  const listed = async (draft: string) => {
    const { statement } = accepted(await bench.engine.guard(draft, bench.rules(7)))
    return [...statement.matchAll(/\(SELECT ((?:"[^"]*"(?:, )?)+) FROM "(\w+)"/g)].map(([, columns, table]) => [
      table,
      columns?.replaceAll('"', ''),
    ])
  }

  it.each<readonly [string, string, readonly (readonly [string, string])[]]>([
    ['those that it names', 'SELECT status FROM orders WHERE TOTAL > 1', [['orders', 'status, total']]],
    ['one to count its rows by', 'SELECT COUNT(*) FROM staff', [['staff', 'id']]],
    [
      'those that it names anywhere, of every table that has them',
      'SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM staff s WHERE s.tenant_id = c.tenant_id ORDER BY salary)',
      [
        ['customers', 'tenant_id, name'],
        ['staff', 'tenant_id, name, salary'],
      ],
    ],
    [
      'those that match others by name',
      'SELECT 1 FROM tenants a JOIN tenants b USING (plan)',
      [
        ['tenants', 'plan'],
        ['tenants', 'plan'],
      ],
    ],
    ['all where all are asked for', 'SELECT * FROM tenants', [['tenants', 'id, name, plan']]],
    ['all where all of one table are', 'SELECT t.* FROM tenants t', [['tenants', 'id, name, plan']]],
    [
      'all where names match by themselves',
      'SELECT 1 FROM tenants NATURAL JOIN staff',
      [
        ['tenants', 'id, name, plan'],
        ['staff', 'id, tenant_id, manager_id, name, salary'],
      ],
    ],
  ])('only columns are listed that matter: %s', async (_, draft, wanted) => {
    expect(await listed(draft)).toEqual(wanted)
  })
})
