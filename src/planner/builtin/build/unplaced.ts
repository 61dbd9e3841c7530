import { type ColumnRef, type QueryTree, sameRef, tablesOf } from '../query/index.ts'
import { singularOf } from '../words/index.ts'
import { foldBounds } from './fold-bounds.ts'
import { asksWho, isMarked, partsOf } from './pieces.ts'
import { infoOf, leadsTo, type Scene, tableInfo } from './scene.ts'
import type { Tally } from './tally.ts'

/** A kind of thing that a question may ask for and its query not hold. */
type Unplaced = (scene: Scene, tree: QueryTree) => boolean

/** What is spoken of is no part of the query, nor what rows that it reads belong to anyway. */
const hasUnreadTable: Unplaced = (scene, tree) => {
  const read = tablesOf(tree)
  const onWay = read.flatMap(
    (one) => scene.catalog.graph.path(tree.anchor, one, tree.via)?.steps.map(({ to }) => to) ?? [],
  )
  return scene.said.some(({ table }) => !onWay.includes(table) && !read.some((one) => leadsTo(scene, one, table)))
}

const lacksAverage: Unplaced = (scene, { outer, measures }) =>
  isMarked(scene, 'average') && outer === null && measures.every(({ aggregate }) => aggregate !== 'avg')

const lacksCount: Unplaced = (scene, { measures }) => partsOf(scene, 'count').length > 0 && measures.length === 0

/** "Where the average age is below 30": a condition on groups, and none on the rows that are folded. */
const boundsFold: Unplaced = (scene, { having }) => foldBounds(scene).length > having.length

/** "Tickets by weekday" are no list of tickets. */
const lacksSplit: Unplaced = (scene, { groups, order }) =>
  partsOf(scene, 'noun').some(({ lead, noun }) => lead === 'by' && noun.kind === 'column') &&
  groups.length + order.length === 0

const lacksBucket: Unplaced = (scene, { groups }) =>
  partsOf(scene, 'bucket').length > groups.filter(({ type }) => type !== 'entity').length

/** "States that border states": a table that is related to itself is read once, and here it is named twice. */
const isTwice: Unplaced = (scene) =>
  partsOf(scene, 'noun').some(({ noun, clause, lead, end }) => {
    if (noun.kind !== 'table' || noun.table !== scene.subject || clause === 0 || lead === 'by' || lead === 'each')
      return false
    // "Conductors who have conducted" say what they do.
    const word = singularOf(scene.words.tokens[end - 1]?.lower ?? '')
    return word === singularOf(tableInfo(scene, noun.table)?.words.at(-1) ?? '')
  })

/** "How many people visited our website": what nobody asked to split by. */
const hasUnasked: Unplaced = (scene, { measures, groups }) =>
  measures.length > 0 &&
  groups.some(
    (group) =>
      group.type === 'column' &&
      partsOf(scene, 'noun').some(
        ({ noun, lead, at }) =>
          !['and', 'each', 'by', 'head'].includes(lead) &&
          noun.kind === 'column' &&
          noun.options.some(({ column }) => sameRef(column, group.column)) &&
          partsOf(scene, 'count').some((count) => count.end <= at && count.lead === 'head'),
      ),
  )

/** "Who handles the tickets": nobody is a ticket. */
const showsNobody: Unplaced = (scene, { anchor, measures, columns, groups }) =>
  asksWho(scene) &&
  measures.length === 0 &&
  groups.length === 0 &&
  tableInfo(scene, anchor)?.isPerson !== true &&
  (scene.subject ?? anchor) === anchor &&
  partsOf(scene, 'noun').every(({ noun }) => noun.kind === 'table') &&
  columns.every(({ table }) => table === anchor)

/** "Who closed the most tickets": nobody is a day or an amount. */
const showsNoPerson: Unplaced = (scene, { columns, groups, measures }) => {
  const split = groups.flatMap((group) => (group.type === 'column' ? [group.column] : []))
  const shown = measures.length > 0 ? split : columns
  return (
    asksWho(scene) &&
    shown.length > 0 &&
    groups.length === split.length &&
    shown.every((ref) => ['date', 'number'].includes(infoOf(scene, ref)?.kind ?? ''))
  )
}

/** "The size of our customer base" is no list of what orders come to. */
const isFarFetched: Unplaced = (scene, { anchor, columns, measures, groups }) =>
  scene.subject !== null &&
  scene.subject !== anchor &&
  measures.length + groups.length === 0 &&
  scene.said.every(({ table }) => table !== anchor) &&
  columns.every((ref) => linkOf(scene, ref) < NAMED)

/** A link that is a name, or as good as one. */
const NAMED = 0.95

/** How well the words for a column fit it. */
const linkOf = (scene: Scene, ref: ColumnRef): number =>
  Math.max(
    0,
    ...partsOf(scene, 'noun').flatMap(({ noun }) =>
      noun.kind === 'column' ? noun.options.flatMap(({ column, weight }) => (sameRef(column, ref) ? weight : [])) : [],
    ),
  )

/** "Online orders vs store orders": two numbers, and no list. */
const lacksBeside: Unplaced = (scene, { groups, outer }) =>
  isMarked(scene, 'versus') && groups.length === 0 && outer === null

const KINDS: readonly Unplaced[] = [
  lacksBeside,
  hasUnasked,
  showsNobody,
  showsNoPerson,
  isFarFetched,
  hasUnreadTable,
  lacksAverage,
  (scene, tree) => lacksCount(scene, tree) || boundsFold(scene, tree),
  lacksSplit,
  lacksBucket,
  isTwice,
]

/** Notes what a query does not hold of what its question asks for. */
export const loseUnplaced = (scene: Scene, tree: QueryTree, tally: Tally): void => {
  for (const isUnplaced of KINDS) if (isUnplaced(scene, tree)) tally.lose()
}
