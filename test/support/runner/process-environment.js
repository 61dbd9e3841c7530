import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'

/**
 * Where a file of tests runs: in the process of its worker, not in a context of its own, so that what is loaded once
 * serves many files, and an error of a library is an `Error` here too. What a file changes of the process ends with it.
 */
export default class ProcessEnvironment {
  global = globalThis
  moduleMocker = new ModuleMocker(globalThis)
  #env = process.env
  #found = { console, env: { ...process.env }, exit: process.exit, exitCode: process.exitCode }

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose()
    globalThis.console = this.#found.console
    process.env = this.#env
    for (const name of Object.keys(process.env)) if (!(name in this.#found.env)) delete process.env[name]
    Object.assign(process.env, this.#found.env)
    process.exit = this.#found.exit
    process.exitCode = this.#found.exitCode
  }

  /** Nothing is evaluated in a context. */
  getVmContext() {
    return null
  }
}
