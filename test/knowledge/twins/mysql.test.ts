import { MYSQL } from '../../engines/mysql/adapter.ts'
import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'
import { SQL_TWINS } from './sql-twins.ts'
import { twins } from './twins.ts'

describeWithMysql('on a MySQL server,', () => {
  twins({ ...MYSQL, ...SQL_TWINS }, { cases: 1 })
  afterAll(stopMysqlServer)
})
