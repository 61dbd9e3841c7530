import type { Knowledge } from '../../../ask/rules/knowledge.ts'
import { pause } from '../../../platform/values/sliced.ts'
import { type ColumnRef, emptyTree, type QueryTree } from '../query/index.ts'
import { type ColumnInfo, catalogOf, countMeasure, listColumns, type TableInfo } from '../schema/index.ts'
import { sentenceOf } from '../sentence/index.ts'
import { daysBetween, type When } from '../words/index.ts'
import { BY_MEASURE, splitsOf, tableQuestions, valuesIn } from './table-questions.ts'

/** However many tables there are, no more of them are suggested. */
const TABLES_MAX = 12
const SUGGESTIONS_MAX = 3
/** Of one table that was said; the third is about its neighbour. */
const OF_ONE_MAX = 2
const MONTHS_MIN = 60
const DAYS_MIN = 10
/** Fewer rows than these may all be of one kind. */
const SPLIT_ROWS_MIN = 10
const TOP = 3
const NEXT_TRIED_MAX = 8

/** Tables by how much hangs on them: those that happen and connect others first. */
export const mainTables = (knowledge: Knowledge): TableInfo[] => {
  const { graph, tables } = catalogOf(knowledge.view)
  const weight = ({ name, time }: TableInfo): number =>
    graph.stepsFrom(name).length + (time === null ? 0 : 3) + (graph.isHub(name) ? -20 : 0)
  return [...tables.values()].sort((a, b) => weight(b) - weight(a))
}

/** The same words in the same order, whatever their case and marks. */
export const sameQuestion = (a: string, b: string): boolean => wordsOf(a) === wordsOf(b)

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? ''

/** What a reply is given to. */
export interface Occasion {
  /** Questions that are not to be suggested again: this one, and those before. */
  readonly asked: readonly string[]
  /** Tables and columns that the question named. */
  readonly near: { readonly tables: readonly string[]; readonly columns: readonly ColumnRef[] }
}

export const NOWHERE: Occasion['near'] = { tables: [], columns: [] }

/** Three questions that are answered with several rows, near what was understood. */
export const suggestQuestions = async (knowledge: Knowledge, { asked, near }: Occasion): Promise<string[]> => {
  const catalog = catalogOf(knowledge.view)
  const { graph, tables } = catalog
  const said = [...new Set([...near.tables, ...near.columns.map(({ table }) => table)])].flatMap(
    (name) => tables.get(name) ?? [],
  )
  const neighbours = said
    .flatMap(({ name }) => graph.stepsFrom(name))
    .flatMap(({ to }) => (graph.isHub(to) ? [] : (tables.get(to) ?? [])))
  const about = [...new Set([...said, ...neighbours, ...mainTables(knowledge)])].slice(0, TABLES_MAX)
  const found: string[] = []
  for (const isAgain of [false, true])
    for (const table of about) {
      let left = isAgain ? SUGGESTIONS_MAX : said.includes(table) ? OF_ONE_MAX : 1
      for (const tree of tableQuestions(knowledge, table, near.columns)) {
        if (left === 0 || found.length === SUGGESTIONS_MAX) break
        await pause()
        const question = sentenceOf(catalog, tree)
        if (question === null || [...found, ...asked].some((known) => sameQuestion(known, question))) continue
        found.push(question)
        left--
      }
    }
  return found
}

/** A way to go on, and how many rows the answer before must have counted for it to give several itself. */
export interface NextQuestion {
  readonly question: string
  readonly rowsMin: number
}

/** Ways to go on from an answer, each of which says by itself what it asks for. */
export const nextQuestions = (
  knowledge: Knowledge,
  { question, tree }: { readonly question: string; readonly tree: QueryTree },
  when: When,
): readonly NextQuestion[] => {
  const catalog = catalogOf(knowledge.view)
  const asked = [question, sentenceOf(catalog, tree) ?? '']
  return nextTrees(knowledge, tree, when)
    .slice(0, NEXT_TRIED_MAX)
    .flatMap(({ tree: next, rowsMin }): readonly NextQuestion[] => {
      const words = sentenceOf(catalog, next)
      return words === null || asked.some((one) => sameQuestion(one, words)) ? [] : [{ question: words, rowsMin }]
    })
    .slice(0, SUGGESTIONS_MAX)
}

interface NextTree extends Pick<NextQuestion, 'rowsMin'> {
  readonly tree: QueryTree
}

const nextTrees = (knowledge: Knowledge, tree: QueryTree, when: When): readonly NextTree[] => {
  const catalog = catalogOf(knowledge.view)
  const table = catalog.tables.get(tree.anchor)
  if (table === undefined || tree.having.length > 0 || isOneRow(tree, table)) return []
  const { anchor, where, via, groups } = tree
  const rows = { ...emptyTree(anchor), where, via }
  const measures = tree.measures.length === 0 ? [countMeasure(catalog, anchor)] : tree.measures
  const split = (by: QueryTree['groups'][number], order: QueryTree['order']): NextTree => ({
    tree: { ...rows, measures, groups: [by], order },
    rowsMin: SPLIT_ROWS_MIN,
  })
  const splits = splitsOf(knowledge, table)
    .filter((column) => isOpen(knowledge, tree, column))
    .map(({ name }) => split({ type: 'column', column: { table: anchor, column: name } }, [BY_MEASURE]))
  const bucket = groups.some(({ type }) => type === 'time' || type === 'periods') ? null : bucketOf(tree, when)
  const periods =
    table.time === null || bucket === null
      ? []
      : [split({ type: 'time', column: { table: anchor, column: table.time }, bucket }, [])]
  if (groups.length > 0) {
    const isRanked = tree.limit === null && tree.order.some(({ by }) => by === 'measure')
    return [...(isRanked ? [{ tree: { ...tree, limit: TOP }, rowsMin: TOP + 1 }] : []), ...periods, ...splits]
  }
  const list =
    tree.measures.length === 0 ? [] : [{ tree: { ...rows, columns: listColumns(catalog, anchor, []) }, rowsMin: 2 }]
  return [...periods, ...splits.slice(0, 1), ...list, ...splits.slice(1)]
}

/** Rows that are chosen by what they are called. */
const isOneRow = ({ where, limit }: QueryTree, { label, primaryKey }: TableInfo): boolean =>
  limit === 1 ||
  where.some((one) => one.type === 'compare' && one.op === '=' && [label, ...primaryKey].includes(one.column.column))

/** How a stretch of time falls into parts. */
const bucketOf = ({ where }: QueryTree, { today }: When): 'month' | 'day' | null => {
  const range = where.find((one) => one.type === 'range')
  if (range?.type !== 'range' || range.negated) return where.some(({ type }) => type === 'any') ? null : 'month'
  if (range.from === null) return 'month'
  const days = daysBetween(range.from, range.to === null || range.to > today ? today : range.to)
  return days >= MONTHS_MIN ? 'month' : days >= DAYS_MIN ? 'day' : null
}

/** One of so many values of a column decides about another that has far fewer: a city about its country. */
const DECIDES = 3

/** Whether rows may still differ in a column, as far as conditions and groups tell. */
const isOpen = (knowledge: Knowledge, { where, groups }: QueryTree, { table, name }: ColumnInfo): boolean => {
  const isGrouped = groups.some(
    (group) => group.type === 'column' && group.column.table === table && group.column.column === name,
  )
  const isSettled = where.some(
    (one) =>
      (one.type === 'compare' || one.type === 'in') &&
      one.column.table === table &&
      (one.column.column === name ||
        valuesIn(knowledge, table, one.column.column) >= DECIDES * valuesIn(knowledge, table, name)),
  )
  return !isGrouped && !isSettled
}
