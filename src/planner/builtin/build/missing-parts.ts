import { type ColumnRef, type QueryTree, sameRef, tablesOf } from '../query/index.ts'
import { isSeveral } from '../read/index.ts'
import { asksWho, isMarked, partsOf } from './pieces.ts'
import { infoOf, isGroup, isManyToOne, type Reading, tableInfo } from './reading.ts'
import type { UncertaintyNotes } from './uncertainty-notes.ts'

/** A check for something that the question asks for and the query lacks. */
type MissingPart = (reading: Reading, tree: QueryTree) => boolean

/** A mentioned table is not part of the query, and no read table belongs to it. */
const hasUnreadTable: MissingPart = (reading, tree) => {
  const read = tablesOf(tree)
  const onPath = read.flatMap(
    (one) => reading.catalog.graph.path(tree.anchor, one, tree.via)?.steps.map(({ to }) => to) ?? [],
  )
  return reading.tableMentions.some(
    ({ table }) => !onPath.includes(table) && !read.some((one) => isManyToOne(reading, one, table)),
  )
}

const lacksAverage: MissingPart = (reading, { measures }) =>
  isMarked(reading, 'average') && measures.every(({ aggregate }) => aggregate !== 'avg')

/** "Fewer than 40 places in total": a bound on a sum, not on each row. */
const lacksSum: MissingPart = (reading, { measures }) => isMarked(reading, 'altogether') && measures.length === 0

const lacksCount: MissingPart = (reading, { measures }) => partsOf(reading, 'count').length > 0 && measures.length === 0

/** "How many orders and how many customers", "how many orders and customers": a second count is missing. */
const countsOne: MissingPart = (reading, { measures }) => {
  const [count, more] = partsOf(reading, 'count')
  if (count === undefined || measures.length > 1) return false
  const isBeside = partsOf(reading, 'noun').some(
    ({ noun, lead, at }) =>
      noun.kind === 'table' && lead === 'and' && (at === count.end + 1 || at === nounEnd(reading, count.end) + 1),
  )
  const isHowMany = more?.lead === 'and' && reading.words.tokens[more.at]?.lower === 'how'
  return isBeside || (isHowMany && more.noun === null)
}

/** The end of the noun at a token. */
const nounEnd = (reading: Reading, at: number): number =>
  partsOf(reading, 'noun').find((part) => part.at === at)?.end ?? at

/** "Where the average age is below 30": a bound on groups, not on the aggregated rows. */
const boundsFold: MissingPart = ({ parts }) =>
  parts.some(({ kind, end }, at) => {
    const next = parts[at + 1]
    return kind === 'fold' && next?.kind === 'bound' && (next.noun === null || next.at === end)
  })

/** "The average age of losers and winners": combined, or one for each? */
const isAmbiguousAggregate: MissingPart = ({ parts }) =>
  parts.some(({ kind, end }, at) => {
    const next = parts[at + 1]
    return kind === 'fold' && next?.kind === 'noun' && next.lead === 'and' && next.at === end + 1
  })

/** "Tickets by weekday" is no list of tickets. */
const lacksSplit: MissingPart = (reading, { groups, order }) =>
  partsOf(reading, 'noun').some(({ lead, noun }) => lead === 'by' && noun.kind === 'column') &&
  groups.length + order.length === 0

const lacksBucket: MissingPart = (reading, { groups }) =>
  partsOf(reading, 'bucket').length > groups.filter(({ type }) => type !== 'entity').length

/** "How many people visited our website": a group that was not asked for. */
const hasUnrequestedGroup: MissingPart = (reading, { measures, groups }) =>
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

/** "Who won?": the result shows no people. */
const showsNoPeople: MissingPart = (reading, { anchor, measures, groups }) =>
  asksWho(reading) &&
  measures.length + groups.length + partsOf(reading, 'noun').length === 0 &&
  tableInfo(reading, anchor)?.isPerson !== true

/** "Who closed the most tickets": the result shows dates or amounts instead of people. */
const showsNonPeople: MissingPart = (reading, { columns, groups, measures }) => {
  const split = groups.flatMap((group) => (group.type === 'column' ? [group.column] : []))
  const shown = measures.length > 0 ? split : columns
  return (
    asksWho(reading) &&
    shown.length > 0 &&
    groups.length === split.length &&
    shown.every((ref) => ['date', 'number'].includes(infoOf(reading, ref)?.kind ?? ''))
  )
}

/** "Which supplier delivers the most products", "top customers by city": the ranked rows are not those asked for. */
const ranksOtherRows: MissingPart = (reading, { groups, limit }) => {
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

/** "How many Germans buy": counts people, not purchases. */
const countsActions: MissingPart = ({ parts, words }) =>
  parts.some((part, at) => {
    const [value, noun] = [parts[at + 1], parts[at + 2]]
    const isOpen = part.kind === 'count' && part.noun === null && value?.kind === 'value' && value.at === part.end
    return isOpen && noun?.kind === 'noun' && noun.at === value.end && !isSeveral(words.tokens[noun.end - 1])
  })

/** Each row is a group of its own: its count is always 1. */
const countsItself: MissingPart = (reading, { measures, groups }) =>
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

/** "Online orders vs store orders": two numbers, not a list. */
const lacksComparison: MissingPart = (reading, { groups }) => isMarked(reading, 'versus') && groups.length === 0

/** "Which branches hold a copy", "which parts are out of stock": the result has to show branches, and parts. */
const showsOtherRows: MissingPart = ({ parts, words }, { measures, columns, groups }) => {
  const head = parts.find(({ kind }) => kind !== 'mark')
  if (head?.kind !== 'noun' || head.noun.kind !== 'table' || measures.length + groups.length > 0) return false
  const isWhich = head.lead === 'which' || /^(which|what)$/.test(words.tokens[head.at - 1]?.lower ?? '')
  // "Clubs meet" is no compound, unlike "aircraft models".
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

/** "Furnished properties": an attribute before a noun is a condition, not a column to show. */
const showsAttribute: MissingPart = ({ parts }, { columns, measures, anchor }) =>
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

const CHECKS: readonly MissingPart[] = [
  showsOtherRows,
  ranksOtherRows,
  showsAttribute,
  lacksComparison,
  hasUnrequestedGroup,
  showsNoPeople,
  showsNonPeople,
  countsActions,
  countsItself,
  hasUnreadTable,
  lacksAverage,
  lacksSum,
  countsOne,
  lacksCount,
  boundsFold,
  isAmbiguousAggregate,
  lacksSplit,
  lacksBucket,
]

/** Records everything that the question asks for and the query lacks. */
export const recordMissingParts = (reading: Reading, tree: QueryTree, doubts: UncertaintyNotes): void => {
  for (const isMissing of CHECKS) if (isMissing(reading, tree)) doubts.markIncomplete()
}
