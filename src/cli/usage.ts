import { type Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../config.ts'
import { DAY_FORM, isDay, USAGE_GROUPS, type UsageGroup, usageRange } from '../domain/access/usage-range.ts'
import { type PeriodLimit, type UsageData, type UsageRow, usageData } from '../organizations/usage-data.ts'
import { chooseOrganization, withOrganization } from './choose-organization.ts'
import { figureSources } from './figure-sources.ts'
import { printJson, printRows } from './print.ts'
import { processTerminal, type Terminal } from './terminal.ts'
import { withStore } from './with-store.ts'

const EXAMPLES = `
Examples:
  $ tabletalk usage --org 7
  $ tabletalk usage --org 7 --from 2026-10-01 --to 2026-10-31 --by key --json`

interface UsageOptions {
  readonly org?: number
  readonly from?: string
  readonly to?: string
  readonly by: UsageGroup
  readonly json?: boolean
}

/** `tabletalk usage`: the same figures as `GET /usage`. */
export const registerUsage = (program: Command): void => {
  withOrganization(program.command('usage'))
    .summary('show the usage of an organization')
    .description(
      'Shows questions, tokens and indexing runs of an organization, and what is left in its billing period.',
    )
    .option('--from <day>', 'the first day (UTC); default: the start of the billing period', day)
    .option('--to <day>', 'the last day (UTC); default: today', day)
    .addOption(new Option('--by <group>', 'what each line is for').choices(USAGE_GROUPS).default('day'))
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action(({ org, from, to, by, json }: UsageOptions) =>
      withStore(readConfig(), async (operator) => {
        const organization = await chooseOrganization(operator, org)
        const { id, billingDay } = organization
        const range = usageRange({ from, to }, { billingDay, now: Date.now() })
        const data = await usageData(await figureSources(operator), organization, { ...range, by })
        const terminal = processTerminal()
        if (json === true) printJson(terminal, { organization_id: id, ...data })
        else show(terminal, data)
      }),
    )
}

const show = (terminal: Terminal, { group_by, rows, truncated, totals, from, to, period }: UsageData): void => {
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
  ...{ questions: figures.questions, failed: figures.failed, indexing: figures.indexing_runs },
  ...{ input: figures.input_tokens, output: figures.output_tokens, calls: figures.calls },
  USD: figures.calls === figures.unpriced_calls ? null : (figures.cost_usd_micros / 1_000_000).toFixed(4),
})

const lineOf = (limit: string, { limit: allowed, used, remaining, resets_at }: PeriodLimit) => ({
  ...{ limit, used, allowed, left: remaining, resets: resets_at.slice(0, 10) },
})

const day = (text: string): string => {
  if (!isDay(text)) throw new InvalidArgumentError(`It ${DAY_FORM}.`)
  return text
}
