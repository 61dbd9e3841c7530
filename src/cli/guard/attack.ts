import type { Command } from 'commander'
import { Problem } from '../../domain/problem.ts'
import { type AttackReport, attackDatabase } from '../../isolation/attack-database.ts'
import { FAMILIES } from '../../isolation/attack-templates.ts'
import { attacksOn } from '../../isolation/attacks-on.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { printable } from '../rows-table.ts'
import { processTerminal } from '../terminal.ts'
import { textTable } from '../text-table.ts'
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

const CALLERS = {
  tenant: 'a tenant',
  'tenant and scope': 'an end user of a tenant',
  everyone: 'a caller without a tenant',
} as const

const HEAD = ['attack', 'tried', 'by guard', 'by database', 'by limits', 'filtered', 'LEAKED']
const LEAKS_MAX = 20
const DRAFT_MAX = 300

/** A report for a terminal. @param width of it; undefined: nobody looks */
const attackText = (report: AttackReport, width?: number): string => {
  const { engine, families, refused, filtered, leaked, leaks, drafts, tables, tablesOf, callers, durationMs } = report
  const columns = HEAD.map((head, index) => ({ head, align: index === 0 ? 'left' : 'right', whole: true }) as const)
  const rows = families.map(({ family, drafts: tried, byGuard, byDatabase, byLimits, filtered: ran, leaked: lost }) => [
    FAMILIES[family],
    ...[tried, byGuard, byDatabase, byLimits, ran, lost].map(String),
  ])
  const of = tablesOf > tables ? ` of ${tablesOf}` : ''
  const shown = leaks.slice(0, LEAKS_MAX).map(({ draft, what }) => `  ${what}: ${printable(draft).slice(0, DRAFT_MAX)}`)
  const seconds = (durationMs / 1000).toFixed(1)
  return [
    `${drafts} hostile drafts against ${engine}, on planted copies of ${tables}${of} tables, as ${callers.map((caller) => CALLERS[caller]).join(' and as ')}.`,
    'Refused by the guard, by the database or by limits; filtered: ran, and no row of others made a difference.',
    '',
    textTable({ columns, rows }, { width, overflow: 'wrap' }),
    '',
    `${refused} refused, ${filtered} filtered, ${leaked} LEAKED, in ${seconds} s.`,
    ...shown,
    ...(leaks.length > LEAKS_MAX ? [`  and ${leaks.length - LEAKS_MAX} more; --json has them all`] : []),
    '',
  ].join('\n')
}
