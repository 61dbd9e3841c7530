import type { PostgresServer } from '../../support/postgres-server.ts'

/** Starts a server at the first call, and stops it after the tests of the file. */
export const usePostgres = (start: () => Promise<PostgresServer>): (() => Promise<PostgresServer>) => {
  let server: Promise<PostgresServer> | undefined
  afterAll(async () => await (await server)?.stop())
  return () => {
    server ??= start()
    return server
  }
}
