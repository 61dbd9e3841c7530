import { noninterference } from '../../engines/contract/noninterference/noninterference.ts'
import { MONGODB } from '../../engines/mongodb/adapter.ts'
import { MONGODB_TWINS } from '../../engines/mongodb/twins.ts'
import { MYSQL } from '../../engines/mysql/adapter.ts'
import { MYSQL_TWINS } from '../../engines/mysql/twins.ts'
import { postgresAdapter } from '../../engines/postgres/adapter.ts'
import { POSTGRES_TWINS } from '../../engines/postgres/twins.ts'
import { usePostgres } from '../../engines/postgres/use-postgres.ts'
import { SQLITE } from '../../engines/sqlite/adapter.ts'
import { SQLITE_TWINS } from '../../engines/sqlite/twins.ts'
import { keepMongodbServer, stopMongodbServer } from '../../support/mongodb-server.ts'
import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'
import { startPostgres } from '../../support/postgres-server.ts'

keepMongodbServer()

/** Others than those of `npm test`: a million for all engines and callers. */
const MORE = { cases: 125_000, seed: 20_261_125, timed: true }

/** For the whole file, so that its server is there when the databases are removed. */
const POSTGRES = postgresAdapter(usePostgres(startPostgres))

describe('in SQLite,', () => noninterference({ ...SQLITE, twins: SQLITE_TWINS }, MORE))

describe('on PostgreSQL,', () => noninterference({ ...POSTGRES, twins: POSTGRES_TWINS }, MORE))

describeWithMysql('on MariaDB and MySQL,', () => {
  noninterference({ ...MYSQL, twins: MYSQL_TWINS }, MORE)
  afterAll(stopMysqlServer)
})

describe('on MongoDB, or the small store that speaks it,', () => {
  noninterference({ ...MONGODB, twins: MONGODB_TWINS }, MORE)
  afterAll(stopMongodbServer)
})
