import { Command } from 'commander'
import { ConfigError } from '../config.ts'
import { Problem, problemRow } from '../domain/problem.ts'
import { isStoreAway } from '../domain/problems/store-away.ts'
import { CannotAttack } from '../isolation/cannot-attack.ts'
import { HomeInUse } from '../local/home/lock-home.ts'
import { MissingServer } from '../local/programs/missing-server.ts'
import { PortTaken } from '../local/servers/ports.ts'
import { ServerDidNotStart } from '../local/servers/supervise.ts'
import { FileInvalid } from '../policy-file.ts'
import { StoreAddressInvalid } from '../store/store-address.ts'
import { StoreTooNew, StoreUnusable } from '../store/store-unusable.ts'
import { registerAudit } from './audit.ts'
import { registerAsk } from './chat/ask.ts'
import { registerCancel } from './chat/cancel.ts'
import { registerHistory } from './chat/history.ts'
import { registerResults } from './chat/results.ts'
import { CommandFailed } from './command-failed.ts'
import { registerDatabase } from './database/index.ts'
import { registerDemo } from './demo/index.ts'
import { registerDoctor } from './doctor.ts'
import { troubleOf } from './file-trouble.ts'
import { registerGuard } from './guard/index.ts'
import { registerKey } from './key/index.ts'
import { registerOrg } from './org/index.ts'
import { registerPersonality } from './personality/index.ts'
import { registerPrepare } from './prepare.ts'
import { registerProcesses } from './processes.ts'
import { registerSecret } from './secret.ts'
import { registerServers } from './servers.ts'
import { registerStart } from './start.ts'
import { printVersion } from './version.ts'

const VERSION = ['-V', '--version']

/** Every command of `tabletalk`. */
const createProgram = (): Command => {
  const program = new Command('tabletalk')
    .description('Ask your own databases questions in plain language.')
    .showHelpAfterError('(--help shows what there is)')
    .option(VERSION.join(', '), 'print the version; with --json as {"version", "node"}')

  registerStart(program)
  registerServers(program)
  registerProcesses(program)
  registerDoctor(program)
  registerAsk(program)
  registerHistory(program)
  registerResults(program)
  registerCancel(program)
  registerOrg(program)
  registerPrepare(program)
  registerAudit(program)
  registerSecret(program)
  registerKey(program)
  registerDatabase(program)
  registerPersonality(program)
  registerDemo(program)
  registerGuard(program)
  return program
}

/** What the reader can mend; anything else comes with its stack. */
const MENDABLE = [
  ...[CannotAttack, CommandFailed, ConfigError, FileInvalid, HomeInUse, MissingServer, PortTaken],
  ...[ServerDidNotStart, StoreAddressInvalid, StoreTooNew, StoreUnusable],
]

/** What a problem says to people, and its code for scripts; its cause may hold what is secret. */
const problemText = ({ message, details, problem }: Problem): string =>
  `${message} (${details[0]?.code ?? problemRow(problem).errorCode})`

const STORE_AWAY =
  'The store does not answer, or cannot write at the moment. What was asked for may be done in part: try the same again.'

/** What is said of a failure; of one that nobody foresaw, all. */
const toldOf = (error: unknown): unknown => {
  if (error instanceof Problem) return problemText(error)
  if (isStoreAway(error)) return `${STORE_AWAY} (${problemRow('store_unavailable').errorCode})`
  if (error instanceof Error && MENDABLE.some((kind) => error instanceof kind)) return error.message
  return troubleOf(error) ?? error
}

/**
 * Runs the command that these words name. What went wrong is told on standard error, and in `process.exitCode`.
 *
 * @param words without the program's own name
 */
export const runProgram = async (words: readonly string[]): Promise<void> => {
  try {
    const [only, another] = words.filter((word) => word !== '--json')
    if (only !== undefined && VERSION.includes(only) && another === undefined)
      return await printVersion(words.includes('--json'))
    await createProgram().parseAsync(words, { from: 'user' })
  } catch (error) {
    console.error(toldOf(error))
    process.exitCode = 1
  }
}
