import type { Command } from 'commander'
import { FAMILIES } from '../../engines/shared/attack-templates.ts'
import { type AttackReport, attackDatabase } from '../../manage/policy-attacks/attack-database.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { printable } from '../../platform/values/printable.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { processTerminal } from '../terminal.ts'
import { textTable } from '../text-table.ts'
import { type GuardSourceOptions, useGuardSource, withGuardSource } from './guard-source.ts'

const EXAMPLES = `
Examples:
  $ tabletalk guard attack --database 5a0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c01
  $ tabletalk guard attack --policy shop.policy.json --schema shop.schema.json --scratch postgres://me@localhost/empty
  $ tabletalk guard attack --database 5a0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c01 --json | jq .leaked

The command creates scratch databases on the same server, with the same tables and synthetic rows, runs every draft against
them, and drops them. Your data is neither read nor written. The database user must be allowed to create databases; if it is
not, give --scratch with the URL of another server of the same engine.
  refused    the guard or the database refused the draft, or a time or memory limit ended it
  filtered   the draft ran, and returned what a database without rows of other tenants would return
  LEAKED     rows of other tenants were returned, or changed the result
The exit status is 0 if nothing leaked, 2 if something leaked, and 1 if the attack could not run.`

interface AttackOptions extends GuardSourceOptions {
  readonly scratch?: string
  readonly json?: boolean
}

const LEAKED = 2

/** `tabletalk guard attack`: attacks the tenant isolation of a policy. */
export const registerAttack = (guard: Command): void => {
  withGuardSource(guard.command('attack'))
    .summary('attack the guard with hostile queries')
    .description(
      'Runs the queries of a hostile model against the real engine and the real policy, and reports the results.',
    )
    .option('--scratch <url>', 'create the scratch databases on the server of this URL')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((options: AttackOptions) =>
      useGuardSource(options, async ({ engine, loader, schema, policy, address }) => {
        const target = { engine, loader, schema, policy }
        const stop = new AbortController()
        const onInterrupt = () => stop.abort(new Error('interrupted'))
        process.once('SIGINT', onInterrupt)
        try {
          const scratchAddress = options.scratch ?? address ?? ''
          const report = await attackDatabase({ ...target, address: scratchAddress }, stop.signal).catch(withAdvice)
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
  const advice = 'The attack creates scratch databases: give --scratch with the URL of a server where this is allowed.'
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

/** A report for a terminal. @param width undefined: the output is not a terminal */
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
    `${drafts} hostile drafts against ${engine}, on scratch copies of ${tables}${of} tables, as ${callers.map((caller) => CALLERS[caller]).join(' and as ')}.`,
    'Refused by the guard, by the database or by limits; filtered: ran, and rows of other tenants had no effect.',
    '',
    textTable({ columns, rows }, { width, overflow: 'wrap' }),
    '',
    `${refused} refused, ${filtered} filtered, ${leaked} LEAKED, in ${seconds} s.`,
    ...shown,
    ...(leaks.length > LEAKS_MAX ? [`  and ${leaks.length - LEAKS_MAX} more; --json lists all`] : []),
    '',
  ].join('\n')
}
