import { type Group, groupTable, type Measure, type QueryTree } from '../../query/index.ts'
import { columnMeasure, countMeasure, lexiconOf, mainNumber } from '../../schema/index.ts'
import { groupsOf } from '../groups.ts'
import { columnOfNoun, isAmount, isMarked, partsOf } from '../pieces.ts'
import { rankColumn, rankMeasure } from '../ranked-tree.ts'
import { isManyToOne, type Reading } from '../reading.ts'
import type { ResolvedReading } from '../resolved-reading.ts'
import { isAdditive } from '../unnamed-measure.ts'
import type { Edit } from './edit.ts'

/** A measure of the same name, from a table that all groups can be reached from. */
const fitting = (reading: Reading, measure: Measure, groups: readonly Group[]): Measure => {
  const named = lexiconOf(reading.catalog.view)
    .lookup(measure.name.split('_'))
    .flatMap((link) => (link.kind === 'measure' ? [link.measure] : []))
  const isKnown = named.some(({ table, column }) => table === measure.table && column === measure.column)
  const cost = ({ table }: Measure): number =>
    groups.map(groupTable).filter((one) => !isManyToOne(reading, table, one)).length
  const [best] = (isKnown ? [measure, ...named] : [measure]).toSorted((a, b) => cost(a) - cost(b))
  return best ?? measure
}

/** "And the maximum?", "what do they add up to?": another aggregate of the same column. */
const statedAggregate = ({ reading }: ResolvedReading, { groups }: QueryTree): Measure['aggregate'] | null => {
  const [rank] = partsOf(reading, 'rank')
  const stated = reading.words.tokens.map(({ lower }) => lower)
  if (isMarked(reading, 'average') || stated.some((word) => /^(average|mean|avg)$/.test(word))) return 'avg'
  if (isMarked(reading, 'total') || isMarked(reading, 'total of') || ADDED.test(stated.join(' '))) return 'sum'
  if (rank?.by.kind !== 'open' || rank.limit !== null || groups.length > 0) return null
  return stated.some((word) => /^(maximum|minimum|highest|lowest|largest|smallest)$/.test(word))
    ? rank.descending
      ? 'max'
      : 'min'
    : null
}

const ADDED = /\b(add up|sum up|in total|altogether)\b/

const withMeasure = (tree: QueryTree, measure: Measure): QueryTree => ({
  ...tree,
  anchor: measure.table,
  measures: [measure],
  columns: [],
})

/** "And the revenue?", "what do they add up to?": another measure of the same rows. */
export const editMeasure: Edit = (followUp, tree) => {
  const { reading, measures } = followUp
  const measure = measures[0] ?? measureBy(followUp, tree)
  const [bare] = partsOf(reading, 'fold').filter(({ noun }) => noun.kind === 'table')
  if (measure !== undefined && bare === undefined) {
    const isList = tree.measures.length === 0
    return {
      ...withMeasure(tree, fitting(reading, measure, tree.groups)),
      ...(isList ? { order: [], limit: null } : {}),
    }
  }
  const fold = statedAggregate(followUp, tree)
  if (fold === null) return null
  const [known] = tree.measures
  const column = known?.column ?? mainNumber(reading.catalog, tree.anchor)?.column
  if (column === undefined || known?.times != null) return null
  return { ...withMeasure(tree, columnMeasure({ table: tree.anchor, column }, fold)), order: [], limit: null }
}

/** "By units instead": a number ranks the groups and is no further group. */
const measureBy = ({ reading, doubts }: ResolvedReading, { groups, measures }: QueryTree): Measure | undefined => {
  if (groups.length === 0 || measures.length === 0) return undefined
  const columns = partsOf(reading, 'noun').flatMap(({ noun, lead }) =>
    lead === 'by'
      ? (columnOfNoun(
          reading,
          noun,
          measures.map(({ table }) => table),
          doubts,
        ) ?? [])
      : [],
  )
  const [amount] = columns.filter((column) => isAmount(reading, column))
  return amount === undefined ? undefined : columnMeasure(amount, isAdditive(reading, amount) ? 'sum' : 'avg')
}

/** "By quarter", "and per country?" */
export const editGroups: Edit = (followUp, tree) => {
  const { reading, shown } = followUp
  const [near] = reading.parts
  if (near === undefined) return null
  const isSplit =
    partsOf(reading, 'bucket').length > 0 ||
    partsOf(reading, 'noun').some(({ lead }) => lead === 'each' || lead === 'by')
  if (!isSplit) return null
  const split = { ...followUp, reading: { ...reading, subject: null }, shown: { ...shown, columns: [], tables: [] } }
  const groups = groupsOf(split, tree.anchor, near)
  if (groups.length === 0 || groups.some((group) => group.type === 'column' && isAmount(reading, group.column)))
    return null
  const isMore = reading.words.tokens.some(({ lower }) => lower === 'also' || lower === 'too')
  const all = isMore ? [...tree.groups, ...groups] : groups
  const measure = tree.measures[0] ?? countMeasure(reading.catalog, tree.anchor)
  return {
    ...withMeasure(tree, fitting(reading, measure, all)),
    groups: all,
    limit: null,
    order: groups.some(({ type }) => type === 'time') ? [] : [{ by: 'measure', descending: true }],
  }
}

/** "Only the top 3", "the cheapest one", "show 20". */
export const editRank: Edit = (followUp, tree) => {
  const { reading } = followUp
  const [rank] = partsOf(reading, 'rank')
  if (rank === undefined) return editLimit(followUp, tree)
  if (statedAggregate(followUp, tree) !== null && tree.measures.length > 0) return null
  const { descending, limit } = rank
  const [order] = tree.order
  if (rank.by.kind === 'open') {
    // "Top 5" of ranked rows keeps their order.
    const isKept = descending && limit !== null
    if (order !== undefined)
      return { ...tree, limit: limit ?? 1, order: isKept ? tree.order : [{ ...order, descending }] }
    if (tree.groups.length > 0) return { ...tree, order: [{ by: 'measure', descending }], limit: limit ?? 1 }
    const number = tree.measures.length === 0 ? mainNumber(reading.catalog, tree.anchor) : null
    return number === null ? null : { ...tree, order: [{ by: number, descending }], limit: limit ?? 1 }
  }
  const measure = tree.groups.length > 0 ? rankMeasure(reading, rank, [], followUp.doubts) : null
  if (measure !== null) {
    const made = withMeasure(tree, fitting(reading, measure, tree.groups))
    return { ...made, order: [{ by: 'measure', descending }], limit: limit ?? 1 }
  }
  if (tree.measures.length > 0) return null
  const column = rankColumn(reading, rank, followUp.shown, followUp.doubts)
  if (column === null || !isManyToOne(reading, tree.anchor, column.table)) return null
  const isShown = tree.columns.some((one) => one.table === column.table && one.column === column.column)
  return {
    ...tree,
    columns: isShown ? tree.columns : [...tree.columns, column],
    order: [{ by: column, descending }],
    limit: limit ?? tree.limit ?? 1,
  }
}

/** "Show 20": changes the limit, if there is one. */
const editLimit = (followUp: ResolvedReading, tree: QueryTree): QueryTree | null => {
  const { reading, doubts } = followUp
  const orders = partsOf(reading, 'order')
  const isByNumber = partsOf(reading, 'count').some(({ noun, lead }) => noun === null && lead === 'by')
  if (isByNumber && tree.groups.length > 0) return { ...tree, order: [{ by: 'measure', descending: true }] }
  const [order] = orders
  if (order !== undefined && order.by.length === 0) {
    const number = mainNumber(reading.catalog, tree.anchor)
    const by = tree.groups.length > 0 ? ('measure' as const) : (tree.order[0]?.by ?? number)
    return by === null ? null : { ...tree, order: [{ by, descending: order.descending }] }
  }
  if (order !== undefined) {
    const [noun] = order.by
    if (noun?.kind !== 'column' || tree.measures.length > 0) return null
    const column = columnOfNoun(reading, noun, [reading.subject, followUp.shown.columns[0]?.table ?? null], doubts)
    return column === null ? null : { ...tree, order: [{ by: column, descending: order.descending }] }
  }
  return null
}
