import { jest } from '@jest/globals'
import { guardCommandSuite } from '../../cli/guard-command-suite.ts'
import { MYSQL } from '../../engines/mysql/adapter.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../../support/mysql-server.ts'

jest.setTimeout(240_000)

describeWithMysql('Guard commands on MariaDB and MySQL', () => {
  guardCommandSuite(MYSQL, async (humble) => {
    const { ownerAddress } = await mysqlServer()
    return { owner: ownerAddress(new URL(humble).pathname.slice(1)), humble }
  })
  afterAll(stopMysqlServer)
})
