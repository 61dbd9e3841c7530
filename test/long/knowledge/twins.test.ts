import { MONGODB } from '../../engines/mongodb/adapter.ts'
import { MYSQL } from '../../engines/mysql/adapter.ts'
import { postgresAdapter } from '../../engines/postgres/adapter.ts'
import { usePostgres } from '../../engines/postgres/use-postgres.ts'
import { SQLITE } from '../../engines/sqlite/adapter.ts'
import { MONGODB_TWINS } from '../../knowledge/twins/mongodb-twins.ts'
import { SQL_TWINS } from '../../knowledge/twins/sql-twins.ts'
import { twins } from '../../knowledge/twins/twins.ts'
import { stopMongodbServer } from '../../support/mongodb-server.ts'
import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'
import { startPostgres } from '../../support/postgres-server.ts'

/** More cases than in `npm test`, with another seed. */
const MORE = { cases: 200, seed: 20_261_127 }

const POSTGRES = postgresAdapter(usePostgres(startPostgres))

describe('SQLite:', () => twins({ ...SQLITE, ...SQL_TWINS }, MORE))

describe('PostgreSQL:', () => twins({ ...POSTGRES, ...SQL_TWINS }, MORE))

describeWithMysql('MariaDB and MySQL:', () => {
  twins({ ...MYSQL, ...SQL_TWINS }, MORE)
  afterAll(stopMysqlServer)
})

describe('MongoDB (or the small store with its protocol):', () => {
  twins({ ...MONGODB, ...MONGODB_TWINS }, MORE)
  afterAll(stopMongodbServer)
})
