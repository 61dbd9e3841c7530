import { postgresAdapter } from '../../engines/postgres/adapter.ts'
import { usePostgres } from '../../engines/postgres/use-postgres.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { SQL_TWINS } from './sql-twins.ts'
import { twins } from './twins.ts'

twins({ ...postgresAdapter(usePostgres(startPostgres)), ...SQL_TWINS }, { cases: 1 })
