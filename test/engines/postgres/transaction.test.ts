import { transactionStart } from '../../../src/engines/postgres/run/transaction-start.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { transactionSuite } from './transaction-suite.ts'
import { usePostgres } from './use-postgres.ts'

describe('PostgreSQL transaction without a guard', () => {
  transactionSuite(usePostgres(startPostgres))
})

it.each([
  [14, false],
  [18, false],
  [19, true],
  [20, true],
])('PostgreSQL transaction on version %i disables eager aggregation: %p', (serverVersion, disablesEagerAggregation) => {
  const start = transactionStart({ leftMs: 1_000, tag: 'turn', serverVersion })
  expect(start.includes("SET LOCAL enable_eager_aggregate = 'off'")).toBe(disablesEagerAggregation)
})
