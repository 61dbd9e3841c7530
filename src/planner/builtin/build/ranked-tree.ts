import { type ColumnRef, emptyTree, type Group, type Measure, type QueryTree, sameRef } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import { columnMeasure, countMeasure, mainNumber } from '../schema/index.ts'
import { columnOfSense, isBackward } from './bound-condition.ts'
import { entityGroup, groupsOf } from './groups.ts'
import type { MadeOut } from './made-out.ts'
import { bestMeasure, columnOfNoun, commonTable, isAmount, partsOf, type Shown } from './pieces.ts'
import { columnsToShow, plainTree } from './plain-tree.ts'
import { infoOf, isGroup, leadsTo, type Scene } from './scene.ts'
import { senseMeasure } from './sense-measure.ts'
import { tablesOfNoun } from './tables-of-noun.ts'
import type { Tally } from './tally.ts'
import { type Asked, conditionsOf, extremeOf } from './where.ts'

type Rank = Extract<Part, { kind: 'rank' }>

/** Rows or groups with a superlative. */
export const rankedTree = (made: MadeOut): QueryTree | null => {
  const { scene, measures, shown, tally } = made
  const [rank, more] = partsOf(scene, 'rank')
  if (rank === undefined) return null
  if (more !== undefined) tally.lose()
  const limit = rank.limit ?? 1
  const by = rankMeasure(scene, rank, measures, tally)
  if (by !== null) return rankedGroups(made, { measure: by, rank, limit })
  const column = rankColumn(scene, rank, shown, tally)
  if (column === null) return null
  const sense = rank.by.kind === 'sense' ? rank.by.sense : null
  const descending = rank.descending !== isBackward(scene, column, sense)
  // "The number of concerts in the stadium with the highest capacity."
  if (measures.length > 0) {
    const tree = plainTree(made)
    // The first of all rows is not the first of some of them, or of each group.
    if (tree !== null && tree.where.length + tree.groups.length > 0) tally.lose()
    return tree === null ? null : { ...tree, where: [...tree.where, extremeOf(column, descending)] }
  }
  // Of texts none is the largest: '95' comes after '150'.
  if (infoOf(scene, column)?.kind === 'text' && rank.by.kind === 'noun') tally.lose()
  // "The two largest in each state" are more than two.
  if (rank.limit !== null && partsOf(scene, 'noun').some(({ lead }) => lead === 'each')) tally.lose()
  if (rank.limit === null && partsOf(scene, 'noun').some(isGroup))
    return extremePerGroup(made, rank, columnMeasure(column, descending ? 'max' : 'min'))
  return rankedRows(made, { column, rank: { ...rank, descending }, limit })
}

/** "The highest salary in each department": one for each, where nothing else of its row is asked for. */
const extremePerGroup = (made: MadeOut, rank: Rank, measure: Measure): QueryTree | null => {
  const { scene, shown, tally } = made
  // "The cheapest product in each category": which one it is, and not what it costs.
  if (rank.by.kind === 'sense' && scene.subject === measure.table) tally.lose()
  const tree = plainTree({ ...made, measures: [measure], shown: { ...shown, columns: [], tables: [] } })
  const isGrouped = (column: ColumnRef): boolean =>
    tree?.groups.some((group) => group.type === 'column' && sameRef(group.column, column)) === true
  if (!shown.columns.every(isGrouped) || shown.tables.length > 0) tally.lose()
  return tree
}

/** The measure that a superlative ranks groups by, if it does. */
export const rankMeasure = (scene: Scene, rank: Rank, measures: readonly Measure[], tally: Tally): Measure | null => {
  const { by } = rank
  switch (by.kind) {
    case 'count': {
      const { noun } = by
      if (noun.kind === 'table') return noun.table === scene.subject ? null : countMeasure(scene.catalog, noun.table)
      if (noun.kind === 'measure') return bestMeasure(scene, noun.measures)[0] ?? null
      const column = columnOfNoun(scene, noun, [scene.subject], tally)
      if (column === null || isAmount(scene, column)) return null
      return { ...columnMeasure(column, 'count'), distinct: true }
    }
    case 'noun': {
      if (by.noun.kind === 'measure') return bestMeasure(scene, by.noun.measures)[0] ?? null
      const column = columnOfNoun(scene, by.noun, [scene.subject], tally)
      if (column === null) return null
      if (by.fold !== null) return columnMeasure(column, by.fold)
      const isOther = scene.subject !== null && column.table !== scene.subject
      if (by.isMuch && isOther && isAmount(scene, column) && !leadsTo(scene, scene.subject, column.table))
        return columnMeasure(column, 'sum')
      // "The most awards": what is no amount is counted, and is not the largest of anything.
      // "The most returned products": how often, and not how late.
      if (by.isMuch && isOther && infoOf(scene, column)?.kind === 'date')
        return countMeasure(scene.catalog, column.table)
      if (isAmountOrDate(scene, column) || column.table === scene.subject || !by.isMuch) return null
      return countMeasure(scene.catalog, column.table)
    }
    case 'frequency': {
      const [measure] = measures
      if (measure !== undefined) return measure
      const other = scene.said.find(({ table }) => table !== scene.subject)?.table
      const table = other ?? scene.subject ?? columnTable(scene)
      return table === null ? null : countMeasure(scene.catalog, table)
    }
    case 'open': {
      const said = partsOf(scene, 'noun').find(({ noun, lead }) => lead === 'by' && noun.kind === 'measure')
      if (said?.noun.kind === 'measure') return bestMeasure(scene, said.noun.measures)[0] ?? null
      return (
        measures[0] ??
        (by.isMuch ? countedBehind(scene, rank) : null) ??
        (by.isBest ? senseMeasure(scene, 'sold') : null)
      )
    }
    case 'sense':
      return senseMeasure(scene, by.sense)
  }
}

/** "The most won leads": what a superlative counts, behind what says which. */
const countedBehind = (scene: Scene, rank: Rank): Measure | null => {
  const at = scene.parts.indexOf(rank)
  const behind = scene.parts.slice(at + 1)
  const noun = behind.find(({ kind }) => kind !== 'value' && kind !== 'filter' && kind !== 'done')
  if (noun?.kind !== 'noun' || noun.noun.kind !== 'table' || noun.lead !== 'after') return null
  return scene.parts.slice(0, at).some(({ kind }) => kind === 'noun')
    ? countMeasure(scene.catalog, noun.noun.table)
    : null
}

const columnTable = (scene: Scene): string | null => {
  const part = partsOf(scene, 'noun').find(({ noun }) => noun.kind === 'column')
  return part === undefined ? null : (tablesOfNoun(part.noun)[0] ?? null)
}

export const rankColumn = (scene: Scene, { by, limit }: Rank, shown: Shown, tally: Tally): ColumnRef | null => {
  const table = scene.subject ?? shown.columns[0]?.table ?? scene.said[0]?.table ?? null
  if (by.kind === 'noun' || by.kind === 'count')
    return columnOfNoun(scene, by.noun, [scene.subject, shown.columns[0]?.table ?? null], tally)
  if (by.kind === 'sense') {
    const found = columnOfSense(scene, table, by.sense)
    if (found === null || !isAmountOrDate(scene, found)) return null
    tally.choice({ weight: 0.85, tied: false })
    return found
  }
  if (by.kind === 'open') {
    const said = partsOf(scene, 'noun').find(({ noun, lead }) => lead === 'by' && noun.kind === 'column')
    if (said !== undefined) return columnOfNoun(scene, said.noun, [table], tally)
    // "The names and areas of the 5 largest countries": by what is shown of them.
    const [amount, another] = shown.columns.filter((one) => isAmount(scene, one))
    const isSize = amount !== undefined && infoOf(scene, amount)?.words.some((word) => SIZE.test(word)) === true
    if (amount !== undefined && another === undefined && (limit !== null || isSize)) return amount
    // "What we sell most" is not what is dearest.
    const main = table === null || by.isMuch ? null : mainNumber(scene.catalog, table)
    if (main !== null) tally.guess()
    return main
  }
  return null
}

/** What something is large by, whatever it is. */
const SIZE = /^(area|size|capacity|surface|volume)$/

const isAmountOrDate = (scene: Scene, ref: ColumnRef): boolean =>
  ['number', 'date'].includes(infoOf(scene, ref)?.kind ?? '') || /^age$/i.test(ref.column)

interface GroupRanking {
  readonly measure: Measure
  readonly rank: Rank
  readonly limit: number
}

const rankedGroups = (made: MadeOut, { measure, rank, limit }: GroupRanking): QueryTree | null => {
  const { scene, asked, tally } = made
  const anchor = measure.table
  const said = groupsOf(made, anchor, rank)
  const groups = said.length > 0 ? said : otherGroup(scene, anchor, rank)
  if (groups.length === 0) return null
  // "The top reader per city" is one of each city.
  if (groups.length > 1 && partsOf(scene, 'noun').some(({ lead }) => lead === 'each')) tally.lose()
  // A dog has one breed, and no number of them to be ranked by.
  if (
    measure.aggregate === 'count' &&
    groups.some((group) => group.type === 'entity' && leadsTo(scene, group.table, anchor))
  )
    tally.lose()
  return {
    ...emptyTree(anchor),
    measures: [measure],
    groups,
    where: conditionsOf(scene, withoutTable(asked, anchor), { anchor, across: null }, tally),
    order: [{ by: 'measure', descending: rank.descending }],
    limit,
  }
}

const withoutTable = (asked: Asked, table: string): Asked => ({
  ...asked,
  tables: asked.tables.filter((one) => one.table !== table || one.negated),
})

/** Rows of the subject, when nothing else says what is ranked. */
const otherGroup = (scene: Scene, anchor: string, rank: Rank): Group[] => {
  if (scene.subject === null || scene.subject === anchor) return []
  return [entityGroup(scene, rank, anchor, scene.subject)]
}

interface RowRanking {
  readonly column: ColumnRef
  readonly rank: Rank
  readonly limit: number
}

const rankedRows = ({ scene, asked, shown, tally }: MadeOut, { column, rank, limit }: RowRanking): QueryTree | null => {
  // "What is the highest price?"
  const isOfColumn = rank.by.kind === 'noun' || rank.by.kind === 'count'
  const isFirst = !scene.parts.some((part) => part.at < rank.at && part.kind === 'noun') && isOfColumn
  const isAlone = scene.subject === null && shown.columns.length === 0 && shown.tables.length === 0
  if ((isFirst || isAlone) && shown.columns.length === 0 && rank.limit === null && rank.clause === 0) {
    const anchor = column.table
    const measure = columnMeasure(column, rank.descending ? 'max' : 'min')
    return {
      ...emptyTree(anchor),
      measures: [measure],
      where: conditionsOf(scene, asked, { anchor, across: null }, tally),
    }
  }
  const columns = columnsToShow(scene, shown, column.table)
  const anchor = commonTable(scene, [...columns.map(({ table }) => table), column.table])
  if (anchor === null) return null
  const where = conditionsOf(scene, withoutTable(asked, anchor), { anchor, across: null }, tally)
  // "The players of the oldest team" are many; and they are those of the oldest of all teams.
  if (rank.limit === null && isOfMany(scene, columns, anchor, column)) {
    if (where.length > 0) tally.lose()
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

/** Whether rows are shown of which many belong to each that is ranked. */
const isOfMany = (scene: Scene, columns: readonly ColumnRef[], anchor: string, ranked: ColumnRef): boolean =>
  anchor !== ranked.table && !leadsTo(scene, ranked.table, anchor) && columns.some(({ table }) => table === anchor)
