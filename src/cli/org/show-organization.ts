import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { ModelUsageData } from '../../organizations/model-usage-data.ts'
import { figuresOf, type OrganizationData, organizationData } from '../../organizations/organization-data.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { figureSources } from '../figure-sources.ts'
import { printJson } from '../print.ts'
import { printable, rowsTable } from '../rows-table.ts'
import { processTerminal, type Terminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'

/** `tabletalk org show`: the same figures as `GET /organization`. */
export const registerShow = (org: Command): void => {
  withOrganization(org.command('show'))
    .description('Shows an organization: its plan, its limits with their source, and the current usage.')
    .option('--json', 'print one JSON document instead')
    .action(({ org: id, json }: { org?: number; json?: boolean }) =>
      withStore(readConfig(), async (operator) => {
        const organization = await chooseOrganization(operator, id)
        const data = await organizationData(await figureSources(operator), organization)
        const terminal = processTerminal()
        if (json === true) printJson(terminal, withOrganizationId(data))
        else show(terminal, data)
      }),
    )
}

/** What the command calls the id everywhere. */
export const withOrganizationId = ({ id, ...data }: OrganizationData) => ({ organization_id: id, ...data })

const show = (terminal: Terminal, data: OrganizationData): void => {
  const { id, name, plan, status, subscription, billing, share_links: shareLinks } = data
  terminal.write(
    `Organization ${id}: ${printable(name)}\nplan ${plan}, status ${status}, subscription ${subscription}${untilWhen(billing)}\nshare links ${shareLinks ? 'on' : 'off'}\n\n`,
  )
  const rows = figuresOf(data).map((figure) => ({
    limit: figure.name,
    allowed: figure.allowed,
    whose: figure.by === 'organization' ? 'its own' : figure.by === 'plan' ? 'plan' : 'everyone',
    used: figure.used,
  }))
  const columns = [
    ...[
      { name: 'limit', type: 'string' },
      { name: 'allowed', type: 'number' },
    ],
    ...[
      { name: 'whose', type: 'string' },
      { name: 'used', type: 'number' },
    ],
  ]
  const { width, colors } = terminal
  terminal.write(`${rowsTable({ columns, rows, truncated: false }, { width, colors, rowsMax: rows.length })}\n`)
  terminal.write(
    'A month is 30 days; for tokens it is the calendar month, for questions and indexing the billing period.\n– means no limit, or not counted.\n',
  )
  if (data.model_usage.calls > 0) showModels(terminal, data.model_usage)
}

/** Who says what is paid for, and until when, where there is something to say. */
const untilWhen = (billing: OrganizationData['billing']): string => {
  const moments = [
    ['trial until', billing.trial_ends_at],
    ['payment overdue since', billing.past_due_since],
    ['grace period until', billing.grace_ends_at],
    ['ends', billing.ends_at],
  ].flatMap(([words, moment]) => (moment === null ? [] : [`${words} ${moment}`]))
  if (moments.length === 0 && billing.processor === 'manual') return ''
  return `\nbilling by ${[billing.processor, billing.status, ...moments].join(', ')}`
}

/** What was spent on models this month; a model that nobody has said a price for costs –. */
const showModels = ({ write, width, colors }: Terminal, { month, models, unpriced_calls }: ModelUsageData): void => {
  const names = ['calls', 'input', 'cached', 'output', 'USD']
  const columns = [{ name: 'model', type: 'string' }, ...names.map((name) => ({ name, type: 'number' }))]
  const rows = models.map((one) => ({
    ...{ model: one.model, calls: one.calls, input: one.input_tokens, cached: one.cached_input_tokens },
    ...{ output: one.output_tokens, USD: one.unpriced_calls === one.calls ? null : dollars(one.cost_usd_micros) },
  }))
  write(`\nTokens of language models in ${month} (UTC):\n`)
  write(`${rowsTable({ columns, rows, truncated: false }, { width, colors, rowsMax: rows.length })}\n`)
  if (unpriced_calls > 0) write(`${unpriced_calls} calls have no price: add their models to TABLETALK_MODEL_PRICES.\n`)
}

const dollars = (micros: number): string => (micros / 1_000_000).toFixed(4)
