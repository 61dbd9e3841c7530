import { type ColumnRef, emptyTree, type Measure, type QueryTree, sameRef } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import { columnMeasure, countMeasure, isBackward, mainNumber, senseColumn } from '../schema/index.ts'
import { groupsOf } from './groups.ts'
import {
  asksWho,
  bestMeasure,
  columnOfNoun,
  commonTable,
  isAmount,
  isIdentifier,
  partsOf,
  type ShownColumns,
} from './pieces.ts'
import { columnsToShow, plainTree } from './plain-tree.ts'
import { infoOf, isGroup, isManyToOne, type Reading, tablesOfNoun } from './reading.ts'
import type { ResolvedReading } from './resolved-reading.ts'
import { senseMeasure } from './sense-measure.ts'
import type { UncertaintyNotes } from './uncertainty-notes.ts'
import { conditionsOf, extremeOf, type QuestionConditions } from './where.ts'

type Rank = Extract<Part, { kind: 'rank' }>

/** Rows or groups with a superlative. */
export const rankedTree = (made: ResolvedReading): QueryTree | null => {
  const { reading, measures, shown, doubts } = made
  const [rank, more] = partsOf(reading, 'rank')
  if (rank === undefined) return null
  // "The oldest of each", "the two largest in each state": a ranking within each group.
  const isEach =
    partsOf(reading, 'noun').some(({ lead }) => lead === 'each') ||
    reading.words.tokens.some(({ lower }) => /^(each|every|per)$/.test(lower))
  if (more !== undefined) doubts.markIncomplete()
  const limit = rank.limit ?? 1
  const by = rankMeasure(reading, rank, measures, doubts)
  if (by !== null) {
    if (isEach) doubts.markIncomplete()
    return rankedGroups(made, { measure: by, rank, limit })
  }
  const column = rankColumn(reading, rank, shown, doubts)
  if (column === null) return null
  const sense = rank.by.kind === 'sense' ? rank.by.sense : null
  const descending = rank.descending !== isBackward(reading.catalog, column, sense)
  if (isIdentifier(reading, column)) doubts.markIncomplete()
  // Texts have no maximum: '95' sorts after '150'.
  if (infoOf(reading, column)?.kind === 'text' && (rank.by.kind === 'noun' || rank.by.kind === 'open'))
    doubts.markIncomplete()
  if (measures.length === 0 && rank.limit === null && partsOf(reading, 'noun').some(isGroup))
    return extremePerGroup(made, rank, columnMeasure(column, descending ? 'max' : 'min'))
  if (isEach) doubts.markIncomplete()
  // "The number of concerts in the stadium with the highest capacity."
  if (measures.length > 0) {
    // "The total and the highest deposit": two measures of the same rows.
    if (rank.lead === 'and' && rank.limit === null && rank.by.kind === 'noun' && measures[0]?.table === column.table)
      return plainTree({ ...made, measures: [...measures, columnMeasure(column, descending ? 'max' : 'min')] })
    const tree = plainTree(made)
    // The extreme of all rows may differ from the extreme of the filtered rows or of a group.
    if (tree !== null && tree.where.length + tree.groups.length > 0) doubts.markIncomplete()
    return tree === null ? null : { ...tree, where: [...tree.where, extremeOf(column, descending)] }
  }
  return rankedRows(made, { column, rank: { ...rank, descending }, limit })
}

/** "The highest salary in each department": a maximum per group, if no other column of the row is asked for. */
const extremePerGroup = (made: ResolvedReading, rank: Rank, measure: Measure): QueryTree | null => {
  const { reading, shown, doubts } = made
  // "The cheapest product in each category" asks for the product, not for its price.
  if (rank.by.kind === 'sense' && reading.subject === measure.table) doubts.markIncomplete()
  const tree = plainTree({ ...made, measures: [measure], shown: { ...shown, columns: [], tables: [] } })
  const isGrouped = (column: ColumnRef): boolean =>
    tree?.groups.some((group) => group.type === 'column' && sameRef(group.column, column)) === true
  if (!shown.columns.every(isGrouped) || shown.tables.length > 0) doubts.markIncomplete()
  return tree
}

/** The measure that a superlative ranks groups by, if any. */
export const rankMeasure = (
  reading: Reading,
  rank: Rank,
  measures: readonly Measure[],
  doubts: UncertaintyNotes,
): Measure | null => {
  const { by } = rank
  // "Top 5 customers by number of orders": an explicit measure takes precedence over the usual meaning of "top".
  const stated = partsOf(reading, 'noun').find(({ noun, lead }) => lead === 'by' && noun.kind !== 'column')
  if (stated?.noun.kind === 'measure') return bestMeasure(reading, stated.noun.measures)[0] ?? null
  // "Top 3 cities by customers": by number of customers; a category or country of the same row is only a group.
  const isCalled = by.kind === 'open' || (by.kind === 'noun' && by.noun.kind === 'measure')
  const { subject } = reading
  if (
    isCalled &&
    stated?.noun.kind === 'table' &&
    !(subject !== null && subject !== stated.noun.table && isManyToOne(reading, subject, stated.noun.table))
  )
    return countMeasure(reading.catalog, stated.noun.table)
  switch (by.kind) {
    case 'count': {
      const { noun } = by
      if (noun.kind === 'table')
        return noun.table === reading.subject ? null : countMeasure(reading.catalog, noun.table)
      if (noun.kind === 'measure') return bestMeasure(reading, noun.measures)[0] ?? null
      const column = columnOfNoun(reading, noun, [reading.subject], doubts)
      if (column === null || isAmount(reading, column)) return null
      return { ...columnMeasure(column, 'count'), distinct: true }
    }
    case 'noun': {
      if (by.noun.kind === 'measure') return bestMeasure(reading, by.noun.measures)[0] ?? null
      const column = columnOfNoun(reading, by.noun, [reading.subject], doubts)
      if (column === null) return null
      if (by.fold !== null) return columnMeasure(column, by.fold)
      const isOther = reading.subject !== null && column.table !== reading.subject
      if (by.isMuch && isOther && isAmount(reading, column) && !isManyToOne(reading, reading.subject, column.table))
        return columnMeasure(column, 'sum')
      // "The most returned products": by number of returns, not by latest date.
      if (by.isMuch && isOther && infoOf(reading, column)?.kind === 'date')
        return countMeasure(reading.catalog, column.table)
      // "The most awards": a column without amounts is counted, and has no maximum.
      if (isAmountOrDate(reading, column) || column.table === reading.subject || !by.isMuch) return null
      return countMeasure(reading.catalog, column.table)
    }
    case 'frequency': {
      const other = reading.tableMentions.find(({ table }) => table !== reading.subject)?.table
      const table = other ?? reading.subject ?? columnTable(reading)
      return table === null ? null : countMeasure(reading.catalog, table)
    }
    case 'open':
      return measures[0] ?? (by.isBest ? senseMeasure(reading, 'sold') : null)
    case 'sense':
      return senseMeasure(reading, by.sense)
  }
}

const columnTable = (reading: Reading): string | null => {
  const part = partsOf(reading, 'noun').find(({ noun }) => noun.kind === 'column')
  return part === undefined ? null : (tablesOfNoun(part.noun)[0] ?? null)
}

export const rankColumn = (
  reading: Reading,
  { by, limit }: Rank,
  shown: ShownColumns,
  doubts: UncertaintyNotes,
): ColumnRef | null => {
  const table = reading.subject ?? shown.columns[0]?.table ?? reading.tableMentions[0]?.table ?? null
  if (by.kind === 'noun' || by.kind === 'count')
    return columnOfNoun(reading, by.noun, [reading.subject, shown.columns[0]?.table ?? null], doubts)
  if (by.kind === 'sense') {
    const found = table === null ? null : senseColumn(reading.catalog, table, by.sense)
    if (found === null || !isAmountOrDate(reading, found)) return null
    doubts.recordChoice({ weight: 0.85, tied: false })
    return found
  }
  if (by.kind === 'open') {
    const stated = partsOf(reading, 'noun').find(({ noun, lead }) => lead === 'by' && noun.kind === 'column')
    if (stated !== undefined) return columnOfNoun(reading, stated.noun, [table], doubts)
    // "The names and areas of the 5 largest countries": ranked by the shown number.
    const [amount, another] = shown.columns.filter((one) => isAmount(reading, one))
    if (amount !== undefined && another === undefined && limit !== null) return amount
    // "What we sell most" does not mean the highest price.
    const main = table === null || by.isMuch ? null : mainNumber(reading.catalog, table)
    if (main !== null) doubts.recordGuess()
    return main
  }
  return null
}

const isAmountOrDate = (reading: Reading, ref: ColumnRef): boolean =>
  ['number', 'date'].includes(infoOf(reading, ref)?.kind ?? '') || /^age$/i.test(ref.column)

interface GroupRanking {
  readonly measure: Measure
  readonly rank: Rank
  readonly limit: number
}

const rankedGroups = (made: ResolvedReading, { measure, rank, limit }: GroupRanking): QueryTree | null => {
  const { reading, asked, doubts } = made
  const anchor = measure.table
  const groups = groupsOf(made, anchor, rank)
  if (groups.length === 0) return null
  // "The top reader per city" asks for one per city.
  const tables = new Set(groups.map((group) => (group.type === 'entity' ? group.table : group.column.table)))
  if (tables.size > 1 && partsOf(reading, 'noun').some(isGroup)) doubts.markIncomplete()
  // A dog has one breed, so there is no number of breeds to rank by.
  if (
    measure.aggregate === 'count' &&
    groups.some((group) => group.type === 'entity' && isManyToOne(reading, group.table, anchor))
  )
    doubts.markIncomplete()
  return {
    ...emptyTree(anchor),
    measures: [measure],
    groups,
    where: conditionsOf(reading, withoutTable(asked, anchor), { anchor, across: null }, doubts),
    order: [{ by: 'measure', descending: rank.descending }],
    limit,
  }
}

const withoutTable = (asked: QuestionConditions, table: string): QuestionConditions => ({
  ...asked,
  tables: asked.tables.filter((one) => one.table !== table || one.negated),
})

interface RowRanking {
  readonly column: ColumnRef
  readonly rank: Rank
  readonly limit: number
}

const rankedRows = (
  { reading, asked, shown, doubts }: ResolvedReading,
  { column, rank, limit }: RowRanking,
): QueryTree | null => {
  // "What is the highest price?"
  const isOfColumn = rank.by.kind === 'noun' || rank.by.kind === 'count'
  const isFirst =
    !reading.parts.some((part) => part.at < rank.at && part.kind === 'noun') && isOfColumn && !asksWho(reading)
  const isAlone = reading.subject === null && shown.columns.length === 0 && shown.tables.length === 0
  if (
    (isFirst || (isAlone && !asksWho(reading))) &&
    shown.columns.length === 0 &&
    rank.limit === null &&
    rank.clause === 0
  ) {
    const anchor = column.table
    const measure = columnMeasure(column, rank.descending ? 'max' : 'min')
    return {
      ...emptyTree(anchor),
      measures: [measure],
      where: conditionsOf(reading, asked, { anchor, across: null }, doubts),
    }
  }
  const columns = columnsToShow(reading, shown, column.table)
  const anchor = commonTable(reading, [...columns.map(({ table }) => table), column.table])
  if (anchor === null) return null
  const where = conditionsOf(reading, withoutTable(asked, anchor), { anchor, across: null }, doubts)
  // "The players of the oldest team" are several rows, of the oldest of all teams.
  if (rank.limit === null && hasManyPerRanked(reading, columns, anchor, column)) {
    if (where.length > 0) doubts.markIncomplete()
    return { ...emptyTree(anchor), columns, where: [...where, extremeOf(column, rank.descending)] }
  }
  return {
    ...emptyTree(anchor),
    columns,
    where,
    order: [{ by: column, descending: rank.descending }],
    limit,
  }
}

/** Whether several of the shown rows belong to each ranked row. */
const hasManyPerRanked = (
  reading: Reading,
  columns: readonly ColumnRef[],
  anchor: string,
  ranked: ColumnRef,
): boolean =>
  anchor !== ranked.table &&
  !isManyToOne(reading, ranked.table, anchor) &&
  columns.some(({ table }) => table === anchor)
