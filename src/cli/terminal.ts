import { createInterface } from 'node:readline'
import { styleText } from 'node:util'
import ora from 'ora'
import { isAsciiTerminal } from '../config.ts'
import { canAnimate } from '../local/can-animate.ts'
import { onStopSignal } from '../platform/process/stop-signal.ts'

/** The output of a command: results go to standard output, notes and status to standard error. */
export interface Terminal {
  /** Columns of standard output; undefined if it is not a terminal. */
  readonly width: number | undefined
  readonly colors: boolean
  /** Whether it can only show ASCII, as far as the settings say. */
  readonly isAscii?: boolean
  write(text: string): void
  note(text: string): void
  /** Prints an error, and sets the exit status 1. */
  fail(text: string): void
  /** Replaces the status line; undefined removes it. Shown only in a terminal. */
  status(text: string | undefined): void
  /**
   * Prompts for a line.
   *
   * @returns undefined at the end of the input, on an abort, and without a prompt if input or output is no terminal
   */
  prompt(text: string, signal: AbortSignal): Promise<string | undefined>
  /** Sets the exit status. */
  exitWith(code: number): void
  /** The first Ctrl-C aborts the signal; a later one exits immediately with this code. */
  interruption(code: number): Interruption
}

interface Interruption {
  readonly signal: AbortSignal
  /** Restores the default behaviour of Ctrl-C. */
  release(): void
}

/** npm and the command's shim pass on the same SIGINT within this time; a second key press takes longer. */
const SAME_MS = 300

const DEFAULT_WIDTH = 100

const exitOnBrokenPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
}

/** The terminal of this process; colours and the status line are shown only in a terminal. */
export const processTerminal = (): Terminal => {
  const { stdout, stderr } = process
  // A reader of the output may stop early, like `head`.
  for (const stream of [stdout, stderr])
    if (!stream.listeners('error').includes(exitOnBrokenPipe)) stream.on('error', exitOnBrokenPipe)
  // `styleText` respects NO_COLOR and similar settings.
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
      const release = onStopSignal({
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

/** Reads a line that the terminal itself edits, so that Ctrl-C stays a signal. */
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
