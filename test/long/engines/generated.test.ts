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

/** More queries than in `npm test`, with another seed. */
const MORE = { times: 5, seed: 20_261_123 }

/** Declared for the whole file, so that its server outlives the databases of the suites. */
const POSTGRES = postgresAdapter(usePostgres(startPostgres))

describe('SQLite:', () => generated(SQLITE, MORE))

describe('PostgreSQL:', () => generated(POSTGRES, MORE))

describeWithMysql('MariaDB and MySQL:', () => {
  generated(MYSQL, MORE)
  afterAll(stopMysqlServer)
})

describe('MongoDB (or the small store with its protocol):', () => {
  generated(MONGODB, MORE)
  afterAll(stopMongodbServer)
})

describe('In-process MongoDB:', () => generatedPipelines({ cases: 1_500, seed: MORE.seed }))
