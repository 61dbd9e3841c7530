import { jest } from '@jest/globals'
import { type OperatorBench, operatorBench } from '../../../cli/operator/command.ts'
import { roundTrip } from '../../../cli/operator/demo-round-trip.ts'
import { newDatabase } from '../../../engines/mysql/with-mysql.ts'
import { mongodbServer, stopMongodbServer } from '../../../support/mongodb-server.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../../../support/mysql-server.ts'

jest.setTimeout(600_000)

let bench: OperatorBench
beforeAll(async () => {
  bench = await operatorBench({ worker: true, env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
})
afterAll(() => bench.close())

describe('tabletalk demo load', () => {
  describeWithMysql('on MariaDB and MySQL', () => {
    afterAll(stopMysqlServer)

    it('fills a database that answers the printed command, and reloads it under the same id', async () => {
      const { ownerAddress } = await mysqlServer()
      await roundTrip(bench, ownerAddress(await newDatabase()), 'mysql')
    })
  })

  describe('on MongoDB (or the small store with its protocol)', () => {
    afterAll(stopMongodbServer)

    it('fills a database that answers the printed command, and reloads it under the same id', async () => {
      const { address, newName } = await mongodbServer()
      await roundTrip(bench, address(newName()), 'mongodb')
    })
  })
})
