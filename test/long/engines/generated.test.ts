import { generated } from '../../engines/contract/generated.ts'
import { MONGODB } from '../../engines/mongodb/adapter.ts'
import { generatedPipelines } from '../../engines/mongodb/guard/generated-pipelines.ts'
import { MYSQL } from '../../engines/mysql/adapter.ts'
import { postgresAdapter } from '../../engines/postgres/adapter.ts'
import { usePostgres } from '../../engines/postgres/use-postgres.ts'
import { SQLITE } from '../../engines/sqlite/adapter.ts'
import { stopMongodbServer } from '../../support/mongodb-server.ts'
import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'
import { startPostgres } from '../../support/postgres-server.ts'

/** Others than those of `npm test`. */
const MORE = { times: 5, seed: 20_261_123 }

/** For the whole file, so that its server is there when the databases are removed. */
const POSTGRES = postgresAdapter(usePostgres(startPostgres))

describe('in SQLite,', () => generated(SQLITE, MORE))

describe('on PostgreSQL,', () => generated(POSTGRES, MORE))

describeWithMysql('on MariaDB and MySQL,', () => {
  generated(MYSQL, MORE)
  afterAll(stopMysqlServer)
})

describe('on MongoDB, or the small store that speaks it,', () => {
  generated(MONGODB, MORE)
  afterAll(stopMongodbServer)
})

describe('as documents say,', () => generatedPipelines({ cases: 1_500, seed: MORE.seed }))
