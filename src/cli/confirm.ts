import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { canAnimate } from '../local/can-animate.ts'

/** Whether input and errors go to a terminal, so that the user can be prompted. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

/** Prompts for yes or no; an empty line means `preset`, any other text means no. */
export const confirm = async (question: string, { preset }: { readonly preset: boolean }): Promise<boolean> => {
  const line = createInterface({ input: process.stdin, output: process.stderr, terminal: canAnimate(process.stderr) })
  line.once('SIGINT', () => {
    process.stderr.write('\n')
    process.exit(130)
  })
  // The end of the input counts as no.
  const ended = once(line, 'close').then(() => 'no')
  try {
    const asked = line.question(`${question} [${preset ? 'Y/n' : 'y/N'}] `)
    const answer = (await Promise.race([asked, ended])).trim().toLowerCase()
    return answer === '' ? preset : /^y(?:es)?$/.test(answer)
  } finally {
    line.close()
  }
}
