import { postgresAdapter } from '../engines/postgres/adapter.ts'
import { FILTERED, REFUSED } from '../engines/postgres/attacks.ts'
import { usePostgres } from '../engines/postgres/use-postgres.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { hostileModel } from './hostile-model.ts'

const adapter = postgresAdapter(usePostgres(startPostgres))

// The server is stopped after all that is within.
describe('on a real server,', () => {
  hostileModel(adapter, {
    refused: Object.values(REFUSED).flat(),
    filtered: FILTERED,
    telling: ['SELECT CAST(name AS integer) FROM customers', 'SELECT 1 / (id - 1000) FROM customers'],
  })
})
