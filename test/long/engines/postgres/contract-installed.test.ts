import { engineContract } from '../../../engines/contract.ts'
import { postgresAdapter } from '../../../engines/postgres/adapter.ts'
import { usePostgres } from '../../../engines/postgres/use-postgres.ts'
import { installedPostgres, startPostgresOf } from '../../../support/postgres-server.ts'

const programs = installedPostgres()

describe('Installed PostgreSQL:', () => {
  if (programs === undefined) it.skip('is skipped: initdb and postgres are not on PATH', () => {})
  else engineContract(postgresAdapter(usePostgres(() => startPostgresOf(programs))))
})
