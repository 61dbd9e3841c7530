import { startPostgres } from '../../support/postgres-server.ts'
import { engineContract } from '../contract.ts'
import { postgresAdapter } from './adapter.ts'
import { usePostgres } from './use-postgres.ts'

engineContract(postgresAdapter(usePostgres(startPostgres)))
