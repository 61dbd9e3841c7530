import { type ColumnRef, type QueryTree, sameRef, tablesOf } from '../query/index.ts'
import { isSeveral } from '../read/index.ts'
import type { Doubts } from './doubts.ts'
import { asksWho, isMarked, partsOf } from './pieces.ts'
import { infoOf, isGroup, leadsTo, type Reading, tableInfo } from './reading.ts'

/** A kind of thing that a question may ask for and its query not hold. */
type Unplaced = (reading: Reading, tree: QueryTree) => boolean

/** What is spoken of is no part of the query, nor what rows that it reads belong to anyway. */
const hasUnreadTable: Unplaced = (reading, tree) => {
  const read = tablesOf(tree)
  const onWay = read.flatMap(
    (one) => reading.catalog.graph.path(tree.anchor, one, tree.via)?.steps.map(({ to }) => to) ?? [],
  )
  return reading.said.some(({ table }) => !onWay.includes(table) && !read.some((one) => leadsTo(reading, one, table)))
}

const lacksAverage: Unplaced = (reading, { measures }) =>
  isMarked(reading, 'average') && measures.every(({ aggregate }) => aggregate !== 'avg')

/** "Fewer than 40 places in total": a sum, and no condition on each row. */
const lacksSum: Unplaced = (reading, { measures }) => isMarked(reading, 'altogether') && measures.length === 0

const lacksCount: Unplaced = (reading, { measures }) => partsOf(reading, 'count').length > 0 && measures.length === 0

/** "How many orders and how many customers", "how many orders and customers": what is counted beside the first. */
const countsOne: Unplaced = (reading, { measures }) => {
  const [count, more] = partsOf(reading, 'count')
  if (count === undefined || measures.length > 1) return false
  const isBeside = partsOf(reading, 'noun').some(
    ({ noun, lead, at }) =>
      noun.kind === 'table' && lead === 'and' && (at === count.end + 1 || at === nounEnd(reading, count.end) + 1),
  )
  const isHowMany = more?.lead === 'and' && reading.words.tokens[more.at]?.lower === 'how'
  return isBeside || (isHowMany && more.noun === null)
}

/** Where the noun ends that stands at a place. */
const nounEnd = (reading: Reading, at: number): number =>
  partsOf(reading, 'noun').find((part) => part.at === at)?.end ?? at

/** "Where the average age is below 30": a condition on groups, and none on the rows that are folded. */
const boundsFold: Unplaced = ({ parts }) =>
  parts.some(({ kind, end }, at) => {
    const next = parts[at + 1]
    return kind === 'fold' && next?.kind === 'bound' && (next.noun === null || next.at === end)
  })

/** "The average age of losers and winners": is it of these, or for each of them? */
const foldsBeside: Unplaced = ({ parts }) =>
  parts.some(({ kind, end }, at) => {
    const next = parts[at + 1]
    return kind === 'fold' && next?.kind === 'noun' && next.lead === 'and' && next.at === end + 1
  })

/** "Tickets by weekday" are no list of tickets. */
const lacksSplit: Unplaced = (reading, { groups, order }) =>
  partsOf(reading, 'noun').some(({ lead, noun }) => lead === 'by' && noun.kind === 'column') &&
  groups.length + order.length === 0

const lacksBucket: Unplaced = (reading, { groups }) =>
  partsOf(reading, 'bucket').length > groups.filter(({ type }) => type !== 'entity').length

/** "How many people visited our website": what nobody asked to split by. */
const hasUnasked: Unplaced = (reading, { measures, groups }) =>
  measures.length > 0 &&
  groups.some(
    (group) =>
      group.type === 'column' &&
      partsOf(reading, 'noun').some(
        ({ noun, lead, at }) =>
          !['and', 'each', 'by', 'head'].includes(lead) &&
          noun.kind === 'column' &&
          noun.options.some(({ column }) => sameRef(column, group.column)) &&
          partsOf(reading, 'count').some((count) => count.end <= at && count.lead === 'head'),
      ),
  )

/** "Who won?": nobody is a lead. */
const showsNobody: Unplaced = (reading, { anchor, measures, groups }) =>
  asksWho(reading) &&
  measures.length + groups.length + partsOf(reading, 'noun').length === 0 &&
  tableInfo(reading, anchor)?.isPerson !== true

/** "Who closed the most tickets": nobody is a day or an amount. */
const showsNoPerson: Unplaced = (reading, { columns, groups, measures }) => {
  const split = groups.flatMap((group) => (group.type === 'column' ? [group.column] : []))
  const shown = measures.length > 0 ? split : columns
  return (
    asksWho(reading) &&
    shown.length > 0 &&
    groups.length === split.length &&
    shown.every((ref) => ['date', 'number'].includes(infoOf(reading, ref)?.kind ?? ''))
  )
}

/** "Which supplier delivers the most products", "top customers by city": who is ranked is what is asked for. */
const ranksElse: Unplaced = (reading, { groups, limit }) => {
  if (limit === null || groups.length === 0) return false
  const asked = reading.parts.find(({ kind }) => kind !== 'mark')
  const head = asked?.kind === 'rank' ? reading.parts.find(({ at }) => at === asked.end) : asked
  if (head?.kind !== 'noun' || head.noun.kind !== 'table') return false
  const { table } = head.noun
  const isOfThem = groups.some((group) => (group.type === 'entity' ? group.table : group.column.table) === table)
  if (head === asked) return head.lead === 'which' && !isOfThem
  const isSplit = groups.some((group) => group.type === 'entity' && group.table === table)
  return head.lead === 'after' && (!isOfThem || (!isSplit && partsOf(reading, 'noun').some(isGroup)))
}

/** "How many Germans buy": those who do, and no purchases. */
const countsDoing: Unplaced = ({ parts, words }) =>
  parts.some((part, at) => {
    const [value, noun] = [parts[at + 1], parts[at + 2]]
    const isOpen = part.kind === 'count' && part.noun === null && value?.kind === 'value' && value.at === part.end
    return isOpen && noun?.kind === 'noun' && noun.at === value.end && !isSeveral(words.tokens[noun.end - 1])
  })

/** A row is counted once in a group of its own: nobody asks that. */
const countsItself: Unplaced = (reading, { measures, groups }) =>
  measures.some(
    ({ aggregate, table, column }) =>
      aggregate === 'count' &&
      column === null &&
      groups.some((group) =>
        group.type === 'entity'
          ? group.table === table
          : group.type === 'column' && group.column.table === table && isKey(reading, group.column),
      ),
  )

const isKey = (reading: Reading, { table, column }: ColumnRef): boolean => {
  const { primaryKey = [] } = tableInfo(reading, table) ?? {}
  return primaryKey.length === 1 && primaryKey[0] === column
}

/** "Online orders vs store orders": two numbers, and no list. */
const lacksBeside: Unplaced = (reading, { groups }) => isMarked(reading, 'versus') && groups.length === 0

/** "Which branches hold a copy", "which parts are out of stock": what is asked for is a branch, and a part. */
const showsElse: Unplaced = ({ parts, words }, { measures, columns, groups }) => {
  const head = parts.find(({ kind }) => kind !== 'mark')
  if (head?.kind !== 'noun' || head.noun.kind !== 'table' || measures.length + groups.length > 0) return false
  const isWhich = head.lead === 'which' || /^(which|what)$/.test(words.tokens[head.at - 1]?.lower ?? '')
  // "Clubs meet" is no compound, as "aircraft models" is.
  const behind = head.end + (isSeveral(words.tokens[head.end - 1]) ? 0 : 1)
  return (
    isWhich &&
    parts.some(
      (part) =>
        part.kind === 'noun' &&
        part.noun.kind === 'column' &&
        part.clause === 0 &&
        part.at >= behind &&
        !['and', 'by', 'in', 'of'].includes(part.lead) &&
        columns.length > 0 &&
        part.noun.options.some(({ column }) => columns.some((ref) => sameRef(ref, column))),
    ) &&
    !words.tokens.slice(head.end).some(({ lower }) => lower === 'and' || lower === ',')
  )
}

/** "Furnished properties": what stands right before a thing says which of them, and is nothing to be shown. */
const showsAttribute: Unplaced = ({ parts }, { columns, measures, anchor }) =>
  measures.length === 0 &&
  columns.length > 1 &&
  parts.some((part, at) => {
    const next = parts[at + 1]
    return (
      part.kind === 'noun' &&
      part.noun.kind === 'column' &&
      next?.kind === 'noun' &&
      next.noun.kind === 'table' &&
      next.noun.table === anchor &&
      next.at === part.end &&
      next.lead === 'after' &&
      part.noun.options.some(({ column }) => columns.some((ref) => sameRef(ref, column)))
    )
  })

const KINDS: readonly Unplaced[] = [
  showsElse,
  ranksElse,
  showsAttribute,
  lacksBeside,
  hasUnasked,
  showsNobody,
  showsNoPerson,
  countsDoing,
  countsItself,
  hasUnreadTable,
  lacksAverage,
  lacksSum,
  countsOne,
  lacksCount,
  boundsFold,
  foldsBeside,
  lacksSplit,
  lacksBucket,
]

/** Notes what a query does not hold of what its question asks for. */
export const loseUnplaced = (reading: Reading, tree: QueryTree, doubts: Doubts): void => {
  for (const isUnplaced of KINDS) if (isUnplaced(reading, tree)) doubts.lose()
}
