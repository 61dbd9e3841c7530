import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Starts programs of the service as processes; `killAll` ends all of them. */
export class Programs {
  readonly #children: ChildProcess[] = []

  /**
   * @param program its file and arguments, separated by spaces
   * @param hears receives its standard error, which is forwarded to that of this process by default
   * @returns the process, and its first log line of this kind
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
      // Later output is discarded, so that a full pipe does not block the process.
      child.stdout.resume()
      return { child, said }
    }
    throw new Error(`${program} ended before it said ${kind}`)
  }

  killAll(): void {
    for (const child of this.#children.splice(0)) child.kill('SIGKILL')
  }
}

/** Sends SIGTERM and waits. @returns the exit code */
export const terminate = async (child: ChildProcess): Promise<number | null> => {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exited
  return code
}
