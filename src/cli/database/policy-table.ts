import type { Policy, TablePolicy } from '../../guard/policy.ts'
import type { PolicyLine } from '../../guard/proposal/policy-lines.ts'
import { printable } from '../../platform/values/printable.ts'
import type { Terminal } from '../terminal.ts'
import { styled, textTable } from '../text-table.ts'

const LINES_MAX = 200

/** A terminal table of which rows of each table a tenant sees, and why. */
export const policyTable = (
  lines: readonly PolicyLine[],
  tenant: Policy['tenant'],
  { width, colors }: Pick<Terminal, 'width' | 'colors'>,
): string => {
  const formats = { open: 'green', 'to confirm': 'yellow', closed: 'dim' } as const
  const rows = lines
    .slice(0, LINES_MAX)
    .map(({ table, policy, reason, state }) => [
      printable(table),
      showing(policy, tenant),
      { text: state, style: (text: string) => styled(formats[state], text, colors) },
      printable(reason),
    ])
  const columns = ['table', 'shows', 'state', 'why'].map((head) => ({ head, whole: head === 'state' }))
  const table = textTable({ columns, rows }, { width, colors, overflow: 'wrap' })
  const more = lines.length - rows.length
  return more === 0 ? table : `${table}\n… and ${more} more tables`
}

/** Which rows of a table its policy shows, in words. */
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
      return `rows of the tenant, and rows without a tenant (${policy.column ?? tenant?.column})`
    case 'via':
      return `rows whose ${policy.fk} is a visible ${policy.ref}`
    case 'shared':
      return 'all rows'
    default:
      return 'nothing'
  }
}
