import { type Command, Option } from 'commander'
import { getUsage } from '../manage/usage/routes/get-usage.ts'
import { USAGE_GROUPS } from '../manage/usage/rules/usage-range.ts'
import type { PeriodLimit, UsageData, UsageRow } from '../manage/usage/usage-data.ts'
import { organizationCommand } from './operator-command.ts'
import { printRows } from './print.ts'
import type { Terminal } from './terminal.ts'

const EXAMPLES = `
Examples:
  $ tabletalk usage --org 7
  $ tabletalk usage --org 7 --from 2026-10-01 --to 2026-10-31 --by key --json`

interface UsageOptions {
  readonly from?: string
  readonly to?: string
  readonly by: string
}

/** `tabletalk usage`: the same figures as `GET /usage`. */
export const registerUsage = (program: Command): void =>
  organizationCommand<UsageOptions>(program, 'usage', {
    summary: 'show the usage of an organization',
    description:
      'Shows questions, tokens and indexing runs of an organization, and what is left in its billing period.',
    examples: EXAMPLES,
    declare: (command) =>
      command
        .option('--from <day>', 'the first day (UTC); default: the start of the billing period')
        .option('--to <day>', 'the last day (UTC); default: today')
        .addOption(new Option('--by <group>', 'what each line is for').choices(USAGE_GROUPS).default('day')),
    async answer({ run, organizationId, organizations }, { from, to, by }) {
      const route = getUsage({ organizations: await organizations() })
      const data = await run(route, { query: { from, to, group_by: by } })
      return { json: { organization_id: organizationId, ...data }, text: (terminal) => show(terminal, data) }
    },
  })

type Report = Omit<UsageData, 'from' | 'to'> & { readonly from: string; readonly to: string }

const show = (terminal: Terminal, { group_by, rows, truncated, totals, from, to, period }: Report): void => {
  const lines = rows.map((row) => ({ [group_by]: row.group ?? '–', ...columnsOf(row) }))
  const all = { [group_by]: 'total', ...columnsOf(totals) }
  printRows(terminal, rows.length === 0 ? [] : [...lines, all], `There was no usage from ${from} to ${to}.`)
  if (truncated) terminal.write('… more groups, with fewer questions\n')
  if (totals.unpriced_calls > 0)
    terminal.write(`${totals.unpriced_calls} calls have no price: add their models to TABLETALK_MODEL_PRICES.\n`)
  const { starts_on, resets_at, questions, indexing, tokens } = period
  terminal.write(
    `\nBilling period from ${starts_on}, until ${resets_at.slice(0, 10)} (UTC); tokens per calendar month:\n`,
  )
  const left = Object.entries({ questions, indexing, tokens }).map(([limit, figures]) => lineOf(limit, figures))
  printRows(terminal, left, '')
}

const columnsOf = (figures: Omit<UsageRow, 'group'>) => ({
  questions: figures.questions,
  failed: figures.failed,
  indexing: figures.indexing_runs,
  input: figures.input_tokens,
  output: figures.output_tokens,
  calls: figures.calls,
  USD: figures.calls === figures.unpriced_calls ? null : (figures.cost_usd_micros / 1_000_000).toFixed(4),
})

const lineOf = (limit: string, { limit: allowed, used, remaining, resets_at }: PeriodLimit) => ({
  limit,
  used,
  allowed,
  left: remaining,
  resets: resets_at.slice(0, 10),
})
