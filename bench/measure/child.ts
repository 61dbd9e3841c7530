import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { processorMs } from './processor-time.ts'
import { residentBytes } from './resident-bytes.ts'

/** A child process to measure. */
export interface Measured<Ready> {
  /** The message that it sent when it was ready. */
  readonly ready: Ready
  /** Processor time so far, in ms. */
  processorMs(): number
  /** Resident memory, including garbage. */
  residentBytes(): number
  /** Sends a command. @returns its response */
  ask<Answer>(word: string): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a program and waits until it is ready. @param flags of Node @throws if it ends before */
export const startChild = async <Ready>(
  file: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = ['--disable-warning=ExperimentalWarning'],
): Promise<Measured<Ready>> => {
  const child = fork(file, {
    execArgv: [...flags, ...(process.env.BENCH_EXEC_ARGV?.split(' ') ?? [])],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready: Ready = await message(child)
  return {
    ready,
    processorMs: () => processorMs(child.pid ?? 0),
    residentBytes: () => residentBytes(child.pid ?? 0),
    async ask(word) {
      const answer = message<never>(child)
      child.send(word)
      return await answer
    },
    async stop() {
      const ended = once(child, 'exit')
      child.send('stop')
      await ended
    },
  }
}

const message = async <Said>(child: ChildProcess): Promise<Said> => {
  const over = new AbortController()
  const { signal } = over
  const said = once(child, 'message', { signal })
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`${child.spawnfile} ended`)
  })
  try {
    const [first] = await Promise.race([said, ended])
    return first
  } finally {
    for (const waiting of [said, ended]) waiting.catch(() => undefined)
    over.abort()
  }
}
