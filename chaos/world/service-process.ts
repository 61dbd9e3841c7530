import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import type { Plan, Stop } from '../crash-points.ts'
import type { FromService, ToService } from '../processes/messages.ts'

const PROGRAM = path.join(import.meta.dirname, '../processes/service.ts')

export interface ServiceSettings {
  readonly role: 'api' | 'worker'
  readonly env: Readonly<Record<string, string>>
  /** The workflows' code. */
  readonly bundleFile: string
  /** The customer's database as its owner sees it. */
  readonly customers: string
  /** Takes what it prints. */
  readonly log: string
  /** Hears of every step that a worker begins. */
  readonly onStep: (step: Extract<FromService, { said: 'step' }>) => void
}

/** One process of the service, from outside. */
export class ServiceProcess {
  readonly role: 'api' | 'worker'
  /** Of an API. */
  readonly port: number
  readonly exited: Promise<unknown>
  readonly #child: ChildProcess
  readonly #held: Stop[] = []
  #heard = Promise.withResolvers<void>()

  private constructor(child: ChildProcess, port: number, { role, onStep }: ServiceSettings) {
    this.#child = child
    this.role = role
    this.port = port
    this.exited = once(child, 'exit')
    child.on('message', (message: FromService) => {
      if (message.said === 'held') this.#held.push(message.stop)
      if (message.said === 'step') onStep(message)
      this.#heard.resolve()
    })
    child.once('exit', () => this.#heard.resolve())
  }

  /** Resolves when it is ready: an API listens, a worker waits to be told to begin. @throws when it ends before */
  static async start(settings: ServiceSettings): Promise<ServiceProcess> {
    const { role, env, bundleFile, customers, log } = settings
    const output = openSync(log, 'a')
    const child = fork(PROGRAM, [role, bundleFile, customers], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output, 'ipc'],
    })
    closeSync(output)
    const message = await said(child, 'ready')
    return new ServiceProcess(child, message.said === 'ready' ? (message.port ?? 0) : 0, settings)
  }

  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Where turns are held. */
  get held(): readonly Stop[] {
    return this.#held
  }

  /** A worker takes turns from here on. */
  async begin(): Promise<void> {
    await this.#ask({ do: 'begin' }, 'begun')
  }

  /** Resolves when the process knows what to hold. */
  async plan(plan: Plan): Promise<void> {
    this.#held.length = 0
    await this.#ask({ do: 'plan', plan }, 'planned')
  }

  /** Resolves when turns are held at so many stops, or the process is dead. */
  async holds(count: number): Promise<void> {
    while (this.#held.length < count && this.alive) {
      await this.#heard.promise
      this.#heard = Promise.withResolvers()
    }
  }

  release(): void {
    this.#send({ do: 'release' })
  }

  /** It kills itself, wherever it is. */
  async die(): Promise<void> {
    this.#send({ do: 'die' })
    await this.exited
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!this.alive) return
    this.#child.kill(signal)
    await this.exited
  }

  pause(): void {
    this.#child.kill('SIGSTOP')
  }

  resume(): void {
    this.#child.kill('SIGCONT')
  }

  async #ask(message: ToService, answer: FromService['said']): Promise<void> {
    const answered = said(this.#child, answer)
    this.#send(message)
    await answered
  }

  #send(message: ToService): void {
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }
}

/** @throws when the process ends first */
const said = (child: ChildProcess, what: FromService['said']): Promise<FromService> =>
  new Promise((resolve, reject) => {
    const onMessage = (message: FromService): void => {
      if (message.said !== what) return
      child.off('message', onMessage).off('exit', onExit)
      resolve(message)
    }
    const onExit = (code: number | null, signal: string | null): void =>
      reject(new Error(`a process of the service ended (${signal ?? code}) before it said ${what}`))
    child.on('message', onMessage).once('exit', onExit)
  })
