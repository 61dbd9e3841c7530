import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'
import { engineContract } from '../contract.ts'
import { MYSQL } from './adapter.ts'

describeWithMysql('on a MySQL server,', () => {
  engineContract(MYSQL)
  afterAll(stopMysqlServer)
})
