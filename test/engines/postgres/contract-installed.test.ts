import { installedPostgres, startPostgresOf } from '../../support/postgres-server.ts'
import { engineContract } from '../contract.ts'
import { postgresAdapter } from './adapter.ts'
import { usePostgres } from './use-postgres.ts'

const programs = installedPostgres()

describe('the PostgreSQL that is installed here', () => {
  if (programs === undefined) it.skip('none: initdb and postgres are not on PATH', () => {})
  else engineContract(postgresAdapter(usePostgres(() => startPostgresOf(programs))))
})
