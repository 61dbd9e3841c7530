import type { Table } from '../../../guard/schema.ts'
import type { RowRule, TableAccess } from '../../../guard/table-access.ts'
import type { Placeholder } from '../../sql/guard/rewrite-rules.ts'
import { quote } from '../language/names.ts'
import { boundValue, isBytes, kindOf } from './column-kind.ts'

/** More rows than a table has: a derived table with a LIMIT is read to its end before the query sees a row of it. */
export const FENCE = '18446744073709551615'

/**
 * `SELECT columns FROM table WHERE filter`: the only form in which a table of the database is read. A server merges it
 * with the query around it, and keeps the indexes of both, unless it is fenced: that it is too where one of the columns
 * is computed while it is read, which may fail on a row of others.
 */
export const filteredSelect = (access: TableAccess, placeholder: Placeholder, fenced: boolean): string => {
  const columns = access.columns.map(quote).join(', ')
  const computes = access.table.columns.some(({ name, virtual }) => virtual === true && access.columns.includes(name))
  const fence = (fenced || computes) && access.rules.length > 0 ? ` LIMIT ${FENCE}` : ''
  return `SELECT ${columns} FROM ${quote(access.table.name)}${whereOf(access.table, access.rules, placeholder)}${fence}`
}

const whereOf = (table: Table, rules: readonly RowRule[], placeholder: Placeholder): string => {
  const conditions = rules.map((rule) => condition(table, rule, placeholder))
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
}

const condition = (table: Table, rule: RowRule, placeholder: Placeholder): string => {
  const column = quote(rule.column)
  const declared = typeOf(table, rule.column)
  if (rule.kind === 'parent') {
    const parentColumn = quote(rule.parentColumn)
    const [child, parent] = keys(column, declared, parentColumn, typeOf(rule.parent, rule.parentColumn))
    const where = whereOf(rule.parent, rule.rules, placeholder)
    const side = child.length === 1 ? child.join() : `(${child.join(', ')})`
    return `${side} IN (SELECT ${parent.join(', ')} FROM ${quote(rule.parent.name)}${where})`
  }
  const value = boundValue(rule.bound, declared)
  const equal = (): string =>
    typeof value === 'string'
      ? `(${column} = ${placeholder(value)} AND ${exactly(column, declared)} = ${exactly(placeholder(value))})`
      : `${column} = CAST(${placeholder(value)} AS SIGNED)`
  return rule.orShared ? `(${column} IS NULL OR ${equal()})` : equal()
}

/**
 * What a child and its parent are compared by: the columns themselves where a server compares them exactly, with their
 * very letters beside them where both are texts, and their letters alone where one is a number.
 */
const keys = (child: string, childType: string, parent: string, parentType: string) => {
  const [kind, parentKind] = [kindOf(childType), kindOf(parentType)]
  if (kind === 'exact' && parentKind === 'exact') return [[child], [parent]] as const
  if (kind === 'text' && parentKind === 'text')
    return [
      [child, exactly(child, childType)],
      [parent, exactly(parent, parentType)],
    ] as const
  return [[exactly(child, childType)], [exactly(parent, parentType)]] as const
}

/**
 * The letters of a text, byte by byte: collations take `Ann`, `ann` and `ann ` for the same. It stands beside the plain
 * comparison, which an index serves. Bytes that are no text stay as they are: to convert them would be a warning for
 * each row, of others too.
 */
const exactly = (text: string, declared = ''): string =>
  isBytes(declared) ? `CAST(${text} AS BINARY)` : `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`

const typeOf = (table: Table, column: string): string => table.columns.find(({ name }) => name === column)?.type ?? ''
