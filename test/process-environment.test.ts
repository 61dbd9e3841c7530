import { tmpdir } from 'node:os'
import ProcessEnvironment from './support/runner/process-environment.js'

/** What the next file of tests would find. */
const state = () => ({
  ...{ cwd: process.cwd(), exit: process.exit, exitCode: process.exitCode, console, fetch, now: Date.now },
  env: { ...process.env },
  signals: process.rawListeners('SIGUSR2'),
  rejections: process.rawListeners('unhandledRejection'),
})

it('what a file of tests changes of its process ends with it', async () => {
  const before = state()
  const environment = new ProcessEnvironment({ projectConfig: {} })
  environment.moduleMocker.spyOn(Date, 'now').mockReturnValue(0)
  process.chdir(tmpdir())
  process.env = { LEFT: 'behind' }
  process.exitCode = 3
  Object.assign(process, { exit: () => {} })
  Object.assign(globalThis, { fetch: () => {}, console: {} })
  for (const event of ['SIGUSR2', 'unhandledRejection']) process.on(event, () => {})
  await environment.teardown()
  expect(state()).toEqual(before)
})
