import type { Figure } from '../../wording/index.ts'
import type { Group, Measure, QueryTree } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'
import { columnFigure, groupWords, measureFigure, measureWords, withoutRepeatedUnit } from '../sentence/index.ts'

const PERCENT: Figure = { role: 'value', says: '', kind: 'percent', unit: null, one: null }

/** Maximum of default columns in the text of a list. */
const LISTED_MAX = 4

/** What each column of a tree's result holds, in the order of the query. */
export const treeFigures = (catalog: Catalog, tree: QueryTree, isChosen: boolean): Figure[] => {
  if (tree.measures.length === 0 && tree.share === null) return listFigures(catalog, tree, isChosen)
  const isList = tree.having.length > 0 && tree.groups[0]?.type === 'entity'
  const labels = tree.groups.map((group) => groupFigure(catalog, tree.anchor, group))
  if (tree.share !== null) return [...labels, PERCENT]
  const values = tree.measures.map((measure) => valueFigure(catalog, tree.anchor, measure))
  // A single measure is stated before the rows.
  const listed =
    values.length === 1 && labels.length > 0 && !isList ? values.map((figure) => ({ ...figure, says: '' })) : values
  return [...labels, ...listed]
}

/** A measure, with its name if there are other numbers; a count names what it counts. */
const valueFigure = (catalog: Catalog, anchor: string, measure: Measure): Figure => {
  const figure = measureFigure(catalog, measure)
  return measure.column === null ? figure : withoutRepeatedUnit(figure, measureWords(catalog, anchor, measure))
}

const listFigures = (catalog: Catalog, tree: QueryTree, isChosen: boolean): Figure[] => {
  const table = catalog.tables.get(tree.anchor)
  return tree.columns.map((ref, index) => {
    const figure = columnFigure(catalog, tree.anchor, ref)
    if (index === 0) {
      const isKey = figure.kind === 'plain' && ref.table === tree.anchor
      return { ...figure, role: 'label', says: isKey ? (table?.singular ?? figure.says) : figure.says }
    }
    return isChosen ? figure : { ...figure, role: index < LISTED_MAX ? 'extra' : 'aside' }
  })
}

const groupFigure = (catalog: Catalog, anchor: string, group: Group): Figure => {
  const label = { role: 'label', says: groupWords(catalog, anchor, group), unit: null, one: null } as const
  if (group.type === 'column') return { ...columnFigure(catalog, anchor, group.column), ...label }
  if (group.type !== 'entity') return { ...label, kind: 'text', says: '' }
  const table = catalog.tables.get(group.table)
  const figure = columnFigure(catalog, group.table, { table: group.table, column: table?.label ?? '' })
  return { ...figure, ...label }
}
