import type { DatabaseSync } from 'node:sqlite'
import { cells, unordered } from '../contract/results.ts'
import { FILTERED, REFUSED } from './attacks.ts'
import { plainRows } from './shop-fixture.ts'
import { type Bench, openBench } from './with-engine.ts'

const FOREIGN = /Customer [23]-|hash-|vault-|audit-|Shop [23]|c[23]\d{3}@/

let bench: Bench
let own: DatabaseSync

beforeAll(async () => {
  bench = await openBench()
  own = bench.files.copyOf(1)
})
afterAll(async () => {
  own.close()
  await bench.close()
})

describe.each(Object.entries(REFUSED))('refuses with %s', (reason, drafts) => {
  it.each(drafts.map((draft) => [draft.slice(0, 150), draft]))('%s', async (_, draft) => {
    const guarded = await bench.engine.guard(draft, bench.rules(1))
    expect(guarded).toMatchObject({ ok: false, refusal: { reason } })
    expect(JSON.stringify(guarded)).not.toMatch(FOREIGN)
  })
})

describe('lets run, and finds what a database of this tenant alone would hold', () => {
  it.each(FILTERED)('%s', async (draft) => {
    const asked = await bench.ask(draft, bench.rules(1))
    expect(asked.refusal).toBeUndefined()
    if (asked.result === undefined) return
    expect(JSON.stringify(cells(asked.result))).not.toMatch(FOREIGN)
    expect(unordered(cells(asked.result))).toEqual(unordered(plainRows(own, draft)))
  })
})

it('knows many attacks', () => {
  expect(Object.values(REFUSED).flat().length + FILTERED.length).toBeGreaterThanOrEqual(200)
})

describe('says nothing about what the caller may not see', () => {
  const hintOf = async (draft: string): Promise<unknown> => {
    const guarded = await bench.engine.guard(draft, bench.rules(1))
    return guarded.ok ? undefined : guarded.refusal
  }
  const alike = async (draft: string, other: string, name: string, otherName: string) =>
    expect(JSON.parse(JSON.stringify(await hintOf(draft)).replaceAll(name, otherName))).toEqual(await hintOf(other))

  it('answers a denied table like one that is not there', async () => {
    await alike('SELECT * FROM vault', 'SELECT * FROM vanlt', 'vault', 'vanlt')
    await alike('SELECT * FROM audit_log', 'SELECT * FROM audit_lag', 'audit_log', 'audit_lag')
    await alike('SELECT * FROM sqlite_master', 'SELECT * FROM sqlite_nothing', 'sqlite_master', 'sqlite_nothing')
  })
  it('answers a hidden column like one that is not there', async () => {
    await alike(
      'SELECT password_hash FROM customers',
      'SELECT password_hush FROM customers',
      'password_hash',
      'password_hush',
    )
  })
  it('answers a dangerous function like one that is not there', async () => {
    await alike('SELECT load_extension(1)', 'SELECT load_nothing(1)', 'load_extension', 'load_nothing')
  })
  it('lets a WITH table have the name of a denied table', async () => {
    const guarded = await bench.engine.guard('WITH vault AS (SELECT 1 AS x) SELECT x FROM vault', bench.rules(1))
    expect(guarded.ok).toBe(true)
  })
})

describe('an error of the database', () => {
  it.each([
    ['of names', 'SELECT id FROM orders o JOIN customers c ON 1', 'invalid_query', /ambiguous column name: id/],
    ['of aggregates', 'SELECT id FROM orders WHERE COUNT(*) > 1', 'invalid_query', /misuse of aggregate/],
    ['of a set operation', 'SELECT 1 UNION SELECT 1, 2', 'invalid_query', /number of result columns/],
    [
      'of a WITH table',
      'WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT a.x FROM a, a AS b) SELECT * FROM a',
      'invalid_query',
      /recursive table: a\.$/,
    ],
    ['of a sub-select', 'SELECT (SELECT 1, 2)', 'invalid_query', /returns 2 columns/],
    ['of arguments', 'SELECT abs(1, 2)', 'invalid_query', /wrong number of arguments/],
    [
      'of a value',
      "SELECT json_extract(name, '$.x') FROM customers",
      'execution_failed',
      /^The database could not run/,
    ],
    [
      'of a sum',
      'SELECT SUM(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT 1)',
      'execution_failed',
      /could not/,
    ],
    ['that quotes a value', "SELECT json_extract('{}', name) FROM customers", 'execution_failed', /could not/],
  ])('%s is told without any data', async (_, draft, reason, hint) => {
    const { refusal } = await bench.ask(draft, bench.rules(1))
    expect(refusal).toMatchObject({ reason })
    expect(refusal?.hint).toMatch(hint)
    expect(refusal?.hint).not.toMatch(/Customer|temp|f[0-9a-f]{32}/)
  })
})

describe('an error on a foreign row is no oracle', () => {
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
        return unordered(plainRows(own, draft))
      } catch {
        return 'error'
      }
    })()
    expect(asked.result === undefined ? 'error' : unordered(cells(asked.result))).toEqual(wanted)
  })
})
