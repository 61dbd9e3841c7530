import { Readable } from 'node:stream'
import { runProgram } from '../../src/cli/run-program.ts'

/** A command to run, as its process would get it. */
export interface LoopCommand {
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** What it reads on standard input; nothing by default. */
  readonly input?: string
}

export interface LoopResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * Commands one after the other in one process: most of what a command costs is reading its own code, and suites run
 * hundreds. Those that are killed, are fed while they run or look at a terminal have a process each.
 */
const run = async ({ words, env, input = '' }: LoopCommand): Promise<LoopResult> => {
  const before = { ...process.env }
  const [{ write: writeOut }, { write: writeErr }, { exit }] = [process.stdout, process.stderr, process]
  const said = { out: '', err: '' }
  let exited: LoopResult | undefined
  Object.assign(process.env, env)
  process.exitCode = 0
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  process.stdout.write = writer((text) => {
    said.out += text
  })
  process.stderr.write = writer((text) => {
    said.err += text
  })
  process.exit = (code) => {
    exited ??= { code: Number(code ?? process.exitCode), ...said }
    throw new Error('this process has more commands to run')
  }
  try {
    await runProgram(words)
    return exited ?? { code: Number(process.exitCode), ...said }
  } finally {
    Object.assign(process.stdout, { write: writeOut })
    Object.assign(process.stderr, { write: writeErr })
    Object.assign(process, { exit })
    process.exitCode = 0
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

type Written = (error?: Error | null) => void

/** @returns a `write` that keeps texts instead, and tells its callback that each is written */
const writer =
  (keep: (text: string) => void) =>
  (text: string | Uint8Array, encoding?: BufferEncoding | Written, written?: Written): boolean => {
    keep(String(text))
    const callback = typeof encoding === 'function' ? encoding : written
    if (callback !== undefined) process.nextTick(callback)
    return true
  }

// Every command listens for the end of its reader.
process.stdout.setMaxListeners(0)
process.on('message', async (command: LoopCommand) => {
  process.send?.(await run(command))
})
