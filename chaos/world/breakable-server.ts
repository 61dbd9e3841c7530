import type { SupervisedServer } from '../../src/local/servers/supervise.ts'

/** A server that the driver kills and starts again, with what it had stored. */
export interface BreakableServer {
  readonly name: string
  /** By SIGKILL. */
  kill(): void
  /** Where it was; resolves when it answers. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** @param start starts it on the same port with the same files */
export const breakableServer = async (
  name: string,
  start: () => Promise<SupervisedServer>,
): Promise<BreakableServer> => {
  let server = await start()
  return {
    name,
    kill: () => server.kill(),
    async startAgain() {
      server = await start()
    },
    stop: () => server.stop(),
  }
}
