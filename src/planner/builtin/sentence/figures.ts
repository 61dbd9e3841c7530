import { columnsOfProduct } from '../../../ask/rules/formula.ts'
import { type Figure, type FigureKind, isCurrency, numberKind, withoutUnit } from '../../wording/index.ts'
import type { ColumnRef, Measure } from '../query/index.ts'
import { type Catalog, type ColumnInfo, columnOf } from '../schema/index.ts'

/** What the cells of a column hold, named relative to rows of `anchor`. */
export const columnFigure = (catalog: Catalog, anchor: string, ref: ColumnRef): Figure => {
  const column = columnOf(catalog, ref)
  const owner = catalog.tables.get(ref.table)
  const prefix = ref.table === anchor || owner === undefined ? '' : `${owner.singular} `
  const figure = { role: 'value', unit: null, one: null } as const
  if (column === undefined) return { ...figure, says: ref.column.replaceAll('_', ' '), kind: 'text' }
  const { words, unit } = withoutUnit(column.words, column.unit)
  const says = `${prefix}${words.join(' ')}`
  switch (column.kind) {
    case 'number':
      return { ...figure, says, kind: kindOf(column, words, unit), unit: unit === '%' ? null : unit }
    case 'key':
      return { ...figure, says, kind: 'plain' }
    case 'boolean':
      return { ...figure, says: `${prefix}${words.join(' ').replace(/^(?:is|are|was|has) /, '')}`, kind: 'yes-no' }
    case 'date':
      return { ...figure, says: owner?.time === column.name && prefix === '' ? '' : says, kind: 'date' }
    case 'text':
      return { ...figure, says, kind: 'text' }
  }
}

/** Money needs a decimal type; integer columns named price or cost may hold anything. */
const kindOf = ({ type }: ColumnInfo, words: readonly string[], unit: string | null): FigureKind => {
  const kind = numberKind(words, unit)
  if (unit !== null) return kind
  if (kind === 'number' && /MONEY|, ?2 ?\)/i.test(type)) return 'money'
  return kind === 'money' && /INT/i.test(type) ? 'number' : kind
}

/** What the numbers of a measure are; the caller names them. */
export const measureFigure = (catalog: Catalog, { aggregate, table, column, times }: Measure): Figure => {
  const number: Figure = { role: 'value', says: '', kind: 'number', unit: null, one: null }
  if (column === null) {
    const { plural, singular } = catalog.tables.get(table) ?? { plural: table, singular: table }
    return { ...number, unit: plural, one: singular }
  }
  if (aggregate === 'count') return number
  const figures = columnsOfProduct({ column, times }).map((name) =>
    columnFigure(catalog, table, { table, column: name }),
  )
  const [own = number] = figures
  const figure = (times === null ? undefined : figures.find(({ kind }) => kind === 'money')) ?? own
  const words = columnOf(catalog, { table, column })?.words ?? []
  const isMoney = aggregate === 'avg' && figure.kind === 'number' && numberKind(words, figure.unit) === 'money'
  return { ...figure, says: '', kind: isMoney ? 'money' : figure.kind }
}

/** Drops a unit that the words contain already: `units sold`, in units. */
export const withoutRepeatedUnit = (figure: Figure, words: string): Figure => {
  const isSaid = figure.unit !== null && !isCurrency(figure.unit) && words.split(' ').includes(figure.unit)
  return { ...figure, says: words, unit: isSaid ? null : figure.unit }
}
