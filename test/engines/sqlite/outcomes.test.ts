import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteEngine } from '../../../src/engines/sqlite/engine.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { Policy } from '../../../src/guard/policy.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'

const POLICY: Policy = {
  version: 1,
  engine: 'sqlite',
  tenant: { column: 'tenant_id', type: 'integer' },
  tables: {
    patients: { mode: 'tenant' },
    visits: { mode: 'via', fk: 'patient_id', ref: 'patients.id' },
    prices: { mode: 'sharedOrOwn' },
    numbers: { mode: 'shared' },
  },
}

const TABLES = ['patients', 'visits', 'prices'] as const

/** Expressions that fail or never end for names that begin with X. */
const FAILING: readonly string[] = [
  "abs(CASE WHEN p.full_name LIKE 'X%' THEN -9223372036854775807 - 1 ELSE 1 END)",
  "json_extract(CASE WHEN p.full_name LIKE 'X%' THEN 'no json' ELSE '{}' END, '$.a')",
  "json_extract('{}', CASE WHEN p.full_name GLOB 'X*' THEN 'no path' ELSE '$.a' END)",
  "printf('%.*c', CASE WHEN p.full_name LIKE 'X%' THEN 900000000 ELSE 1 END, 'x')",
  "('x' LIKE replace(printf('%.*c', CASE WHEN p.full_name LIKE 'X%' THEN 60000 ELSE 1 END, 'x'), 'x', '%'))",
  "CASE WHEN p.full_name LIKE 'X%' THEN (SELECT SUM(9223372036854775807) FROM numbers) ELSE 1 END",
  "CASE WHEN p.full_name LIKE 'X%' THEN (WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n) ELSE 1 END",
]

/** Queries with an expression in each clause. */
const CLAUSES: readonly ((expression: string, table: string) => string)[] = [
  (e, t) => `SELECT p.id FROM ${t} p WHERE p.id = 4 AND ${e} IS NOT 'q'`,
  (e, t) => `SELECT p.id FROM ${t} p WHERE p.full_name >= 'X' AND p.full_name < 'Y' AND ${e} IS NOT 'q'`,
  (e, t) => `SELECT p.id FROM ${t} p WHERE p.full_name = ${e}`,
  (e, t) => `SELECT n.n FROM numbers n JOIN ${t} p ON p.id = n.n AND ${e} IS NOT 'q'`,
  (e, t) => `SELECT n.n FROM numbers n LEFT JOIN ${t} p ON p.id = n.n AND ${e} IS NOT 'q'`,
  (e, t) => `SELECT p.id FROM ${t} p ORDER BY ${e}, p.id`,
  (e, t) => `SELECT COUNT(*) FROM ${t} p GROUP BY ${e}`,
  (e, t) => `SELECT p.id FROM ${t} p GROUP BY p.id HAVING MAX(${e}) IS NOT 'q'`,
  (e, t) => `SELECT DISTINCT ${e} AS x FROM ${t} p`,
  (e, t) => `SELECT COUNT(*) FILTER (WHERE ${e} IS NOT 'q') AS x FROM ${t} p`,
  (e, t) => `SELECT COUNT(*) FROM (SELECT ${e} AS x FROM ${t} p) d WHERE d.x IS NOT 'q'`,
  (e, t) => `WITH d AS (SELECT ${e} AS x, id FROM ${t} p) SELECT id FROM d WHERE d.x IS NOT 'q' AND d.id = 4`,
  (e, t) => `SELECT n.n FROM numbers n WHERE (SELECT MAX(${e}) FROM ${t} p WHERE p.id = n.n) IS NOT 'q'`,
  (e, t) => `SELECT n.n FROM numbers n WHERE n.n IN (SELECT p.id FROM ${t} p WHERE ${e} IS NOT 'q')`,
]

const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-outcomes-'))

/** Writes a database whose rows of tenant 1 are fixed, and whose rows of tenant 2 have the given name and count. */
const writeDatabase = (name: string, count: number): string => {
  const file = path.join(folder, `${name}.db`)
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY)')
  for (let n = 1; n <= 200; n++) database.exec(`INSERT INTO numbers VALUES (${n})`)
  for (const table of TABLES) {
    database.exec(`CREATE TABLE ${table} (id INTEGER PRIMARY KEY, tenant_id INTEGER, patient_id INTEGER, full_name TEXT);
      CREATE INDEX ${table}_name ON ${table} (full_name);
      INSERT INTO ${table} SELECT n, 1, n, 'Ann ' || n FROM numbers WHERE n <= 3;
      INSERT INTO ${table} SELECT n, 2, n, '${name} ' || n FROM numbers WHERE n > 3 AND n <= 3 + ${count}`)
    if (table !== 'prices') database.exec(`CREATE INDEX ${table}_tenant ON ${table} (tenant_id)`)
  }
  database.exec('ANALYZE')
  database.close()
  return `sqlite:${file}`
}

describe('S51 the outcome of an SQLite query, planned with statistics of all rows,', () => {
  const engine = sqliteEngine()
  const databases = [writeDatabase('Xaver', 150), writeDatabase('Zoe', 20)]
  let rules: GuardRules
  beforeAll(async () => {
    const schema = await engine.describe(databases[0] ?? '', AbortSignal.timeout(60_000))
    rules = { schema, policy: POLICY, restriction: { tenant: { type: 'integer', value: 1n } } }
  })
  afterAll(async () => {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The outcome that a caller sees: rows, a refusal or a problem. */
  const outcomeIn = async (address: string, draft: string, timeoutMs = 5_000) => {
    const guarded = await engine.guard(draft, rules)
    if (!guarded.ok) throw new Error(`${draft}: ${guarded.refusal.hint}`)
    const limits = { timeoutMs, rowsMax: 10_000, bytesMax: 1_000_000, turnId: 'test' }
    const owner = { organizationId: 1 }
    try {
      const ran = await engine.run(address, guarded.query, { ...limits, owner, signal: AbortSignal.timeout(60_000) })
      return ran.ok ? ran.result.rows.map((row) => JSON.stringify(row)).toSorted() : ran.refusal
    } catch (error) {
      if (error instanceof Problem) return error.problem
      throw error
    }
  }

  it.each(TABLES)('does not depend on rows of other tenants (%s)', async (table) => {
    for (const expression of FAILING)
      for (const clause of CLAUSES) {
        const draft = clause(expression, table)
        const [one, other] = await Promise.all(databases.map((address) => outcomeIn(address, draft)))
        expect({ draft, outcome: one }).toEqual({ draft, outcome: other })
        expect({ draft, rows: one }).toEqual({ draft, rows: expect.any(Array) })
      }
  })

  it('is a failure if an expression fails or never ends on a row of the caller', async () => {
    const [address = ''] = databases
    for (const expression of FAILING) {
      const draft = `SELECT p.id FROM patients p WHERE ${expression} IS NOT 'q'`
      const outcome = await outcomeIn(address, draft.replace("'X%'", "'A%'").replace("'X*'", "'A*'"), 1_000)
      expect({ draft, outcome }).not.toEqual({ draft, outcome: expect.any(Array) })
    }
  })
})
