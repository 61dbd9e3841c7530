import { tmpdir } from 'node:os'
import ProcessEnvironment from './support/runner/process-environment.js'

/** Process state that the next test file starts with. */
const state = () => ({
  cwd: process.cwd(),
  exit: process.exit,
  exitCode: process.exitCode,
  console,
  fetch,
  now: Date.now,
  env: { ...process.env },
  signals: process.rawListeners('SIGUSR2'),
  rejections: process.rawListeners('unhandledRejection'),
})

it('ProcessEnvironment restores the process state after a test file', async () => {
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
