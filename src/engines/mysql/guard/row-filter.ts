import type { Table } from '../../../guard/schema.ts'
import type { RowRule, TableAccess } from '../../../guard/table-access.ts'
import type { Placeholder } from '../../sql/guard/rewrite-rules.ts'
import { quote } from '../language/names.ts'
import { boundValue, isBytes, kindOf } from './column-kind.ts'

/** Larger than any row count: the server materializes a derived table with a LIMIT before the query sees its rows. */
const FENCE = '18446744073709551615'

/**
 * `SELECT columns FROM table WHERE filter`: the only form in which a database table is read. The server merges it into
 * the outer query and uses both indexes, unless it is fenced. It is fenced also if a column is computed on reading,
 * which may fail on rows of other tenants.
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
    const [child, parent] = comparedKeys(column, declared, parentColumn, typeOf(rule.parent, rule.parentColumn))
    const where = whereOf(rule.parent, rule.rules, placeholder)
    const side = child.length === 1 ? child.join() : `(${child.join(', ')})`
    return `${side} IN (SELECT ${parent.join(', ')} FROM ${quote(rule.parent.name)}${where})`
  }
  const value = boundValue(rule.bound, declared)
  const equal = (): string =>
    typeof value === 'string'
      ? `(${column} = ${placeholder(value)} AND ${bytesOf(column, declared)} = ${bytesOf(placeholder(value))})`
      : `${column} = CAST(${placeholder(value)} AS SIGNED)`
  return rule.orShared ? `(${column} IS NULL OR ${equal()})` : equal()
}

/**
 * What a child and its parent are compared by: the plain columns if the server compares them exactly; plus their bytes
 * if both are texts; only the bytes if one is a number.
 */
const comparedKeys = (child: string, childType: string, parent: string, parentType: string) => {
  const [kind, parentKind] = [kindOf(childType), kindOf(parentType)]
  if (kind === 'exact' && parentKind === 'exact') return [[child], [parent]] as const
  if (kind === 'text' && parentKind === 'text')
    return [
      [child, bytesOf(child, childType)],
      [parent, bytesOf(parent, parentType)],
    ] as const
  return [[bytesOf(child, childType)], [bytesOf(parent, parentType)]] as const
}

/**
 * The bytes of a text: collations treat `Ann`, `ann` and `ann ` as equal. Used beside the plain comparison, which can
 * use an index. Binary columns are not converted, because that would cause a warning per row, also for other tenants.
 */
const bytesOf = (text: string, declared = ''): string =>
  isBytes(declared) ? `CAST(${text} AS BINARY)` : `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`

const typeOf = (table: Table, column: string): string => table.columns.find(({ name }) => name === column)?.type ?? ''
