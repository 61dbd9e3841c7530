import { startPostgres } from '../../support/postgres-server.ts'
import { transactionSuite } from './transaction-suite.ts'
import { usePostgres } from './use-postgres.ts'

describe('a transaction, whatever a guard lets through,', () => {
  transactionSuite(usePostgres(startPostgres))
})
