import { MYSQL } from '../engines/mysql/adapter.ts'
import { FILTERED, REFUSED } from '../engines/mysql/attacks.ts'
import { describeWithMysql, stopMysqlServer } from '../support/mysql-server.ts'
import { hostileModel } from './hostile-model.ts'

describeWithMysql('hostile model on MySQL:', () => {
  hostileModel(MYSQL, {
    refused: Object.values(REFUSED).flat(),
    filtered: FILTERED,
    failing: [
      'SELECT 9223372036854775807 + id FROM customers',
      'SELECT id, (SELECT name FROM customers) AS n FROM orders',
    ],
  })
  afterAll(stopMysqlServer)
})
