import { jest } from '@jest/globals'
import { postgresAdapter } from '../engines/postgres/adapter.ts'
import { onServer } from '../engines/postgres/fixture-database.ts'
import { usePostgres } from '../engines/postgres/use-postgres.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { guardCommandSuite } from './guard-command-suite.ts'

jest.setTimeout(240_000)

const server = usePostgres(startPostgres)

describe('guard commands on PostgreSQL', () => {
  guardCommandSuite(postgresAdapter(server), async (owner) => {
    await onServer(owner, (client) => client.query("CREATE ROLE humble LOGIN PASSWORD 'h'"))
    return { owner, humble: Object.assign(new URL(owner), { username: 'humble', password: 'h' }).href }
  })
})
