import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Programs of the service as operators start them; none outlives `killAll`. */
export class Programs {
  readonly #children: ChildProcess[] = []

  /**
   * @param program its file, and words after it
   * @param hears gets its standard error; ours shows it when absent
   * @returns the process, and the first of its log lines of this kind
   */
  async start(
    program: string,
    kind: string,
    env: Readonly<Record<string, string>>,
    hears: (stderr: Readable) => void = (stderr) => void stderr.pipe(process.stderr),
  ): Promise<{ child: ChildProcess; said: { address: string } }> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...program.split(' ')], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#children.push(child)
    hears(child.stderr)
    for await (const line of createInterface(child.stdout)) {
      const said = JSON.parse(line)
      if (said.msg !== kind) continue
      // The rest is not read: it must not block the process.
      child.stdout.resume()
      return { child, said }
    }
    throw new Error(`${program} ended before it said ${kind}`)
  }

  killAll(): void {
    for (const child of this.#children.splice(0)) child.kill('SIGKILL')
  }
}

/** By SIGTERM. @returns the status of its exit */
export const terminate = async (child: ChildProcess): Promise<number | null> => {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exited
  return code
}
