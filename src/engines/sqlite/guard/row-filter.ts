import type { Table } from '../../../guard/schema.ts'
import type { RowRule, TableAccess } from '../../../guard/table-access.ts'
import type { Placeholder } from '../../sql/guard/rewrite-rules.ts'
import { quote } from '../language/names.ts'
import { affinityOf, boundValue } from './bound-value.ts'

/** `SELECT columns FROM table WHERE filter`: the only form in which a database table is read. */
export const filteredSelect = (access: TableAccess, placeholder: Placeholder): string => {
  const columns = access.columns.map(quote).join(', ')
  return `SELECT ${columns} FROM ${quote(access.table.name)}${whereOf(access.table, access.rules, placeholder)}`
}

/** ` WHERE …`, or an empty text without filters. */
export const whereOf = (table: Table, rules: readonly RowRule[], placeholder: Placeholder, source = quote): string => {
  const conditions = rules.map((rule) => condition(table, rule, placeholder, source))
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
}

/**
 * Compares the bare column, so that nothing of the query runs before the filter, with an explicit collation for text,
 * because a NOCASE column would match another tenant's name.
 */
const condition = (table: Table, rule: RowRule, placeholder: Placeholder, source: typeof quote): string => {
  const column = quote(rule.column)
  const declared = table.columns.find(({ name }) => name === rule.column)?.type ?? ''
  if (rule.kind === 'parent') {
    const where = whereOf(rule.parent, rule.rules, placeholder, source)
    const collated = affinityOf(declared) === 'number' ? column : `${column} COLLATE BINARY`
    return `${collated} IN (SELECT ${quote(rule.parentColumn)} FROM ${source(rule.parent.name)}${where})`
  }
  const value = boundValue(rule.bound, declared)
  const equals = `${column} = ${placeholder(value)}${typeof value === 'string' ? ' COLLATE BINARY' : ''}`
  return rule.orShared ? `(${column} IS NULL OR ${equals})` : equals
}
