import type { ColumnRef } from '../query/index.ts'
import { type Catalog, type ColumnInfo, columnOf } from './catalog.ts'

const COLUMNS_MAX = 6
const UNINFORMATIVE = /^(url|website|note|notes|comment|description|sku|code|hash|token|uuid)$|password|_url$/

const same = (a: ColumnRef, b: ColumnRef): boolean => a.table === b.table && a.column === b.column

/** How informative a column is: dates, states and amounts before texts. */
const interest = (column: ColumnInfo, time: string | null): number => {
  if (column.name === time) return 3
  if (
    column.kind === 'text' &&
    /status|state|type|category|city|country|role|segment|channel|priority/.test(column.name)
  )
    return 2
  if (column.kind === 'number') return /total|amount|price|stock|rating|quantity|value/.test(column.name) ? 2.5 : 1
  return UNINFORMATIVE.test(column.shownAs) || column.kind === 'key' || column.kind === 'boolean' ? 0 : 0.5
}

/** The columns of a list: the label, the requested columns, then the most informative ones. */
export const listColumns = (catalog: Catalog, table: string, asked: readonly ColumnRef[]): ColumnRef[] => {
  const info = catalog.tables.get(table)
  if (info === undefined) return [...asked]
  const columns: ColumnRef[] = [{ table, column: info.label }]
  const add = (ref: ColumnRef): void => {
    if (!columns.some((known) => same(known, ref))) columns.push(ref)
  }
  if (info.surname !== null) add({ table, column: info.surname })
  for (const ref of asked) add(namedColumn(catalog, ref))
  if (asked.length > 0 && !info.primaryKey.includes(info.label)) return columns
  // Rows without a name are distinguished by their parent row.
  if (info.primaryKey.includes(info.label)) {
    for (const step of catalog.graph.stepsFrom(table)) {
      if (!step.up || catalog.graph.isHub(step.to) || columns.length >= 3) continue
      const label = catalog.tables.get(step.to)?.label
      const path = catalog.graph.path(table, step.to)
      if (
        label !== undefined &&
        path?.tied === false &&
        path.steps.length === 1 &&
        !(catalog.tables.get(step.to)?.primaryKey.includes(label) ?? true)
      )
        add({ table: step.to, column: label })
    }
  }
  const informative = [...info.columns.values()]
    .map((column) => ({ column, weight: interest(column, info.time) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { column } of informative) if (columns.length < COLUMNS_MAX) add({ table, column: column.name })
  return columns
}

/** A foreign key is shown as the label of the referenced row. */
const namedColumn = (catalog: Catalog, ref: ColumnRef): ColumnRef => {
  const info = columnOf(catalog, ref)
  const owner = info?.kind === 'key' && info.refTable !== null ? catalog.tables.get(info.refTable) : undefined
  return owner === undefined ? ref : { table: owner.name, column: owner.label }
}
