import pluralize from 'pluralize'
import type { Subject } from '../../../wording/index.ts'
import type { QueryTree } from '../../query/index.ts'
import { type Catalog, columnOf, columnWords } from '../../schema/index.ts'
import type { Day } from '../../words/index.ts'
import { columnFigure } from './column-figure.ts'
import { participle, predicateWords, treeScope } from './condition-words.ts'
import { joined } from './joined.ts'
import { groupWords, measureWords } from './measure-words.ts'
import { comparisonAsked, isWhetherAny } from './question-form.ts'
import { isUsual } from './show-tree.ts'
import { treeFigures } from './tree-figures.ts'

const shapeOf = (tree: QueryTree): Subject['shape'] => {
  if (tree.share !== null && tree.groups.length === 0) return 'share'
  if (tree.measures.length === 0) return 'list'
  if (tree.groups.length > 0) return tree.limit !== null && tree.order.length > 0 ? 'ranking' : 'groups'
  const [measure] = tree.measures
  return measure?.column === null && tree.measures.length === 1 ? 'count' : 'value'
}

export interface Asked {
  readonly question: string
  readonly today: Day
}

/**
 * What the result of a query tree is about, for the wording of its rows.
 *
 * @param shown the tree that the query was printed from: it may show more than was asked
 */
export const subjectOf = (catalog: Catalog, tree: QueryTree, shown: QueryTree, { question, today }: Asked): Subject => {
  const table = catalog.tables.get(tree.anchor)
  const setting = { catalog, today }
  const { filters, time } = treeScope(setting, tree)
  const noun = { many: table?.plural ?? tree.anchor, one: table?.singular ?? tree.anchor }
  const figures = treeFigures(catalog, shown, !isUsual(catalog, tree))
  const isAlone = figures.length === 1 && shapeOf(tree) === 'value'
  return {
    shape: shapeOf(tree),
    ...distinctNoun(catalog, tree, noun),
    measure: treeMeasure(setting, tree),
    group: tree.groups.length === 0 ? null : groupsWords(catalog, tree),
    filters: tree.distinct && tree.columns.length === 1 ? [`of ${noun.many}`, ...filters] : filters,
    time,
    done: doneWords(catalog, tree),
    figures: isAlone ? figures.map((figure) => ({ ...figure, says: '' })) : figures,
    first: firstWords(catalog, tree),
    isWhether: isWhetherAny(question) && (shapeOf(tree) === 'count' || shapeOf(tree) === 'list'),
    comparison: comparisonAsked(tree, { question, today }),
  }
}

/** `registered` of customers; orders that were ordered are orders. */
const doneWords = (catalog: Catalog, tree: QueryTree): string => {
  const table = catalog.tables.get(tree.anchor)
  const column = table?.columns.get(table.time ?? '')
  const done = column === undefined ? null : participle(column)
  if (table === undefined || done === null) return ''
  return done.slice(0, STEM) === (table.words.at(-1) ?? '').slice(0, STEM) ? '' : done
}

const STEM = 4

/** The values of one column are spoken of as what they are: `6 countries of customers`. */
const distinctNoun = (
  catalog: Catalog,
  { distinct, columns }: QueryTree,
  noun: Pick<Subject, 'many' | 'one'>,
): Pick<Subject, 'many' | 'one'> => {
  const [only, more] = columns
  if (!distinct || only === undefined || more !== undefined) return noun
  const words = columnWords(catalog, only)
  return { many: pluralize.plural(words), one: pluralize.singular(words) }
}

const treeMeasure = (setting: { catalog: Catalog; today: Day }, tree: QueryTree): string => {
  const { catalog } = setting
  const all = tree.measures.map((measure) => measureWords(catalog, measure))
  const words = joined(all, 'and')
  if (tree.share !== null) {
    const predicate = predicateWords({ ...setting, anchor: tree.anchor }, tree.share)
    const rows = catalog.tables.get(tree.anchor)?.plural ?? tree.anchor
    return tree.groups.length === 0 ? predicate : `share of ${rows} that ${predicate}`
  }
  return words
}

const groupsWords = (catalog: Catalog, { groups }: QueryTree): string => {
  const words = groups.map((group) => groupWords(catalog, group))
  return joined(words, 'and')
}

const firstWords = (catalog: Catalog, tree: QueryTree): string | null => {
  const [order] = tree.order
  if (order === undefined || (tree.limit === null && tree.measures.length > 0)) return null
  const { by, descending } = order
  if (by === 'group') return null
  if (by === 'measure') {
    const [measure] = tree.measures
    if (measure === undefined) return null
    if (measure.column === null)
      return `${descending ? 'most' : 'fewest'} ${catalog.tables.get(measure.table)?.plural ?? measure.table}`
    return `${descending ? 'highest' : 'lowest'} ${measureWords(catalog, measure)}`
  }
  const column = columnOf(catalog, by)
  if (column?.kind === 'date') {
    const isOwn = catalog.tables.get(tree.anchor)?.time === by.column && by.table === tree.anchor
    if (isOwn) return descending ? 'newest' : 'oldest'
    return `${descending ? 'latest' : 'earliest'} ${columnWords(catalog, by)}`
  }
  if (column?.kind !== 'number') return null
  return `${descending ? 'highest' : 'lowest'} ${columnFigure(catalog, tree.anchor, by).says}`
}
