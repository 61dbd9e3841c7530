import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const PROGRAM = path.join(import.meta.dirname, '../processes/model.ts')

/** The scripted model's process, always at one port; whenever it dies it comes back after a second. */
export class ModelProcess {
  readonly port: number
  readonly #journal: string
  #child: ChildProcess
  #closed = false

  private constructor(journal: string, port: number, child: ChildProcess) {
    this.#journal = journal
    this.port = port
    this.#child = child
    this.#watch()
  }

  static async start(journal: string): Promise<ModelProcess> {
    const { child, port } = await launch(journal, 0)
    return new ModelProcess(journal, port, child)
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  close(): void {
    this.#closed = true
    this.kill()
  }

  #watch(): void {
    this.#child.once('exit', () => {
      setTimeout(() => void this.#startAgain(), AWAY_MS)
    })
  }

  async #startAgain(): Promise<void> {
    if (this.#closed) return
    const { child } = await launch(this.#journal, this.port)
    this.#child = child
    this.#watch()
    if (this.#closed) child.kill('SIGKILL')
  }
}

const AWAY_MS = 1_000

const launch = async (journal: string, port: number): Promise<{ child: ChildProcess; port: number }> => {
  const child = fork(PROGRAM, [journal, String(port)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [message] = await once(child, 'message')
  return { child, port: message.port }
}
