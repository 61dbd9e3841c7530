import { FUNCTIONS, OPERATORS } from '../../../src/engines/postgres/language/allow-list.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { noninterference } from '../contract/noninterference/noninterference.ts'
import { postgresAdapter } from './adapter.ts'
import { NONDETERMINISTIC, postgresExpressions } from './interference-grammar.ts'
import { POSTGRES_TWINS } from './twins.ts'
import { usePostgres } from './use-postgres.ts'

const server = usePostgres(startPostgres)

noninterference({ ...postgresAdapter(server), twins: POSTGRES_TWINS }, { timed: process.env.TEST_TIMED !== undefined })

it('PostgreSQL query generator covers every function and operator that the guard accepts', async () => {
  const { names } = await postgresExpressions((await server()).address, { integers: ['0'], texts: ['a'] })
  expect([...FUNCTIONS, ...OPERATORS].filter((name) => !names.has(name) && !NONDETERMINISTIC.has(name))).toEqual([])
})
