import { rm } from 'node:fs/promises'
import type { TestServers } from '../../src/local/start-test-servers.ts'

let started: { readonly servers: TestServers; readonly home: string } | undefined

export const stopAfterTests = (servers: TestServers, home: string): void => {
  started = { servers, home }
}

/** Ends what the set-up began. Processes that were told to end may still write there. */
export default async (): Promise<void> => {
  await started?.servers.stop()
  if (started !== undefined) await rm(started.home, { recursive: true, force: true, maxRetries: 10 })
}
