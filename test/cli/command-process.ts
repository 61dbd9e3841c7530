import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { LoopCommand, LoopResult } from './command-loop.ts'

const LOOP = path.join(import.meta.dirname, 'command-loop.ts')

/** A process that runs commands sequentially (`command-loop.ts`); it starts with the first command. */
export class CommandProcess {
  readonly #folder: string | undefined
  #child: ChildProcess | undefined
  #ended: Promise<unknown> | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param folder working directory of the commands; that of this process by default */
  constructor(folder?: string) {
    this.#folder = folder
  }

  /** @returns what the command wrote, without the trailing line break, and its exit code */
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
    if (answer === undefined)
      throw new Error(`This command ended the process that all commands share: ${command.words.join(' ')}`)
    const [{ out, err, ...rest }] = answer
    return { ...rest, out: out.replace(/\n$/, ''), err: err.replace(/\n$/, '') }
  }

  /** Resolves when the process has exited. */
  async close(): Promise<void> {
    this.#child?.kill()
    await this.#ended
  }
}
