import { Command } from 'commander'
import { registerCommands } from './commands.ts'

const VERSION = ['-V', '--version']

/** The program with the commands that these words may name. */
const createProgram = async (words: readonly string[]): Promise<Command> => {
  const program = new Command('tabletalk')
    .description('Ask questions about your own databases in plain language.')
    .showHelpAfterError('(see --help)')
    .option(VERSION.join(', '), 'print the version; with --json as {"version", "node"}')
  await registerCommands(program, words[0])
  return program
}

/**
 * Runs a command. A failure is printed on standard error, and sets `process.exitCode`.
 *
 * @param words the arguments, without the name of the program
 */
export const runProgram = async (words: readonly string[]): Promise<void> => {
  try {
    const [only, another] = words.filter((word) => word !== '--json')
    if (only !== undefined && VERSION.includes(only) && another === undefined) {
      const { printVersion } = await import('./version.ts')
      return printVersion(words.includes('--json'))
    }
    const program = await createProgram(words)
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    const { failureText } = await import('./failure-text.ts')
    console.error(failureText(error))
    process.exitCode = 1
  }
}
