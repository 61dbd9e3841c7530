import type { Command } from 'commander'
import { Problem } from '../../domain/problem.ts'
import { attackDatabase } from '../../isolation/attack-database.ts'
import { attacksOn } from '../../isolation/attacks-on.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { processTerminal } from '../terminal.ts'
import { attackText } from './attack-text.ts'
import { type GuardSourceOptions, useGuardSource, withGuardSource } from './guard-source.ts'

const EXAMPLES = `
Examples:
  $ tabletalk guard attack --database 5a0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c01
  $ tabletalk guard attack --policy shop.policy.json --schema shop.schema.json --scratch postgres://me@localhost/empty
  $ tabletalk guard attack --database 5a0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c01 --json | jq .leaked

It makes scratch databases beside the one that is named, with its tables and planted rows, tries every draft on them, and
takes them away again. Nothing of your data is read or written. The user of the database must be allowed to create
databases; where that is not so, --scratch names another server of the same kind where it is.
  refused    the guard or the database refused the draft, or limits of time and memory ended it
  filtered   it ran, and found what a database without the rows of others would hold
  LEAKED     rows of others were seen, or made a difference
Ends with 0 when nothing leaked, with 2 when something did, with 1 when it could not be tried.`

interface AttackOptions extends GuardSourceOptions {
  readonly scratch?: string
  readonly json?: boolean
}

const LEAKED = 2

/** `tabletalk guard attack`: the isolation of a policy, tried. */
export const registerAttack = (guard: Command): void => {
  withGuardSource(guard.command('attack'))
    .summary('try to get past the guard')
    .description('Plays a hostile model against the real engine with the real policy, and reports what came of it.')
    .option('--scratch <url>', 'make the copies beside this database instead')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((options: AttackOptions) =>
      useGuardSource(options, async ({ engine, loader, schema, policy, address }) => {
        const target = { engine, loader, schema, policy, templates: attacksOn(engine.name) }
        const stop = new AbortController()
        const onInterrupt = () => stop.abort(new Error('interrupted'))
        process.once('SIGINT', onInterrupt)
        try {
          const beside = options.scratch ?? address ?? ''
          const report = await attackDatabase({ ...target, address: beside }, stop.signal).catch(withAdvice)
          const terminal = processTerminal()
          if (options.json === true) printJson(terminal, report)
          else terminal.write(attackText(report, terminal.width))
          if (report.leaked > 0) process.exitCode = LEAKED
        } finally {
          process.off('SIGINT', onInterrupt)
        }
      }),
    )
}

const withAdvice = (error: unknown): never => {
  if (!(error instanceof Problem) || !error.problem.startsWith('database_')) throw error
  const advice = 'Copies are made in databases of their own: let --scratch URL name a server where that is allowed.'
  throw new CommandFailed(`${error.message}\n${advice}`, { cause: error })
}
