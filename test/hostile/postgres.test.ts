import { postgresAdapter } from '../engines/postgres/adapter.ts'
import { FILTERED, REFUSED } from '../engines/postgres/attacks.ts'
import { usePostgres } from '../engines/postgres/use-postgres.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { hostileModel } from './hostile-model.ts'

const adapter = postgresAdapter(usePostgres(startPostgres))

// A block of its own, so that its hooks run before the server stops.
describe('hostile model on PostgreSQL:', () => {
  hostileModel(adapter, {
    refused: Object.values(REFUSED).flat(),
    filtered: FILTERED,
    failing: ['SELECT CAST(name AS integer) FROM customers', 'SELECT 1 / (id - 1000) FROM customers'],
  })
})
