import { createInterface } from 'node:readline'
import { styleText } from 'node:util'
import ora from 'ora'
import { isAsciiTerminal } from '../config.ts'
import { canAnimate } from '../local/can-animate.ts'
import { onInterruption } from '../platform/process/interruption.ts'

/** Where a command talks to: answers go to standard output, everything about them to standard error. */
export interface Terminal {
  /** Of standard output, in columns; undefined where it goes to a file or another program. */
  readonly width: number | undefined
  readonly colors: boolean
  /** Whether it shows no letters but those of ASCII, as far as is known. */
  readonly isAscii?: boolean
  write(text: string): void
  note(text: string): void
  /** Shows a problem and makes the process end with 1. */
  fail(text: string): void
  /** Replaces the status line; undefined removes it. Shown to people only. */
  status(text: string | undefined): void
  /**
   * Asks the person at the terminal for a line.
   *
   * @returns undefined at the end of the input, on an abort, and where input or output is no terminal: then nothing is asked
   */
  prompt(text: string, signal: AbortSignal): Promise<string | undefined>
  /** Makes the process end with this code. */
  exitWith(code: number): void
  /** The first Ctrl-C aborts the signal, another one a moment later ends the process at once with this code. */
  interruption(code: number): Interruption
}

export interface Interruption {
  readonly signal: AbortSignal
  /** From then on Ctrl-C does what it does by itself. */
  release(): void
}

/** What npm and the command's shim pass on arrives within this time; who presses twice takes longer. */
const SAME_MS = 300

const DEFAULT_WIDTH = 100

const leave = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
}

/** The terminal of this process; colours and the status line only where someone sees them. */
export const processTerminal = (): Terminal => {
  const { stdout, stderr } = process
  // Whoever reads the output may stop at any line, as `head` does.
  for (const stream of [stdout, stderr]) if (!stream.listeners('error').includes(leave)) stream.on('error', leave)
  // What `styleText` decides, which knows NO_COLOR and its like.
  const colorsOn = (stream: NodeJS.WriteStream) => styleText('dim', '.', { stream }) !== '.'
  const line = ora({ stream: stderr, discardStdin: false })
  // Stopping moves the cursor even when there is nothing to stop.
  const clearLine = () => line.isSpinning && line.stop()
  const canShowStatus = canAnimate(stderr)
  const dim = (text: string) => styleText('dim', text, { stream: stderr })
  return {
    width: stdout.isTTY ? stdout.columns || DEFAULT_WIDTH : undefined,
    colors: colorsOn(stdout),
    isAscii: isAsciiTerminal(),
    write: (text) => void stdout.write(text),
    note(text) {
      clearLine()
      stderr.write(`${dim(text)}\n`)
    },
    fail(text) {
      clearLine()
      stderr.write(`${text}\n`)
      process.exitCode = 1
    },
    status(text) {
      if (text === undefined) clearLine()
      else if (canShowStatus) line.start(text)
    },
    prompt: (text, signal) => promptOn(process, text, signal),
    exitWith(code) {
      process.exitCode = code
    },
    interruption(code) {
      const first = new AbortController()
      const release = onInterruption({
        first: () => first.abort(),
        again() {
          clearLine()
          process.exit(code)
        },
        sameMs: SAME_MS,
      })
      return { signal: first.signal, release }
    },
  }
}

/** Lines are edited by the terminal itself, so that Ctrl-C stays a signal. */
const promptOn = (
  { stdin, stdout }: Pick<NodeJS.Process, 'stdin' | 'stdout'>,
  text: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (!stdin.isTTY || !stdout.isTTY || signal.aborted) return Promise.resolve(undefined)
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const lines = createInterface({ input: stdin, terminal: false, signal })
  lines.once('line', (line) => {
    resolve(line)
    lines.close()
  })
  lines.once('close', () => resolve(undefined))
  stdout.write(text)
  return promise
}
