import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'

/**
 * Where a file of tests runs: in the process of its worker, not in a context of its own, so that what is loaded once
 * serves many files, and an error of a library is an `Error` here too. What a file changes of the process ends with it: its
 * environment, folder, console and exit, mocks, globals that were there, and what listens for signals and lost errors. New
 * globals stay, because libraries that are loaded once keep what they know there; so does what listens for `exit`, which
 * ends servers that files share.
 */
export default class ProcessEnvironment {
  global = globalThis
  moduleMocker = new ModuleMocker(globalThis)
  #env = process.env
  #found = { env: { ...process.env }, cwd: process.cwd(), exit: process.exit, exitCode: process.exitCode }
  #globals = Object.getOwnPropertyDescriptors(globalThis)
  #listeners = new Map(process.eventNames().map((event) => [event, process.rawListeners(event)]))

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose()
    // Before what they may have been put over.
    this.moduleMocker.restoreAllMocks()
    process.env = this.#env
    for (const name of Object.keys(process.env)) if (!(name in this.#found.env)) delete process.env[name]
    Object.assign(process.env, this.#found.env)
    process.chdir(this.#found.cwd)
    process.exit = this.#found.exit
    process.exitCode = this.#found.exitCode
    this.#restoreGlobals()
    this.#restoreListeners()
  }

  /** Nothing is evaluated in a context. */
  getVmContext() {
    return null
  }

  #restoreGlobals() {
    const now = Object.getOwnPropertyDescriptors(globalThis)
    for (const [key, found] of Object.entries(this.#globals)) {
      if (now[key]?.value === found.value && now[key]?.get === found.get) continue
      if (now[key]?.configurable !== false) Object.defineProperty(globalThis, key, found)
    }
  }

  #restoreListeners() {
    for (const event of process.eventNames()) {
      if (!/^(SIG|uncaught|unhandled)/.test(String(event))) continue
      const found = this.#listeners.get(event) ?? []
      for (const listener of process.rawListeners(event)) {
        if (!found.includes(listener)) process.removeListener(event, listener)
      }
    }
  }
}
