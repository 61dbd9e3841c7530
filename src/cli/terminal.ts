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
  const line = ora({ stream: stderr, discardStdin: false })
  const dim = (text: string) => styleText('dim', text, { stream: stderr })
  return {
    width: stdout.columns ?? DEFAULT_WIDTH,
    // Asks what `styleText` decides, which knows NO_COLOR and its like.
    colors: styleText('dim', '.', { stream: stdout }) !== '.',
    write: (text) => void stdout.write(text),
    note: (text) => void stderr.write(`${dim(text)}\n`),
    fail(text) {
      line.stop()
      stderr.write(`${text}\n`)
      process.exitCode = 1
    },
    status(text) {
      if (text === undefined) line.stop()
      else if (stderr.isTTY) line.start(text)
    },
    exitOnInterrupt(code) {
      const exit = () => {
        line.stop()
        process.exit(code)
      }
      process.once('SIGINT', exit)
      return () => process.off('SIGINT', exit)
    },
  }
}
