import pluralize from 'pluralize'
import type { Subject } from '../../wording/index.ts'
import type { Condition, QueryTree } from '../query/index.ts'
import { type Catalog, columnWords } from '../schema/index.ts'
import { areMoments, groupWords, measureWords, rankWords, scopeWords } from '../sentence/index.ts'
import { addDays, type Day } from '../words/index.ts'
import { comparisonAsked, isChoice, isWhetherAny } from './question-form.ts'
import { joined } from './quoted.ts'
import { isUsual } from './show-tree.ts'
import { treeFigures } from './tree-figures.ts'

const shapeOf = (tree: QueryTree): Subject['shape'] => {
  if (tree.share !== null && tree.groups.length === 0) return 'share'
  if (tree.measures.length === 0) return 'list'
  if (tree.groups.length > 0) return tree.limit !== null && tree.order.length > 0 ? 'ranking' : 'groups'
  const [measure] = tree.measures
  return measure?.column === null && tree.measures.length === 1 ? 'count' : 'value'
}

interface DatedQuestion {
  readonly question: string
  readonly today: Day
}

/**
 * What the result of a query tree is about, for wording its rows.
 *
 * @param shown the tree that the query was printed from: it may show more than was asked
 */
export const subjectOf = (
  catalog: Catalog,
  tree: QueryTree,
  shown: QueryTree,
  { question, today }: DatedQuestion,
): Subject => {
  const { anchor } = tree
  const table = catalog.tables.get(anchor)
  const rows = table?.plural ?? anchor
  const where = tree.where.filter((one) => !isExpressedByGroups(tree, one)).map((one) => untilToday(one, today))
  const scope = scopeWords(catalog, anchor, where)
  const shape = shapeOf(tree)
  const figures = treeFigures(catalog, shown, !isUsual(catalog, tree))
  const measure = treeMeasure(catalog, tree)
  // "The revenue in 2025", but "the revenue of orders with status paid".
  const ofRows = ` of ${rows}`
  const isClear =
    ` ${measure} `.includes(`${ofRows} `) || scope.startsWith(' of ') || areMoments(catalog, anchor, where)
  return {
    shape,
    ...nounOf(catalog, tree, { many: rows, one: table?.singular ?? anchor }),
    measure,
    asked: `${measure}${isClear ? '' : ofRows}${scope}`,
    group: tree.groups.length === 0 ? null : groupsWords(catalog, tree),
    scope: tree.distinct && tree.columns.length === 1 ? `${ofRows}${scope}` : scope,
    isPast: where.some((one) => isTime(catalog, one)),
    figures: figures.length === 1 && shape === 'value' ? figures.map((figure) => ({ ...figure, says: '' })) : figures,
    first: firstWords(catalog, tree),
    isWhether: isWhetherAny(question) && (shape === 'count' || shape === 'list'),
    comparison: comparisonAsked(tree, { question, today }),
  }
}

/** Conditions that the groups express: compared periods, listed values of a column. */
const isExpressedByGroups = ({ groups }: QueryTree, condition: Condition): boolean =>
  groups.some((group) =>
    group.type === 'periods' ? condition.type === 'any' : group.type === 'column' && isChoice(condition, group.column),
  )

/** Periods of columns with future dates are written out in full. */
const FUTURE_DATES = /due|until|valid|expir|deadline|plan|schedul|appoint|start|end|arriv|birth|renew|event|book|depart/

/** A current period ends today, if its column holds past events. */
const untilToday = (condition: Condition, today: Day): Condition => {
  if (condition.type !== 'range' || condition.from === null || condition.to === null) return condition
  const isRunning = condition.from <= today && condition.to > today && !FUTURE_DATES.test(condition.column.column)
  return isRunning ? { ...condition, to: addDays(today, 1) } : condition
}

/** Whether a condition restricts the date of rows, or of rows that they belong to. */
const isTime = (catalog: Catalog, condition: Condition): boolean =>
  condition.type === 'any'
    ? condition.options.every((one) => isTime(catalog, one))
    : condition.type === 'range' && catalog.tables.get(condition.column.table)?.time === condition.column.column

/** Values of a column get their own noun: `6 countries of customers`. */
const nounOf = (
  catalog: Catalog,
  { distinct, columns }: QueryTree,
  noun: Pick<Subject, 'many' | 'one'>,
): Pick<Subject, 'many' | 'one'> => {
  const [only, more] = columns
  if (!distinct || only === undefined || more !== undefined) return noun
  const words = columnWords(catalog, only)
  return { many: pluralize.plural(words), one: pluralize.singular(words) }
}

/** Conditions as a predicate: `have status paid`, `have no newsletter`. */
const predicateOf = (scope: string): string => {
  const [, verb = '', rest] = / and /.test(scope) ? [] : (/^ (with|without|that) (.*)$/.exec(scope) ?? [])
  if (rest === undefined) return `are those${scope}`
  return `${verb === 'with' ? 'have ' : verb === 'without' ? 'have no ' : ''}${rest}`
}

const treeMeasure = (catalog: Catalog, { anchor, share, measures, groups }: QueryTree): string => {
  if (share !== null) {
    const predicate = predicateOf(scopeWords(catalog, anchor, share))
    return groups.length === 0
      ? predicate
      : `share of ${catalog.tables.get(anchor)?.plural ?? anchor} that ${predicate}`
  }
  return joined(measures.map((measure) => measureWords(catalog, anchor, measure)))
}

const groupsWords = (catalog: Catalog, { anchor, groups }: QueryTree): string =>
  joined(groups.map((group) => groupWords(catalog, anchor, group)))

const firstWords = (catalog: Catalog, { anchor, order, limit, measures }: QueryTree): string | null => {
  const [first] = order
  const [measure] = measures
  if (first === undefined || first.by === 'group' || (limit === null && measure !== undefined)) return null
  if (first.by !== 'measure') return rankWords(catalog, anchor, first)
  if (measure === undefined) return null
  if (measure.column === null)
    return `${first.descending ? 'most' : 'fewest'} ${catalog.tables.get(measure.table)?.plural ?? measure.table}`
  return `${first.descending ? 'highest' : 'lowest'} ${measureWords(catalog, anchor, measure)}`
}
