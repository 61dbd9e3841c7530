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

/** More queries than in `npm test`, with another seed: a million for all engines and callers. */
const MORE = { cases: 125_000, seed: 20_261_125, timed: true }

/** Declared for the whole file, so that its server outlives the databases of the suites. */
const POSTGRES = postgresAdapter(usePostgres(startPostgres))

describe('SQLite:', () => noninterference({ ...SQLITE, twins: SQLITE_TWINS }, MORE))

describe('PostgreSQL:', () => noninterference({ ...POSTGRES, twins: POSTGRES_TWINS }, MORE))

describeWithMysql('MariaDB and MySQL:', () => {
  noninterference({ ...MYSQL, twins: MYSQL_TWINS }, MORE)
  afterAll(stopMysqlServer)
})

describe('MongoDB (or the small store with its protocol):', () => {
  noninterference({ ...MONGODB, twins: MONGODB_TWINS }, MORE)
  afterAll(stopMongodbServer)
})
