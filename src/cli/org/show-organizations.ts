import type { Command } from 'commander'
import { figuresOf, type OrganizationData } from '../../manage/organizations/organization-data.ts'
import { getOrganization } from '../../manage/organizations/routes/organization.ts'
import type { ModelUsageData } from '../../manage/usage/model-usage-data.ts'
import { printable } from '../../platform/values/printable.ts'
import { operatorCommand, organizationCommand } from '../operator-command.ts'
import { printRows, type Row } from '../print.ts'
import type { Terminal } from '../terminal.ts'

/** `tabletalk org list`: lists all organizations. */
export const registerList = (org: Command): void =>
  operatorCommand(org, 'list', {
    description: 'Lists all organizations with their limits and current usage.',
    async answer({ organizations }) {
      const managed = await organizations()
      const { all, pendingDeletion } = await managed.pendingDeletion()
      const removals = pendingDeletion.map(({ id, name }) => ({ organization_id: id, name }))
      return {
        json: { organizations: all.map(withOrganizationId), leaving: removals },
        text: (terminal) => {
          list(terminal, all)
          for (const { organization_id, name } of removals)
            terminal.write(`Organization ${organization_id} (${printable(name)}) is being removed.\n`)
        },
      }
    },
  })

/** `tabletalk org show`: the same figures as `GET /organization`. */
export const registerShow = (org: Command): void =>
  organizationCommand(org, 'show', {
    description: 'Shows an organization: its plan, its limits with their source, and the current usage.',
    async answer({ run, organizations }) {
      const data = await run(getOrganization({ organizations: await organizations() }))
      return { json: withOrganizationId(data), text: (terminal) => show(terminal, data) }
    },
  })

/** The command names the id `organization_id` in all documents. */
const withOrganizationId = <Data extends { readonly id: number }>({ id, ...data }: Data) => ({
  organization_id: id,
  ...data,
})

/** Short headers, so that the table fits a terminal. */
const HEADERS = {
  per_minute: 'minute',
  per_hour: 'hour',
  per_month: 'month',
  concurrent: 'at once',
  databases: 'databases',
  questions_per_month: 'questions',
  indexing_per_month: 'indexing',
  tokens_per_month: 'tokens',
} as const

/** Prints two tables, because one would be wider than a terminal. */
const list = (terminal: Terminal, all: readonly OrganizationData[]): void => {
  const table = (rows: readonly Row[]) =>
    printRows(terminal, rows, 'There are no organizations yet.', { overflow: 'cut' })
  table(all.map(({ id, name, plan, status, subscription }) => ({ id, name, plan, status, subscription })))
  if (all.length === 0) return
  terminal.write('\nCurrent usage of limits (* limit of the organization, overrides the plan):\n')
  table(
    all.map((data) => {
      const figures = figuresOf(data)
      const cells = Object.entries(HEADERS).map(([name, header]) => {
        const figure = figures.find((one) => one.name === name)
        return [header, figure === undefined ? '' : usedOf(figure)]
      })
      return { id: data.id, ...Object.fromEntries(cells) }
    }),
  )
}

const usedOf = ({ used, allowed, by }: ReturnType<typeof figuresOf>[number]): string =>
  allowed === null ? '–' : `${used === null ? '?' : short(used)}/${short(allowed)}${by === 'organization' ? '*' : ''}`

/** `250K` for 250,000; `org show` and `--json` have all digits. */
const short = (count: number): string => SHORT.format(count)
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })

const WHOSE = { organization: 'its own', plan: 'plan', service: 'everyone' } as const

const show = (terminal: Terminal, data: Omit<OrganizationData, 'features'>): void => {
  const { id, name, plan, status, subscription, billing, share_links: shareLinks } = data
  terminal.write(
    `Organization ${id}: ${printable(name)}\nplan ${plan}, status ${status}, subscription ${subscription}${untilWhen(billing)}\nshare links ${shareLinks ? 'on' : 'off'}\n\n`,
  )
  const rows = figuresOf(data).map(({ name, allowed, by, used }) => ({ limit: name, allowed, whose: WHOSE[by], used }))
  printRows(terminal, rows, '')
  terminal.write(
    'A month is 30 days; for tokens it is the calendar month, for questions and indexing the billing period.\n– means no limit, or not counted.\n',
  )
  if (data.model_usage.calls > 0) showModels(terminal, data.model_usage)
}

/** Who bills the organization, and the dates of trial, grace period and end; empty without any. */
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

/** Prints the tokens of each model in this month; a model without a price costs –. */
const showModels = (terminal: Terminal, { month, models, unpriced_calls }: ModelUsageData): void => {
  const rows = models.map((one) => ({
    model: one.model,
    calls: one.calls,
    input: one.input_tokens,
    cached: one.cached_input_tokens,
    output: one.output_tokens,
    USD: one.unpriced_calls === one.calls ? null : dollars(one.cost_usd_micros),
  }))
  terminal.write(`\nTokens of language models in ${month} (UTC):\n`)
  printRows(terminal, rows, '', { numbers: ['USD'] })
  if (unpriced_calls > 0)
    terminal.write(`${unpriced_calls} calls have no price: add their models to TABLETALK_MODEL_PRICES.\n`)
}

const dollars = (micros: number): string => (micros / 1_000_000).toFixed(4)
