import { randomBytes } from 'node:crypto'
import type { BoundValue } from '../../../guard/restriction.ts'
import type { Table } from '../../../guard/schema.ts'
import type { RowRule } from '../../../guard/table-access.ts'
import type { Fence, FencedTable } from '../connect/messages.ts'
import type { GuardedDraft } from '../guard/guard.ts'
import { whereOf } from '../guard/row-filter.ts'
import { quote } from '../language/names.ts'

/**
 * The fence for a query: the tables that it and its filters read, with the columns that the query may see and those
 * that filters compare.
 */
export const buildFence = ({
  reads,
  withNames,
  rowFunctions,
}: Pick<GuardedDraft, 'reads' | 'withNames' | 'rowFunctions'>): Fence => {
  const secret = `f${randomBytes(16).toString('hex')}`
  const values: BoundValue[] = []
  const placeholder = (value: BoundValue): string => {
    const known = values.indexOf(value)
    return `${secret}_${known >= 0 ? known + 1 : values.push(value)}()`
  }
  const columns = new Map<Table, Set<string>>()
  const rules = new Map<Table, readonly RowRule[]>()
  const add = (table: Table, names: readonly string[], ownRules: readonly RowRule[]): void => {
    columns.set(table, new Set([...(columns.get(table) ?? []), ...names, ...ownRules.map(({ column }) => column)]))
    rules.set(table, ownRules)
    for (const rule of ownRules) if (rule.kind === 'parent') add(rule.parent, [rule.parentColumn], rule.rules)
  }
  for (const read of reads) add(read.table, read.columns, read.rules)
  const tables = [...rules].map(([table, ownRules]): FencedTable => {
    const filter = whereOf(table, ownRules, placeholder, (name) => `main.${quote(name)}`).replace(/^ WHERE /, '')
    const names = table.columns.map(({ name }) => name).filter((name) => columns.get(table)?.has(name))
    return { name: table.name, columns: names, filter: filter === '' ? undefined : filter }
  })
  return { secret, tables, withNames, rowFunctions, values }
}
