import { MYSQL } from '../engines/mysql/adapter.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../support/mysql-server.ts'
import { attackSuite } from './attack-suite.ts'

describeWithMysql('guard attack on a MariaDB server', () => {
  attackSuite(MYSQL, async (address) => (await mysqlServer()).ownerAddress(new URL(address).pathname.slice(1)))
  afterAll(stopMysqlServer)
})
