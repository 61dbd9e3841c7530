import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { LoopCommand, LoopResult } from './command-loop.ts'

const LOOP = path.join(import.meta.dirname, 'command-loop.ts')

/** A process in which commands run one after the other (`command-loop.ts`); it starts with the first. */
export class CommandProcess {
  readonly #folder: string | undefined
  #child: ChildProcess | undefined
  #ended: Promise<unknown> | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param folder where they run; here by default */
  constructor(folder?: string) {
    this.#folder = folder
  }

  /** @returns what it wrote, without the last line's end, and the status of its exit */
  run(command: LoopCommand): Promise<LoopResult> {
    const result = this.#last.then(() => this.#send(command))
    this.#last = result.catch(() => undefined)
    return result
  }

  async #send(command: LoopCommand): Promise<LoopResult> {
    this.#child ??= fork(LOOP, { cwd: this.#folder, execArgv: ['--disable-warning=ExperimentalWarning'] })
    this.#ended ??= once(this.#child, 'exit')
    const answered = once(this.#child, 'message')
    this.#child.send(command)
    const answer = await Promise.race([answered, this.#ended.then(() => undefined)])
    if (answer === undefined) throw new Error(`This command ended the process of all: ${command.words.join(' ')}`)
    const [{ out, err, ...rest }] = answer
    return { ...rest, out: out.replace(/\n$/, ''), err: err.replace(/\n$/, '') }
  }

  /** Resolves when the process is gone. */
  async close(): Promise<void> {
    this.#child?.kill()
    await this.#ended
  }
}
