import ora from 'ora'
import { canAnimate } from './can-animate.ts'

/** Shows the user what is being done. */
export interface Progress {
  /** Prints a line that stays. */
  note(text: string): void
  /** Runs a step, and shows it if it takes longer than a second. */
  step<T>(text: string, work: () => Promise<T>): Promise<T>
}

export const silentProgress: Progress = { note: () => undefined, step: (_, work) => work() }

const SHOWN_AFTER_MS = 1_000
const REPEATED_AFTER_MS = 15_000

/** Progress on a stream: a spinner where it can be animated, else plain lines. */
export const createProgress = (stream: NodeJS.WriteStream): Progress =>
  canAnimate(stream) ? spinningProgress(stream) : plainProgress((line) => stream.write(`${line}\n`))

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

const plainProgress = (print: (line: string) => void): Progress => ({
  note: print,
  async step(text, work) {
    const begun = performance.now()
    let timer: NodeJS.Timeout
    let shown = false
    const show = (): void => {
      print(shown ? `  ${text} … ${seconds(begun)} so far` : `  ${text} …`)
      shown = true
      timer = setTimeout(show, REPEATED_AFTER_MS)
    }
    timer = setTimeout(show, SHOWN_AFTER_MS)
    try {
      const result = await work()
      if (shown) print(`  ${text}: done in ${seconds(begun)}`)
      return result
    } finally {
      clearTimeout(timer)
    }
  },
})

const spinningProgress = (stream: NodeJS.WriteStream): Progress => {
  // The spinner must not read the keyboard, so that Ctrl-C reaches this process as a signal.
  const spinner = ora({ stream, discardStdin: false })
  const running = new Set<string>()
  const settle = (): void => {
    if (running.size === 0) spinner.stop()
    else spinner.start([...running].join(' · '))
  }
  const note = (line: string): void => {
    spinner.stop()
    stream.write(`${line}\n`)
    settle()
  }
  return {
    note,
    async step(text, work) {
      const begun = performance.now()
      running.add(text)
      settle()
      try {
        const result = await work()
        running.delete(text)
        if (performance.now() - begun > SHOWN_AFTER_MS) note(`  ${text}: done in ${seconds(begun)}`)
        return result
      } finally {
        running.delete(text)
        settle()
      }
    },
  }
}
