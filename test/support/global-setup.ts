import { execFile as execFileOf } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { generateDemo } from '../../demo/generate.ts'
import { readConfig } from '../../src/config.ts'
import { createProgress } from '../../src/local/progress.ts'
import { startTestServers } from '../../src/local/start-test-servers.ts'
import { servedPortal } from '../../src/platform/process/portal.ts'
import { keepWorkflows } from '../../workers/built-workflows.ts'
import { bundleWorkflows } from '../../workers/bundle-workflows.ts'
import { stopAfterTests } from './global-teardown.ts'
import { announceTestServers, bundleFile, catalogFile } from './test-servers.ts'

const execFile = promisify(execFileOf)

/** Once for all suites: Temporal and the document store, found or made, the demo's data, the workflows' bundle, the portal, and what Node compiles. */
export default async (): Promise<void> => {
  const home = await mkdtemp(path.join(tmpdir(), 'tabletalk-suite-'))
  const demoFile = path.join(home, 'demo.sqlite')
  const { cache } = readConfig()
  // Half of what a short process costs is reading its own code.
  process.env.NODE_COMPILE_CACHE = path.join(home, 'compiled')
  // The store lives for minutes here: compiling it well costs more than it gains.
  process.env.JDK_JAVA_OPTIONS = `${process.env.JDK_JAVA_OPTIONS ?? ''} -XX:TieredStopAtLevel=1`.trim()
  // Collecting garbage is a tenth of what Temporal costs; it has few live objects and the memory is there.
  process.env.GOGC = '400'
  generateDemo(demoFile, new Date())
  const program = (name: string, ...args: readonly string[]) =>
    execFile(process.execPath, [path.join(import.meta.dirname, name), ...args])
  const [servers, { code }] = await Promise.all([
    startTestServers({ cache, progress: createProgress(process.stderr) }),
    bundleWorkflows(),
    servedPortal(),
    program('compile-ahead.ts'),
    program('learn-demo.ts', demoFile, catalogFile(home)),
  ])
  await writeFile(bundleFile(home), code)
  // Workers that tests start as processes find it there, and need not bundle the same sources again, which takes 2 s each.
  await keepWorkflows({ code })
  announceTestServers({
    temporalAddress: servers.temporalAddress,
    mongoUri: servers.mongoUri,
    demoFile,
    home,
  })
  stopAfterTests(servers, home)
}
