import { rm } from 'node:fs/promises'
import type { TestServers } from '../../src/local/start-test-servers.ts'
import { postgresTemplates } from './postgres-data.ts'

let started: { readonly servers: TestServers; readonly home: string } | undefined

export const stopAfterTests = (servers: TestServers, home: string): void => {
  started = { servers, home }
}

/** Ends what the set-up began. Processes that are stopping may still write there. */
export default async (): Promise<void> => {
  await started?.servers.stop()
  if (started === undefined) return
  for (const folder of [started.home, postgresTemplates(started.home)])
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}
