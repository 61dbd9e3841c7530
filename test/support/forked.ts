import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'

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

  killAll(): void {
    for (const child of this.#children.splice(0)) child.kill('SIGKILL')
  }
}
