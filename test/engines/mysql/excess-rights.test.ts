import { mysqlEngine } from '../../../src/engines/mysql/engine.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../../support/mysql-server.ts'
import { never } from '../contract/contract-bench.ts'
import { newDatabase } from './with-mysql.ts'

describeWithMysql('excess rights of a MySQL user', () => {
  const engine = mysqlEngine({ allowPrivateHosts: true })
  let database: string
  beforeAll(async () => {
    database = await newDatabase()
    const { admin } = await mysqlServer()
    await admin.query(`CREATE TABLE ${database}.orders (id INT PRIMARY KEY, note TEXT)`)
    await admin.query("CREATE USER 'tt_rights'@'%' IDENTIFIED BY 'x'")
    await admin.query(`GRANT SELECT, SHOW VIEW ON ${database}.* TO 'tt_rights'@'%'`)
  })
  afterAll(async () => {
    await engine.close()
    await (await mysqlServer()).admin.query("DROP USER 'tt_rights'@'%'")
    await stopMysqlServer()
  })

  const addressFor = async (user: string, password: string): Promise<string> => {
    const url = new URL((await mysqlServer()).address(database))
    url.username = user
    url.password = password
    return url.href
  }
  const rights = async (address: string): Promise<readonly string[]> =>
    (await engine.inspect.excessRights?.(address, never()))?.rights ?? ['not reported']

  it('are reported for an owner, and not for a read-only user', async () => {
    expect(await rights((await mysqlServer()).ownerAddress(database))).toEqual([
      expect.stringMatching(/^has ALL PRIVILEGES on \*\.\*/),
    ])
    expect(await rights(await addressFor('tt_rights', 'x'))).toEqual([])
  })

  it.each([
    ['FILE, SUPER ON *.*', /^has FILE, SUPER.* on \*\.\*$/],
    ['INSERT, DELETE ON {db}.*', /^has INSERT, DELETE on `\w+`\.\*$/],
    ['UPDATE (note) ON {db}.orders', /^has UPDATE on `\w+`\.`orders`$/],
  ])('are reported after GRANT %s', async (right, expected) => {
    const { admin } = await mysqlServer()
    const grant = right.replace('{db}', database)
    await admin.query(`GRANT ${grant} TO 'tt_rights'@'%'`)
    try {
      expect(await rights(await addressFor('tt_rights', 'x'))).toEqual([expect.stringMatching(expected)])
    } finally {
      await admin.query(`REVOKE ${grant} FROM 'tt_rights'@'%'`)
    }
  })

  it('are none for the user that the advice creates, which can read the schema', async () => {
    const { admin, ownerAddress } = await mysqlServer()
    const advice = (await engine.inspect.excessRights?.(ownerAddress(database), never()))?.advice ?? []
    for (const statement of advice) await admin.query(statement)
    try {
      const address = await addressFor('tabletalk_reader', 'choose-a-password')
      expect(await rights(address)).toEqual([])
      expect((await engine.describe(address, never())).tables.map(({ name }) => name)).toEqual(['orders'])
    } finally {
      await admin.query("DROP USER 'tabletalk_reader'@'%'")
    }
  })
})
