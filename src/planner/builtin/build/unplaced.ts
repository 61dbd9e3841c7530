import { singularOf } from '../../../words/index.ts'
import { type ColumnRef, type QueryTree, sameRef, tablesOf, withInner } from '../query/index.ts'
import { isDoneBy, isSeveral } from '../read/index.ts'
import type { Doubts } from './doubts.ts'
import { foldBounds } from './fold-bounds.ts'
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

const lacksAverage: Unplaced = (reading, { outer, measures }) =>
  isMarked(reading, 'average') && outer === null && measures.every(({ aggregate }) => aggregate !== 'avg')

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
const boundsFold: Unplaced = (reading, { having }) => foldBounds(reading).length > having.length

/** "Tickets by weekday" are no list of tickets. */
const lacksSplit: Unplaced = (reading, { groups, order }) =>
  partsOf(reading, 'noun').some(({ lead, noun }) => lead === 'by' && noun.kind === 'column') &&
  groups.length + order.length === 0

const lacksBucket: Unplaced = (reading, { groups }) =>
  partsOf(reading, 'bucket').length > groups.filter(({ type }) => type !== 'entity').length

/** "States that border states": a table that is related to itself is read once, and here it is named twice. */
const isTwice: Unplaced = (reading) =>
  partsOf(reading, 'noun').some(({ noun, clause, lead, end }) => {
    if (noun.kind !== 'table' || noun.table !== reading.subject || clause === 0 || lead === 'by' || lead === 'each')
      return false
    // "Conductors who have conducted" say what they do.
    const word = singularOf(reading.words.tokens[end - 1]?.lower ?? '')
    return word === singularOf(tableInfo(reading, noun.table)?.words.at(-1) ?? '')
  })

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

/** "Who handles the tickets": nobody is a ticket. */
const showsNobody: Unplaced = (reading, { anchor, measures, columns, groups }) =>
  asksWho(reading) &&
  measures.length === 0 &&
  groups.length === 0 &&
  tableInfo(reading, anchor)?.isPerson !== true &&
  (reading.subject ?? anchor) === anchor &&
  partsOf(reading, 'noun').every(({ noun }) => noun.kind === 'table') &&
  columns.every(({ table }) => table === anchor)

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

/** Whether rows are listed of a table that nobody spoke of, where another one is asked about. */
const listsUnsaid: Unplaced = ({ subject, said }, { anchor, measures, groups }) =>
  subject !== null &&
  subject !== anchor &&
  measures.length + groups.length === 0 &&
  said.every(({ table }) => table !== anchor)

/** "The size of our customer base" is no list of what orders come to. */
const isFarFetched: Unplaced = (reading, tree) =>
  listsUnsaid(reading, tree) && tree.columns.every((ref) => linkOf(reading, ref) < NAMED)

/** A link that is a name, or as good as one. */
const NAMED = 0.95

/** How well the words for a column fit it. */
const linkOf = (reading: Reading, ref: ColumnRef): number =>
  Math.max(
    0,
    ...partsOf(reading, 'noun').flatMap(({ noun }) =>
      noun.kind === 'column' ? noun.options.flatMap(({ column, weight }) => (sameRef(column, ref) ? weight : [])) : [],
    ),
  )

/** "The oldest sailor of each nationality" are several. */
const lacksEach: Unplaced = ({ parts, words }, { limit, groups }) =>
  limit !== null &&
  groups.length === 0 &&
  parts.some(
    ({ kind, at, end }) =>
      kind === 'noun' && words.tokens.slice(at, end).some(({ lower }) => lower === 'each' || lower === 'every'),
  )

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

/** No row is without its own key. */
const missesKey: Unplaced = (reading, { where }) =>
  withInner(where).some(
    (one) =>
      one.type === 'null' &&
      !one.negated &&
      tableInfo(reading, one.column.table)?.primaryKey.includes(one.column.column) === true,
  )

/** "The codes of all template types" are those of the types, and not of the templates that have one. */
const isOfOthers: Unplaced = (reading, tree) => {
  const { columns, where, order } = tree
  const own = tableInfo(reading, reading.subject ?? '')
  return (
    listsUnsaid(reading, tree) &&
    columns.length > 0 &&
    where.length + order.length === 0 &&
    columns.every(({ table, column }) => table === own?.name || own?.columns.has(column) === true)
  )
}

/** "Online orders vs store orders": two numbers, and no list. */
const lacksBeside: Unplaced = (reading, { groups, outer }) =>
  isMarked(reading, 'versus') && groups.length === 0 && outer === null

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

/** "The companies shared by orchestras": what was done is nothing to be shown. */
const showsVerb: Unplaced = ({ parts, words }, { columns, groups }) =>
  parts.some(
    (part) =>
      part.kind === 'noun' &&
      part.noun.kind === 'column' &&
      part.end === part.at + 1 &&
      part.lead === 'after' &&
      isDoneBy(words, part.end) &&
      part.noun.options.some(({ column }) =>
        [...columns, ...groups.flatMap((group) => (group.type === 'column' ? [group.column] : []))].some((ref) =>
          sameRef(ref, column),
        ),
      ),
  )

/** "Per 100 g": nothing that rows are split by. */
const splitsByNumber: Unplaced = ({ parts, words }, { groups }) =>
  groups.length > 0 &&
  parts.some(
    (part) =>
      part.kind === 'noun' &&
      isGroup(part) &&
      words.tokens.slice(part.at, part.end).some(({ number }) => number !== undefined),
  )

const KINDS: readonly Unplaced[] = [
  showsElse,
  ranksElse,
  showsAttribute,
  showsVerb,
  splitsByNumber,
  lacksBeside,
  hasUnasked,
  showsNobody,
  showsNoPerson,
  isFarFetched,
  isOfOthers,
  lacksEach,
  countsItself,
  missesKey,
  hasUnreadTable,
  lacksAverage,
  lacksSum,
  countsOne,
  (reading, tree) => lacksCount(reading, tree) || boundsFold(reading, tree),
  lacksSplit,
  lacksBucket,
  isTwice,
]

/** Notes what a query does not hold of what its question asks for. */
export const loseUnplaced = (reading: Reading, tree: QueryTree, doubts: Doubts): void => {
  for (const isUnplaced of KINDS) if (isUnplaced(reading, tree)) doubts.lose()
}
