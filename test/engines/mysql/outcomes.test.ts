import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { Policy } from '../../../src/guard/policy.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../../support/mysql-server.ts'
import { MYSQL } from './adapter.ts'
import { newDatabase } from './with-mysql.ts'

const POLICY: Policy = {
  version: 1,
  engine: 'mysql',
  tenant: { column: 'tenant_id', type: 'integer' },
  tables: {
    patients: { mode: 'tenant' },
    visits: { mode: 'via', fk: 'patient_id', ref: 'patients.id' },
    prices: { mode: 'sharedOrOwn' },
    numbers: { mode: 'shared' },
  },
}

/** Names and numbers of the rows of tenant 2 in each twin; those of tenant 1 are the same in both. */
const OTHERS = { xaver: ['Xaver', 300], zoe: ['Zoe', 40] } as const

/** Texts that exceed the packet size (64 KiB here) on rows whose name begins with X. */
const OVERLONG: readonly ((name: string) => string)[] = [
  (name) => `EXPORT_SET(-1, IF(${name} LIKE 'X%', REPEAT('y', 1000), ''), '', REPEAT('z', 500), 64)`,
  (name) => `HEX(HEX(HEX(HEX(HEX(HEX(HEX(HEX(IF(${name} LIKE 'X%', REPEAT('x', 300), '')))))))))`,
  (name) => `REPLACE(IF(${name} LIKE 'X%', REPEAT('x', 300), ''), 'x', REPEAT('y', 300))`,
  (name) => `CONCAT(IF(${name} LIKE 'X%', CONCAT(notes, notes), ''))`,
  (name) => `CONCAT_WS(notes, IF(${name} LIKE 'X%', 'x', NULL), 'x', 'x')`,
  (name) => `QUOTE(IF(${name} LIKE 'X%', CONCAT(notes, notes), ''))`,
  (name) => `INSERT(IF(${name} LIKE 'X%', notes, ''), 1, 0, notes)`,
  (name) => `IF(${name} LIKE 'X%', CAST(notes AS CHAR(100000)), '')`,
  (name) => `DATE_FORMAT('2024-01-01', IF(${name} LIKE 'X%', CONCAT(notes, notes), ''))`,
]

/** Expressions that fail on rows whose name begins with X. */
const FAILING: readonly ((name: string) => string)[] = [
  (name) => `(9223372036854775807 + (${name} LIKE 'X%'))`,
  (name) => `EXP(IF(${name} LIKE 'X%', 1000, 1))`,
  (name) => `CASE WHEN ${name} LIKE 'X%' THEN (SELECT n FROM numbers WHERE n < 3) ELSE 1 END`,
]

const ofPatient = (expression: (name: string) => string): string =>
  expression('p.full_name').replaceAll('notes', 'p.notes')

/** Queries with an expression in each clause. */
const CLAUSES: readonly ((expression: string, table: string) => string)[] = [
  (e, t) => `SELECT p.id FROM ${t} p WHERE p.id = 1004 AND ${e} <> 'q'`,
  (e, t) => `SELECT p.id FROM ${t} p WHERE ${e} <> 'q' ORDER BY p.id`,
  (e, t) => `SELECT n.n FROM numbers n JOIN ${t} p ON p.id = n.n AND ${e} <> 'q'`,
  (e, t) => `SELECT n.n FROM numbers n LEFT JOIN ${t} p ON p.id = n.n AND ${e} <> 'q'`,
  (e, t) => `SELECT p.id FROM ${t} p ORDER BY ${e}, p.id`,
  (e, t) => `SELECT p.id FROM ${t} p WHERE p.id = 1004 ORDER BY ${e}`,
  (e, t) => `SELECT COUNT(*) FROM ${t} p GROUP BY ${e}`,
  (e, t) => `SELECT p.id FROM ${t} p GROUP BY p.id HAVING MAX(${e}) <> 'q' ORDER BY p.id`,
  (e, t) => `SELECT ${e} AS x FROM ${t} p WHERE p.id = 1004`,
  (e, t) => `SELECT MAX(${e}) AS x FROM ${t} p WHERE p.id = 1004`,
  (e, t) => `SELECT DISTINCT ${e} AS x FROM ${t} p WHERE p.id = 1004 ORDER BY x`,
  (e, t) => `SELECT p.id, ${e} AS x FROM ${t} p WHERE p.full_name LIKE 'X%' LIMIT 1`,
  (e, t) => `SELECT ${e} AS x, COUNT(*) FROM ${t} p WHERE p.id = 1004 GROUP BY x WITH ROLLUP`,
  (e, t) => `SELECT ROW_NUMBER() OVER (PARTITION BY ${e} ORDER BY p.id) AS x FROM ${t} p WHERE p.id = 1004`,
  (e, t) => `SELECT COUNT(*) FROM (SELECT ${e} AS x FROM ${t} p) d WHERE d.x <> 'q'`,
  (e, t) => `WITH d AS (SELECT ${e} AS x, id FROM ${t} p) SELECT id FROM d WHERE d.x <> 'q' AND d.id = 1004`,
  (e, t) => `SELECT n.n FROM numbers n WHERE (SELECT MAX(${e}) FROM ${t} p WHERE p.id = n.n) <> 'q'`,
  (e, t) => `SELECT n.n FROM numbers n WHERE n.n IN (SELECT p.id FROM ${t} p WHERE ${e} <> 'q')`,
]

/** A subquery over 16 trillion rows, which exceeds any time limit. */
const ENDLESS = `(SELECT COUNT(*) FROM numbers a, numbers b, numbers c, numbers d WHERE a.n <> p.id)`

const SLOW: readonly ((table: string) => string)[] = [
  (t) => `SELECT p.id FROM ${t} p WHERE IF(p.full_name LIKE 'X%', ${ENDLESS}, 0)`,
  (t) => `SELECT p.id FROM ${t} p WHERE p.id = 1004 AND p.full_name LIKE 'X%' AND ${ENDLESS} > 0`,
  (t) => `SELECT p.id FROM ${t} p WHERE p.full_name LIKE 'X%' AND p.id IN ${ENDLESS}`,
  (t) =>
    `SELECT p.id FROM ${t} p WHERE EXISTS (SELECT 1 FROM numbers a, numbers b, numbers c, numbers d WHERE p.full_name LIKE 'X%' AND a.n = -1)`,
  (t) => `SELECT p.id FROM ${t} p ORDER BY IF(p.full_name LIKE 'X%', ${ENDLESS}, 0), p.id`,
  (t) => `SELECT p.id FROM ${t} p GROUP BY p.id, p.full_name HAVING IF(p.full_name LIKE 'X%', ${ENDLESS}, 0) = 0`,
]

/** A list that is truncated for the caller too, with conditions that raise a warning for each row of other tenants. */
const TRUNCATED = 'GROUP_CONCAT(p.notes)'
const WITH_WARNINGS: readonly ((table: string) => string)[] = [
  (t) => `SELECT ${TRUNCATED} AS t FROM ${t} p WHERE p.full_name <> 1`,
  (t) => `SELECT ${TRUNCATED} AS t FROM ${t} p WHERE NOT (p.full_name AND p.id > 5)`,
  (t) => `SELECT ${TRUNCATED} AS t FROM ${t} p WHERE DATE(p.full_name) IS NULL`,
  (t) => `SELECT ${TRUNCATED} AS t FROM ${t} p WHERE CAST(p.full_name AS SIGNED) = 0`,
  (t) => `SELECT ${TRUNCATED} AS t FROM ${t} p JOIN numbers n ON n.n = p.id AND p.full_name = n.n - n.n`,
]

const TABLES = ['patients', 'visits', 'prices'] as const

describeWithMysql('S51 outcome of a query on a MySQL server with small packets', () => {
  const engine = MYSQL.start()
  let twins: readonly { readonly address: string; readonly rules: GuardRules }[]

  const makeTwin = async ([name, count]: (typeof OTHERS)[keyof typeof OTHERS]) => {
    const { admin, address } = await mysqlServer()
    const database = await newDatabase()
    await admin.query(`USE ${database}`)
    await admin.query('CREATE TABLE numbers (n INT PRIMARY KEY)')
    await admin.query('INSERT INTO numbers SELECT seq FROM seq_1_to_2000')
    const columns = 'id INT PRIMARY KEY, tenant_id INT, patient_id INT, full_name VARCHAR(100), notes LONGTEXT'
    for (const table of TABLES) {
      await admin.query(`CREATE TABLE ${table} (${columns}, KEY (full_name))`)
      await admin.query(
        `INSERT INTO ${table} SELECT seq, 1, seq, CONCAT('Ann ', seq), REPEAT('n', 40000) FROM seq_1998_to_2000`,
      )
      await admin.query(
        `INSERT INTO ${table} SELECT seq, 2, seq, CONCAT(?, ' ', seq), REPEAT('n', 40000) FROM seq_1001_to_${1000 + count}`,
        [name],
      )
      await admin.query(`ANALYZE TABLE ${table} PERSISTENT FOR ALL`)
    }
    const schema = await engine.describe(address(database), AbortSignal.timeout(60_000))
    const tenant = { type: 'integer', value: 1n } as const
    return { address: address(database), rules: { schema, policy: POLICY, restriction: { tenant } } }
  }

  beforeAll(async () => {
    const { admin } = await mysqlServer()
    await admin.query('SET GLOBAL max_allowed_packet = 65536')
    twins = [await makeTwin(OTHERS.xaver), await makeTwin(OTHERS.zoe)]
  })
  afterAll(async () => {
    await engine.close()
    await (await mysqlServer()).admin.query('SET GLOBAL max_allowed_packet = DEFAULT')
    await stopMysqlServer()
  })

  /** Everything that a caller can observe: rows, refusal or problem. */
  const outcomeIn = async ({ address, rules }: (typeof twins)[number], draft: string) => {
    const guarded = await engine.guard(draft, rules)
    if (!guarded.ok) throw new Error(`${draft}: ${guarded.refusal.hint}`)
    const limits = { timeoutMs: 2_000, rowsMax: 10_000, bytesMax: 1_000_000, turnId: 'test' }
    const owner = { organizationId: 1, tenantId: '1' }
    const signal = AbortSignal.timeout(60_000)
    try {
      const ran = await engine.run(address, guarded.query, { ...limits, owner, signal })
      if (!ran.ok) return ran.refusal.reason
      return { rows: ran.result.rows.map((row) => JSON.stringify(row)).toSorted(), truncated: ran.result.truncated }
    } catch (error) {
      if (error instanceof Problem) return error.problem
      throw error
    }
  }

  const expectSame = async (draft: string) => {
    const outcomes = []
    for (const twin of twins) outcomes.push(await outcomeIn(twin, draft))
    expect({ draft, outcome: outcomes[0] }).toEqual({ draft, outcome: outcomes[1] })
    return outcomes[0]
  }

  it.each(TABLES)('does not depend on overlong texts from rows of other tenants (%s)', async (table) => {
    for (const expression of OVERLONG)
      for (const clause of CLAUSES) {
        const draft = clause(ofPatient(expression), table)
        expect({ draft, outcome: await expectSame(draft) }).not.toMatchObject({ outcome: 'too_large' })
      }
  })

  it.each(TABLES)('does not depend on errors on rows of other tenants (%s)', async (table) => {
    for (const expression of FAILING)
      for (const clause of CLAUSES)
        expect(await expectSame(clause(ofPatient(expression), table))).toHaveProperty('rows')
  })

  it.each(TABLES)('does not depend on slow subqueries for rows of other tenants (%s)', async (table) => {
    for (const draft of SLOW)
      expect({ draft: draft(table), outcome: await expectSame(draft(table)) }).not.toMatchObject({
        outcome: 'query_timeout',
      })
  })

  it.each(TABLES)('does not depend on warnings for rows of other tenants (%s)', async (table) => {
    for (const draft of WITH_WARNINGS) expect(await expectSame(draft(table))).toBe('too_large')
  })

  it('depends on visible rows: a truncated text is too_large, a slow query times out', async () => {
    const own = (draft: string) => draft.replaceAll("'X%'", "'A%'")
    for (const expression of OVERLONG) {
      const [first] = CLAUSES
      if (first === undefined) continue
      const draft = first(ofPatient(expression), 'patients').replace('1004', '1999')
      expect({ draft, outcome: await expectSame(own(draft)) }).toEqual({ draft, outcome: 'too_large' })
    }
    expect(await expectSame(own(SLOW[0]?.('patients') ?? ''))).toBe('query_timeout')
  })
})
