import { spawn } from 'node:child_process'
import { once } from 'node:events'
import globalSetup from '../../support/global-setup.ts'
import globalTeardown from '../../support/global-teardown.ts'
import { startPlatform } from '../../support/platform.ts'

/**
 * Runs schemathesis against every endpoint of a running service, and exits with its code:
 * `node test/long/contract/run-schemathesis.ts <its program> [its options]`.
 */
const [program = 'schemathesis', ...options] = process.argv.slice(2)

await globalSetup()
let code = 1
try {
  const platform = await startPlatform()
  const headers = Object.entries(platform.headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const run = ['run', `${platform.baseUrl}/openapi.json`, '--url', platform.baseUrl, ...headers, ...options]
  const [ended] = await once(spawn(program, run, { stdio: 'inherit' }), 'exit')
  code = Number(ended ?? 1)
  await platform.close()
} finally {
  await globalTeardown()
}
process.exit(code)
