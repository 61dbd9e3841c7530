import { Command } from 'commander'
import { registerProcesses } from './processes.ts'

const VERSION = ['-V', '--version']

/** What no other command is needed for, and what starts by the hundred: it does not read the code of the others. */
const isProcess = ([name]: readonly string[]): boolean => name === 'api' || name === 'worker'

/** Every command of `tabletalk` that these words may name. */
const createProgram = async (words: readonly string[]): Promise<Command> => {
  const program = new Command('tabletalk')
    .description('Ask questions about your own databases in plain language.')
    .showHelpAfterError('(see --help)')
    .option(VERSION.join(', '), 'print the version; with --json as {"version", "node"}')
  if (isProcess(words)) registerProcesses(program)
  else (await import('./commands.ts')).registerCommands(program)
  return program
}

/**
 * Runs the command that these words name. What went wrong is told on standard error, and in `process.exitCode`.
 *
 * @param words without the program's own name
 */
export const runProgram = async (words: readonly string[]): Promise<void> => {
  try {
    const [only, another] = words.filter((word) => word !== '--json')
    if (only !== undefined && VERSION.includes(only) && another === undefined) {
      const { printVersion } = await import('./version.ts')
      return await printVersion(words.includes('--json'))
    }
    const program = await createProgram(words)
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    const { toldOf } = await import('./told-of.ts')
    console.error(toldOf(error))
    process.exitCode = 1
  }
}
