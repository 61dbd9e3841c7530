import { styleText } from 'node:util'
import ora from 'ora'

/** Where a command talks to: answers go to standard output, everything about them to standard error. */
export interface Terminal {
  /** Of standard output. */
  readonly width: number
  readonly colors: boolean
  write(text: string): void
  note(text: string): void
  /** Shows a problem and makes the process end with 1. */
  fail(text: string): void
  /** Replaces the status line; undefined removes it. Shown to people only. */
  status(text: string | undefined): void
  /** Ends the process at once on Ctrl-C, until the returned function is called. */
  exitOnInterrupt(code: number): () => void
}

const DEFAULT_WIDTH = 100

/** The terminal of this process; colours and the status line only where someone sees them. */
export const processTerminal = (): Terminal => {
  const { stdout, stderr } = process
  // Whoever reads the output may stop at any line, as `head` does.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  // What `styleText` decides, which knows NO_COLOR and its like.
  const colorsOn = (stream: NodeJS.WriteStream) => styleText('dim', '.', { stream }) !== '.'
  const line = ora({ stream: stderr, discardStdin: false, color: colorsOn(stderr) ? 'cyan' : false })
  // Stopping moves the cursor even when there is nothing to stop.
  const clearLine = () => line.isSpinning && line.stop()
  // A terminal without a size (as some containers give one) has no last line to write on.
  const canShowStatus = stderr.isTTY && stderr.columns > 0
  const dim = (text: string) => styleText('dim', text, { stream: stderr })
  return {
    width: stdout.columns || DEFAULT_WIDTH,
    colors: colorsOn(stdout),
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
    exitOnInterrupt(code) {
      const exit = () => {
        clearLine()
        process.exit(code)
      }
      process.once('SIGINT', exit)
      return () => process.off('SIGINT', exit)
    },
  }
}
