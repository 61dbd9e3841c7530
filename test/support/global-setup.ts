import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateDemo } from '../../demo/generate.ts'
import { readConfig } from '../../src/config.ts'
import { createProgress } from '../../src/local/progress.ts'
import { startTestServers } from '../../src/local/start-test-servers.ts'
import { stopAfterTests } from './global-teardown.ts'
import { announceTestServers } from './test-servers.ts'

/** Once for all suites: Temporal and the document store, found or made, and the demo's data. */
export default async (): Promise<void> => {
  const home = await mkdtemp(path.join(tmpdir(), 'tabletalk-suite-'))
  const demoFile = path.join(home, 'demo.sqlite')
  const { cache } = readConfig()
  const servers = await startTestServers({ cache, progress: createProgress(process.stderr) })
  generateDemo(demoFile, new Date())
  announceTestServers({
    temporalAddress: servers.temporalAddress,
    mongoUri: servers.mongoUri,
    demoFile,
    home,
  })
  stopAfterTests(servers, home)
}
