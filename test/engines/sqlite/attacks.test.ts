import type { DatabaseSync } from 'node:sqlite'
import { cells, unordered } from '../contract/results.ts'
import { FILTERED, REFUSED } from './attacks.ts'
import { plainRows } from './shop-fixture.ts'
import { type Bench, openBench } from './with-engine.ts'

const FOREIGN = /Customer [23]-|hash-|vault-|audit-|Shop [23]|c[23]\d{3}@/

let bench: Bench
let singleTenant: DatabaseSync

beforeAll(async () => {
  bench = await openBench()
  singleTenant = bench.files.copyOf(1)
})
afterAll(async () => {
  singleTenant.close()
  await bench.close()
})

describe.each(Object.entries(REFUSED))('the SQLite guard refuses, with reason %s,', (reason, drafts) => {
  it.each(drafts.map((draft) => [draft.slice(0, 150), draft]))('%s', async (_, draft) => {
    const guarded = await bench.engine.guard(draft, bench.rules(1))
    expect(guarded).toMatchObject({ ok: false, refusal: { reason } })
    expect(JSON.stringify(guarded)).not.toMatch(FOREIGN)
  })
})

describe('the SQLite guard accepts a harmless query, which returns the rows of a single-tenant database:', () => {
  it.each(FILTERED)('%s', async (draft) => {
    const asked = await bench.ask(draft, bench.rules(1))
    expect(asked.refusal).toBeUndefined()
    if (asked.result === undefined) return
    expect(JSON.stringify(cells(asked.result))).not.toMatch(FOREIGN)
    expect(unordered(cells(asked.result))).toEqual(unordered(plainRows(singleTenant, draft)))
  })
})

it('the attack corpus has at least 200 drafts', () => {
  expect(Object.values(REFUSED).flat().length + FILTERED.length).toBeGreaterThanOrEqual(200)
})

describe('the SQLite guard', () => {
  const refusalOf = async (draft: string): Promise<unknown> => {
    const guarded = await bench.engine.guard(draft, bench.rules(1))
    return guarded.ok ? undefined : guarded.refusal
  }
  const expectSameRefusal = async (draft: string, other: string, name: string, otherName: string) =>
    expect(JSON.parse(JSON.stringify(await refusalOf(draft)).replaceAll(name, otherName))).toEqual(
      await refusalOf(other),
    )

  it('refuses a denied table as it refuses a missing one', async () => {
    await expectSameRefusal('SELECT * FROM vault', 'SELECT * FROM vanlt', 'vault', 'vanlt')
    await expectSameRefusal('SELECT * FROM audit_log', 'SELECT * FROM audit_lag', 'audit_log', 'audit_lag')
    await expectSameRefusal(
      'SELECT * FROM sqlite_master',
      'SELECT * FROM sqlite_nothing',
      'sqlite_master',
      'sqlite_nothing',
    )
  })
  it('refuses a hidden column as it refuses a missing one', async () => {
    await expectSameRefusal(
      'SELECT password_hash FROM customers',
      'SELECT password_hush FROM customers',
      'password_hash',
      'password_hush',
    )
  })
  it('refuses a dangerous function as it refuses an unknown one', async () => {
    await expectSameRefusal('SELECT load_extension(1)', 'SELECT load_nothing(1)', 'load_extension', 'load_nothing')
  })
  it('accepts a WITH table with the name of a denied table', async () => {
    const guarded = await bench.engine.guard('WITH vault AS (SELECT 1 AS x) SELECT x FROM vault', bench.rules(1))
    expect(guarded.ok).toBe(true)
  })
})

describe('the refusal for an SQLite error', () => {
  it.each([
    ['in names', 'SELECT id FROM orders o JOIN customers c ON 1', 'invalid_query', /ambiguous column name: id/],
    ['in aggregates', 'SELECT id FROM orders WHERE COUNT(*) > 1', 'invalid_query', /misuse of aggregate/],
    ['in a set operation', 'SELECT 1 UNION SELECT 1, 2', 'invalid_query', /number of result columns/],
    [
      'in a WITH table',
      'WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT a.x FROM a, a AS b) SELECT * FROM a',
      'invalid_query',
      /recursive table: a\.$/,
    ],
    ['in a subquery', 'SELECT (SELECT 1, 2)', 'invalid_query', /returns 2 columns/],
    ['in arguments', 'SELECT abs(1, 2)', 'invalid_query', /wrong number of arguments/],
    [
      'in a value',
      "SELECT json_extract(name, '$.x') FROM customers",
      'execution_failed',
      /^The database could not run/,
    ],
    [
      'in a sum',
      'SELECT SUM(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT 1)',
      'execution_failed',
      /could not/,
    ],
    ['that quotes a value', "SELECT json_extract('{}', name) FROM customers", 'execution_failed', /could not/],
  ])('%s contains no data', async (_, draft, reason, hint) => {
    const { refusal } = await bench.ask(draft, bench.rules(1))
    expect(refusal).toMatchObject({ reason })
    expect(refusal?.hint).toMatch(hint)
    expect(refusal?.hint).not.toMatch(/Customer|temp|f[0-9a-f]{32}/)
  })
})

describe('no SQLite error reveals a row of another tenant:', () => {
  const RAISE = 'abs(-9223372036854775807 - 1)'
  it.each([
    `SELECT COUNT(*) FROM customers WHERE CASE WHEN email = 'c2001@mail.test' THEN ${RAISE} ELSE 1 END`,
    `SELECT COUNT(*) FROM customers WHERE email > 'a' AND CASE WHEN id = 2001 THEN ${RAISE} ELSE 1 END`,
    `SELECT COUNT(*) FROM orders WHERE customer_id = 2001 AND CASE WHEN id > 2000 THEN ${RAISE} ELSE 1 END`,
    `SELECT COUNT(*) FROM order_items WHERE CASE WHEN order_id > 1999 THEN ${RAISE} ELSE 1 END`,
    `SELECT COUNT(*) FROM order_items WHERE order_id > 0 OR ${RAISE}`,
    `SELECT COUNT(*) FROM orders o LEFT JOIN customers c ON c.id = o.customer_id AND CASE WHEN c.id > 1999 THEN ${RAISE} ELSE 1 END`,
    `SELECT COUNT(*) FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND CASE WHEN o.id > 1999 THEN ${RAISE} ELSE 1 END)`,
    `SELECT id FROM orders WHERE id > 1999 AND ${RAISE} IS NOT NULL`,
    `SELECT MAX(CASE WHEN tenant_id <> 1 THEN ${RAISE} END) FROM customers GROUP BY email`,
    `SELECT COUNT(*) FROM price_list WHERE CASE WHEN tenant_id > 1 THEN ${RAISE} ELSE 1 END`,
    `SELECT id FROM customers ORDER BY CASE WHEN tenant_id <> 1 THEN ${RAISE} END`,
    `SELECT COUNT(*) FROM note_marks WHERE CASE WHEN note_id > 1999 THEN ${RAISE} ELSE 1 END`,
    `SELECT COUNT(*) FROM customers WHERE CASE WHEN tenant_id > 1 THEN json('{') ELSE 1 END`,
    `SELECT COUNT(*) FROM customers WHERE email > 'a' AND email LIKE substr('xx', 1, 1 + (id > 1999)) ESCAPE 'x'`,
  ])('%s', async (draft) => {
    const asked = await bench.ask(draft, bench.rules(1))
    const wanted = (() => {
      try {
        return unordered(plainRows(singleTenant, draft))
      } catch {
        return 'error'
      }
    })()
    expect(asked.result === undefined ? 'error' : unordered(cells(asked.result))).toEqual(wanted)
  })
})
