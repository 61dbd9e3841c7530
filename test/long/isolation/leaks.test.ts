import { MONGODB } from '../../engines/mongodb/adapter.ts'
import { MYSQL } from '../../engines/mysql/adapter.ts'
import { postgresAdapter } from '../../engines/postgres/adapter.ts'
import { usePostgres } from '../../engines/postgres/use-postgres.ts'
import { SQLITE } from '../../engines/sqlite/adapter.ts'
import { leakSuite } from '../../isolation/attack-suite.ts'
import { keepMongodbServer, stopMongodbServer } from '../../support/mongodb-server.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../../support/mysql-server.ts'
import { startPostgres } from '../../support/postgres-server.ts'

const server = usePostgres(startPostgres)

describe('SQLite:', () => {
  leakSuite(SQLITE)
})

describe('PostgreSQL:', () => {
  leakSuite(postgresAdapter(server))
})

describeWithMysql('MariaDB and MySQL:', () => {
  leakSuite(MYSQL, async (address) => (await mysqlServer()).ownerAddress(new URL(address).pathname.slice(1)))
  afterAll(stopMysqlServer)
})

describe('MongoDB (or the small store with its protocol):', () => {
  keepMongodbServer()
  // The small store does not support `$unionWith`.
  leakSuite(MONGODB, undefined, ['plain', 'subselect', 'shadow', 'name', 'join', 'oracle'])
  afterAll(stopMongodbServer)
})
