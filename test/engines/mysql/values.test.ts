import { plainJson } from '../../../src/engines/mysql/run/plain-value.ts'
import type { Json } from '../../../src/platform/values/json.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../../support/mysql-server.ts'
import { cells } from '../contract/results.ts'
import { Unguarded } from './unguarded.ts'
import { newDatabase } from './with-mysql.ts'

describeWithMysql('MySQL values', () => {
  const unguarded = new Unguarded()
  let database: string
  beforeAll(async () => {
    database = await newDatabase()
  })
  afterAll(async () => {
    await unguarded.close()
    await stopMysqlServer()
  })

  it.each([
    ['TINYINT(1)', 'TRUE', 1],
    ['TINYINT UNSIGNED', '255', 255],
    ['SMALLINT', '-32768', -32768],
    ['MEDIUMINT', '-8388608', -8388608],
    ['INT UNSIGNED', '4294967295', 4294967295],
    ['BIGINT', '-9007199254740991', -9007199254740991],
    ['BIGINT', '-9007199254740992', '-9007199254740992'],
    ['BIGINT UNSIGNED', '18446744073709551615', '18446744073709551615'],
    ['DECIMAL(10,2)', '12.50', 12.5],
    ['DECIMAL(10,2)', '-0.10', -0.1],
    ['DECIMAL(10,0)', '7', 7],
    ['DECIMAL(38,18)', '0.000000000000000001', 1e-18],
    ['DECIMAL(38,18)', '0.123456789012345678', '0.123456789012345678'],
    ['DECIMAL(65,30)', '0.100000000000000000000000000001', '0.100000000000000000000000000001'],
    ['DECIMAL(30,0)', '123456789012345678901234567890', '123456789012345678901234567890'],
    ['FLOAT', '0.1', 0.1],
    ['FLOAT', '16777216', 16777216],
    ['DOUBLE', '0.1', 0.1],
    ['DOUBLE', '1e300', 1e300],
    ['DATE', "'2026-11-21'", '2026-11-21'],
    ['DATETIME', "'2026-11-21 08:30:00'", '2026-11-21 08:30:00'],
    ['DATETIME', "'2026-11-21'", '2026-11-21 00:00:00'],
    ['DATETIME(6)', "'2026-11-21 08:30:00.000001'", '2026-11-21 08:30:00.000001'],
    ['DATETIME(3)', "'2026-11-21 08:30:00.250'", '2026-11-21 08:30:00.250'],
    ['DATETIME(6)', "'2026-11-21 08:30:00'", '2026-11-21 08:30:00'],
    ['TIME', "'-101:02:03'", '-101:02:03'],
    ['TIME(3)', "'00:00:00.5'", '00:00:00.5'],
    ['YEAR', '2026', 2026],
    ['CHAR(5)', "'a'", 'a'],
    ['VARCHAR(20)', "'é 日本 🙂'", 'é 日本 🙂'],
    ['VARCHAR(20) CHARACTER SET latin1', "'é'", 'é'],
    ['TEXT', "''", ''],
    ["ENUM('small', 'large')", "'large'", 'large'],
    ["SET('a', 'b')", "'a,b'", 'a,b'],
    ['BIT(1)', "b'1'", 1],
    ['BIT(10)', "b'1000000001'", 513],
    ['BIT(64)', "b'1111111111111111111111111111111111111111111111111111111111111111'", '18446744073709551615'],
    ['BINARY(3)', "x'0001ff'", '(3 bytes)'],
    ['VARBINARY(9)', "x''", '(0 bytes)'],
    ['BLOB', "x'89504e47'", '(4 bytes)'],
    ['GEOMETRY', "ST_GeomFromText('POINT(1 2)')", '(25 bytes)'],
  ])('of type %s are converted to plain JSON: %s', async (type, value, wanted) => {
    const { admin, address } = await mysqlServer()
    const table = `${database}.t`
    await admin.query(`CREATE OR REPLACE TABLE ${table} (v ${type} NULL)`)
    await admin.query(`INSERT INTO ${table} VALUES (${value}), (NULL)`)
    const ran = await unguarded.run(address(database), 'SELECT v FROM t ORDER BY v IS NULL')
    if (!ran.ok) throw new Error(ran.refusal.hint)
    expect(cells(ran.result)).toEqual([[wanted], [null]])
  })

  it('of type TIMESTAMP are returned in UTC, regardless of the time zone of the writer', async () => {
    const { admin, address } = await mysqlServer()
    await admin.query(`CREATE OR REPLACE TABLE ${database}.t (v TIMESTAMP NULL)`)
    await admin.query("SET time_zone = '+05:00'")
    await admin.query(`INSERT INTO ${database}.t VALUES ('2026-11-21 03:00:00')`)
    const ran = await unguarded.run(address(database), 'SELECT v FROM t')
    expect(ran).toMatchObject({ ok: true, result: { rows: [{ v: '2026-11-20 22:00:00' }] } })
  })

  it.each([
    ['a text', 'ann', 'v = ?', [1]],
    ['another text', 'bob', 'v = ?', [0]],
    ['a 64-bit integer', 9007199254740993n, 'n = ?', [1]],
    ['the adjacent 64-bit integer', 9007199254740992n, 'n = ?', [0]],
    ['NULL', null, 'n = ?', [0]],
  ])('are compared exactly with %s as parameter', async (_, value, condition, count) => {
    const { admin, address } = await mysqlServer()
    await admin.query(`CREATE OR REPLACE TABLE ${database}.t (v VARCHAR(20), n BIGINT)`)
    await admin.query(`INSERT INTO ${database}.t VALUES ('ann', 9007199254740993)`)
    const ran = await unguarded.run(address(database), `SELECT COUNT(*) AS c FROM t WHERE ${condition}`, {
      parameters: [value],
    })
    if (!ran.ok) throw new Error(ran.refusal.hint)
    expect(cells(ran.result)).toEqual([count])
  })
})

describeWithMysql('MySQL error message', () => {
  const unguarded = new Unguarded()
  afterAll(async () => {
    await unguarded.close()
    await stopMysqlServer()
  })

  it.each([
    ['SELECT v FROM t a, t b', /ambiguous: v/],
    ['SELECT v FROM t, t', /two tables have the same name or alias: t/],
    ['SELECT no_function(v) FROM t', /no such function: no_function/],
    ['SELECT v FROM t GROUP BY COUNT(*)', /cannot be grouped|aggregate/],
    ['SELECT 1 UNION SELECT 1, 2', /different numbers of columns/],
    ['SELECT (SELECT 1, 2)', /wrong number of columns/],
    ['SELECT SUBSTR(v) FROM t', /syntax|arguments/],
    ['SELECT v FROM t ORDER v', /syntax is wrong/],
  ])('is explained if it quotes only names: %s', async (statement, hint) => {
    const refusal = await refusalOf(statement)
    expect(refusal).toEqual({ reason: 'invalid_query', hint: expect.stringMatching(hint), repairable: true })
  })

  it.each([
    ['SELECT nothing_there FROM t', /no such column here: nothing_there/],
    ['SELECT a.v FROM t b', /no such column here: a\.v/],
    ['SELECT v FROM nothing_there', /no such table/],
  ])('is explained as unknown_name if a name does not exist: %s', async (statement, hint) => {
    const refusal = await refusalOf(statement)
    expect(refusal).toEqual({ reason: 'unknown_name', hint: expect.stringMatching(hint), repairable: true })
  })

  it.each([
    'SELECT ~0 + CHAR_LENGTH(v) FROM t',
    'SELECT (SELECT v FROM t UNION SELECT 1)',
    "SELECT v REGEXP '(' FROM t",
    "SELECT EXTRACTVALUE(v, CONCAT('/', v)) FROM t",
  ])('is withheld if it can quote a value: %s', async (statement) => {
    const refusal = await refusalOf(statement)
    expect(refusal).toEqual({
      reason: 'execution_failed',
      hint: 'The database could not run the query.',
      repairable: false,
    })
  })

  const refusalOf = async (statement: string) => {
    const { admin, address } = await mysqlServer()
    const database = await newDatabase()
    await admin.query(`CREATE TABLE ${database}.t (v VARCHAR(40))`)
    await admin.query(`INSERT INTO ${database}.t VALUES ('hunter2'), ('hunter3')`)
    const ran = await unguarded.run(address(database), statement)
    expect(JSON.stringify(ran)).not.toContain('hunter')
    return ran.ok ? undefined : ran.refusal
  }
})

describe('MySQL numbers in JSON', () => {
  it.each<[string, Json]>([
    [
      '{"a": 0.1234567890123456789, "b": [1.10, 9007199254740993]}',
      { a: '0.1234567890123456789', b: [1.1, '9007199254740993'] },
    ],
    ['[0.30000000000000004, 2.5e3, -7]', [0.30000000000000004, 2500, -7]],
    ['123456789.123456789012345678', '123456789.123456789012345678'],
  ])('become text if a JSON number would round them: %s', (text, wanted) => {
    expect(plainJson(text)).toEqual(wanted)
  })
})
