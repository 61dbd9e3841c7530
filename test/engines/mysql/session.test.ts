import { addressOf } from '../../../src/engines/mysql/connect/address.ts'
import { login } from '../../../src/engines/mysql/connect/login.ts'
import { Session } from '../../../src/engines/mysql/connect/session.ts'
import { isForgotten } from '../../support/is-forgotten.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../../support/mysql-server.ts'
import { never } from '../contract/contract-bench.ts'
import { newDatabase } from './with-mysql.ts'

describeWithMysql('MySQL session', () => {
  afterAll(stopMysqlServer)

  it('keeps no reference to rows that it has read', async () => {
    const address = addressOf((await mysqlServer()).address(await newDatabase()))
    const session = new Session(await login(address.host, address, never()))
    const forgotten = await isForgotten(async () => {
      const rows = await session.queryInternal('SELECT 1')
      // The driver keeps a reference to the last command.
      await session.queryInternal('DO 0')
      return rows
    })
    session.end()
    expect(forgotten).toBe(true)
  })
})
