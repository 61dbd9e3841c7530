import { styleText } from 'node:util'
import Table from 'cli-table3'
import type { Policy, TablePolicy } from '../../domain/guard/policy.ts'
import type { PolicyLine } from '../../domain/guard/proposal/policy-lines.ts'
import { printable } from '../rows-table.ts'
import type { Terminal } from '../terminal.ts'

const LINES_MAX = 200
const BORDERS = 13
const TABLE_MAX = 32
const SHOWS_MAX = 44
const STATE = 10

/** What each table shows to a tenant, and why, for a terminal. */
export const policyTable = (
  lines: readonly PolicyLine[],
  tenant: Policy['tenant'],
  { width, colors }: Pick<Terminal, 'width' | 'colors'>,
): string => {
  const style = (format: 'bold' | 'dim' | 'green' | 'yellow', text: string) =>
    colors ? styleText(format, text, { validateStream: false }) : text
  const formats = { open: 'green', 'to confirm': 'yellow', closed: 'dim' } as const
  const shown = lines.slice(0, LINES_MAX).map(({ table, policy, reason, state }) => ({
    ...{ table: printable(table), shows: showing(policy, tenant), reason: printable(reason), state },
  }))
  const widest = (texts: readonly string[], max: number) => Math.min(max, Math.max(...texts.map((text) => text.length)))
  const first = widest(['table', ...shown.map(({ table }) => table)], TABLE_MAX)
  const second = widest(['shows', ...shown.map(({ shows }) => shows)], SHOWS_MAX)
  const why = Math.max(24, width - BORDERS - first - second - STATE)
  const table = new Table({
    head: ['table', 'shows', 'state', 'why'].map((text) => style('bold', text)),
    colWidths: [first, second, STATE, Math.min(why, widest(['why', ...shown.map(({ reason }) => reason)], why))].map(
      (cell) => cell + 2,
    ),
    style: { head: [], border: [], compact: true },
    wordWrap: true,
  })
  for (const { table: name, shows, state, reason } of shown)
    table.push([name, shows, style(formats[state], state), reason])
  const more = lines.length - shown.length
  return more === 0 ? table.toString() : `${table.toString()}\n… and ${more} more tables`
}

/** What a policy shows of a table, in words. */
const showing = (policy: TablePolicy, tenant: Policy['tenant']): string => {
  const hidden = policy.hide === undefined || policy.hide.length === 0 ? '' : `, without ${policy.hide.join(', ')}`
  return printable(`${rowsOf(policy, tenant)}${policy.mode === 'deny' ? '' : hidden}`)
}

const rowsOf = (policy: TablePolicy, tenant: Policy['tenant']): string => {
  switch (policy.mode) {
    case 'tenant':
      return `rows whose ${policy.column ?? tenant?.column} is the tenant`
    case 'tenantRoot':
      return `the row whose ${policy.column ?? tenant?.column} is the tenant`
    case 'sharedOrOwn':
      return `rows of the tenant, and of nobody (${policy.column ?? tenant?.column})`
    case 'via':
      return `rows whose ${policy.fk} is a visible ${policy.ref}`
    case 'shared':
      return 'all rows'
    default:
      return 'nothing'
  }
}
