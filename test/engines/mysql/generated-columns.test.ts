import { describeWithMysql, mysqlServer, stopMysqlServer } from '../../support/mysql-server.ts'
import { generatedColumnsContract } from '../contract/generated-columns.ts'
import { type GeneratedCircumstances, generatedVerdict } from '../contract/generated-verdict.ts'
import { MYSQL } from './adapter.ts'
import { mysqlVerifier } from './verifier.ts'
import { newDatabase } from './with-mysql.ts'

describeWithMysql('MySQL generated column', () => {
  const engine = MYSQL.start()
  afterAll(async () => {
    await engine.close()
    await stopMysqlServer()
  })

  generatedColumnsContract(async () => {
    const { admin, address } = await mysqlServer()
    const database = await newDatabase()
    await admin.query(`CREATE TABLE ${database}.people (id INT PRIMARY KEY, tenant_id INT, name VARCHAR(50), salary INT,
      weight BIGINT, band INT AS (salary DIV 1000) STORED, label VARCHAR(50) AS (UPPER(name)) STORED,
      risky BIGINT AS (weight * 9223372036854775807) VIRTUAL)`)
    await admin.query(`INSERT INTO ${database}.people (id, tenant_id, name, salary, weight)
      VALUES (1, 1, 'ann', 10999, 1), (2, 2, 'bob', 20999, 2)`)
    return { engine, address: address(database), table: 'people' }
  })

  it('lists source columns in backticks and generated source columns, and no text literals', async () => {
    const { admin, address } = await mysqlServer()
    const database = await newDatabase()
    await admin.query(`CREATE TABLE ${database}.t (a INT, \`odd \`\`name\` INT, b INT AS (\`odd \`\`name\` + 1),
      c VARCHAR(50) AS (CONCAT(b, 'x')), d INT AS (7), A2 INT AS (a + 1) STORED)`)
    const { tables } = await engine.describe(address(database), AbortSignal.timeout(60_000))
    const sources = tables[0]?.columns.map(({ name, generatedFrom }) => [name, generatedFrom])
    expect(sources).toEqual([
      ['a', undefined],
      ['odd `name', undefined],
      ['b', ['odd `name']],
      ['c', ['b']],
      ['d', []],
      ['A2', ['a']],
    ])
  })
})

describe('MySQL verifier rejects', () => {
  const verifier = mysqlVerifier()
  afterAll(() => verifier.close?.())

  const judge = (statement: string, circumstances: GeneratedCircumstances) =>
    generatedVerdict('mysql', verifier, statement, circumstances)
  const read = (drafted: string, fence = '') =>
    `SELECT ${drafted} FROM (SELECT \`id\`, \`band\` FROM \`people\` WHERE \`tenant_id\` = CAST(? AS SIGNED)${fence}) p`

  it('a column generated from a hidden column', async () => {
    expect(await judge(read('1'), { hide: 'id' })).toBe('not_proven')
    expect(await judge(read('1').replace('`id`, ', ''), { hide: 'ID' })).toBe('not_proven')
    expect(await judge(read('1'), { hide: 'tenant_id' })).toBe('proven')
    expect(await judge(read('1'), {})).toBe('proven')
  })

  it('a virtual generated column of a table without a fence', async () => {
    const fence = ' LIMIT 18446744073709551615'
    expect(await judge(read('1'), { virtual: true })).toBe('not_proven')
    expect(await judge(read('1', fence), { virtual: true })).toBe('proven')
    expect(await judge(read('1').replace(', `band`', ''), { virtual: true })).toBe('proven')
  })
})
