import { Readable } from 'node:stream'
import { runProgram } from '../../src/cli/run-program.ts'

/** A command to run: arguments, environment and standard input. */
export interface LoopCommand {
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Standard input; empty by default. */
  readonly input?: string
}

export interface LoopResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * Runs a command in this process, because most of the time of a command is spent loading its code, and suites run
 * hundreds. Tests that kill a command, write to its standard input while it runs, or use a terminal start a process.
 */
const run = async ({ words, env, input = '' }: LoopCommand): Promise<LoopResult> => {
  const before = { ...process.env }
  const [{ write: writeOut }, { write: writeErr }, { exit }] = [process.stdout, process.stderr, process]
  const written = { out: '', err: '' }
  let exited: LoopResult | undefined
  Object.assign(process.env, env)
  process.exitCode = 0
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  process.stdout.write = writer((text) => {
    written.out += text
  })
  process.stderr.write = writer((text) => {
    written.err += text
  })
  process.exit = (code) => {
    exited ??= { code: Number(code ?? process.exitCode), ...written }
    throw new Error('this process has more commands to run')
  }
  try {
    await runProgram(words)
    return exited ?? { code: Number(process.exitCode), ...written }
  } finally {
    Object.assign(process.stdout, { write: writeOut })
    Object.assign(process.stderr, { write: writeErr })
    Object.assign(process, { exit })
    process.exitCode = 0
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

type WriteCallback = (error?: Error | null) => void

/** @returns a replacement of `write` that passes each text to `keep` and then calls the callback */
const writer =
  (keep: (text: string) => void) =>
  (text: string | Uint8Array, encoding?: BufferEncoding | WriteCallback, onWritten?: WriteCallback): boolean => {
    keep(String(text))
    const callback = typeof encoding === 'function' ? encoding : onWritten
    if (callback !== undefined) process.nextTick(callback)
    return true
  }

// Every command adds a listener to standard output; without a maximum, Node warns of no leak.
process.stdout.setMaxListeners(0)
process.on('message', async (command: LoopCommand) => {
  process.send?.(await run(command))
})
