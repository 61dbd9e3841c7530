import { startOwnPostgres } from '../../test/support/postgres-server.ts'
import type { Room } from './rooms.ts'

export interface SharedServers {
  /** How suites find them. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts the servers that a room's suites need: every suite takes a database of its own there. */
export const startShared = async ({ servers = [] }: Room): Promise<SharedServers> => {
  if (!servers.includes('postgres')) return { env: {}, stop: async () => {} }
  const server = await startOwnPostgres()
  return { env: { TEST_POSTGRES_URL: server.address }, stop: () => server.stop() }
}
