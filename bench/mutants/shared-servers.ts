import { startOwnPostgres } from '../../test/support/postgres-server.ts'
import type { Room } from './rooms.ts'

interface SharedServers {
  /** Variables with which suites find them. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts the servers for a room's suites; every suite uses its own database. */
export const startShared = async ({ servers = [] }: Room): Promise<SharedServers> => {
  if (!servers.includes('postgres')) return { env: {}, stop: async () => {} }
  const server = await startOwnPostgres()
  return { env: { TEST_POSTGRES_URL: server.address }, stop: () => server.stop() }
}
