import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** An API in a process of its own that listens. */
export interface ForkedApi {
  readonly child: ChildProcess
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string
  readonly died: Promise<unknown>
}

/** Processes that die at a moment of the test's choosing, and none of which outlives it. */
export class Forked {
  readonly #children: ChildProcess[] = []

  /**
   * Starts a program of this folder.
   * @param env what it needs to join the platform of the test
   * @param crashAt where it kills itself
   * @param flags of its Node
   */
  start(
    program: 'crashing-api' | 'crashing-worker',
    env: Readonly<Record<string, string>>,
    crashAt = '',
    flags: readonly string[] = [],
  ): ChildProcess {
    const child = fork(path.join(import.meta.dirname, `${program}.ts`), {
      execArgv: [...flags],
      env: { ...process.env, ...env, CRASH_AT: crashAt },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#children.push(child)
    return child
  }

  /**
   * Starts an API, and waits until it listens.
   * @param env what it needs to join the platform of the test
   * @param given where it kills itself, and flags of its Node
   */
  async startApi(
    env: Readonly<Record<string, string>>,
    given: { readonly crashAt?: string; readonly flags?: readonly string[] } = {},
  ): Promise<ForkedApi> {
    const child = this.start('crashing-api', env, given.crashAt, given.flags)
    const died = once(child, 'exit')
    const [{ port }] = await once(child, 'message')
    return { child, url: `http://127.0.0.1:${port}`, died }
  }

  killAll(): void {
    for (const child of this.#children.splice(0)) child.kill('SIGKILL')
  }
}
