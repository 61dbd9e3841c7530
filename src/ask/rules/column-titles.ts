import type { Json } from '../../platform/values/json.ts'
import type { QueryResult, ResultColumn, Row } from './outcome.ts'
import { nameAsTitle } from './technical-name.ts'

/** A title for each column, all different: a second `name` is `name (2)`. */
export const columnTitles = (columns: readonly Pick<ResultColumn, 'name' | 'title'>[]): readonly string[] => {
  const taken = new Set<string>()
  return columns.map(({ name, title = nameAsTitle(name) }, at) => {
    const wanted = title === '' ? `column ${at + 1}` : title
    let unique = wanted
    for (let count = 2; taken.has(unique); count += 1) unique = `${wanted} (${count})`
    taken.add(unique)
    return unique
  })
}

/** A cell with words in place of technical names of its fields; other keys may be data. */
const titledCell = (cell: Json): Json => {
  if (isList(cell)) return cell.map(titledCell)
  if (typeof cell !== 'object' || cell === null) return cell
  const fields = Object.entries(cell)
  const titles = columnTitles(fields.map(([name]) => ({ name })))
  return Object.fromEntries(fields.map(([name, value], at) => [titles[at] ?? name, titledCell(value)]))
}

const isList = (cell: Json): cell is readonly Json[] => Array.isArray(cell)

/** A result whose columns are named by their titles. */
export const titledResult = <Result extends Omit<QueryResult, 'executionTimeMs'>>(result: Result): Result => {
  const titles = columnTitles(result.columns)
  const titleOf = new Map(result.columns.map(({ name }, at) => [name, titles[at] ?? name]))
  const renamed = (name: string): string => titleOf.get(name) ?? name
  const { shortened } = result
  return {
    ...result,
    columns: result.columns.map(({ title: _, ...column }) => ({ ...column, name: renamed(column.name) })),
    rows: result.rows.map(
      (row): Row => Object.fromEntries(Object.entries(row).map(([name, cell]) => [renamed(name), titledCell(cell)])),
    ),
    ...(shortened === undefined
      ? {}
      : { shortened: shortened.map((cell) => ({ ...cell, column: renamed(cell.column) })) }),
  }
}
