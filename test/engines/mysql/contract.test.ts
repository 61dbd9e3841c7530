import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'
import { engineContract } from '../contract.ts'
import { MYSQL } from './adapter.ts'

describeWithMysql('on a real server,', () => {
  engineContract(MYSQL)
  afterAll(stopMysqlServer)
})
