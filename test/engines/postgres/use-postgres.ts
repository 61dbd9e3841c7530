import type { PostgresServer } from '../../support/postgres-server.ts'

/** Starts a server when it is first asked for, and stops it after the tests of this file. */
export const usePostgres = (start: () => Promise<PostgresServer>): (() => Promise<PostgresServer>) => {
  let server: Promise<PostgresServer> | undefined
  afterAll(async () => await (await server)?.stop())
  return () => {
    server ??= start()
    return server
  }
}
