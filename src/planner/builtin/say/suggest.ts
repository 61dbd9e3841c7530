import type { Knowledge } from '../../../ask/rules/knowledge.ts'
import { pause } from '../../../platform/values/sliced.ts'
import { type ColumnRef, emptyTree, type QueryTree } from '../query/index.ts'
import { type ColumnInfo, catalogOf, countMeasure, listColumns, type TableInfo } from '../schema/index.ts'
import { sentenceOf } from '../sentence/index.ts'
import { daysBetween, type PeriodContext } from '../words/index.ts'
import { BY_MEASURE, splitsOf, tableQuestions, valuesIn } from './table-questions.ts'

/** Limit of suggested tables, for large schemas. */
const TABLES_MAX = 12
const SUGGESTIONS_MAX = 3
/** Suggestions about one mentioned table; the third is about a neighbour. */
const PER_TABLE_MAX = 2
const MONTHS_MIN = 60
const DAYS_MIN = 10
/** Fewer rows may all belong to one group. */
const SPLIT_ROWS_MIN = 10
const TOP = 3
const NEXT_TRIED_MAX = 8

/** Tables by importance: tables of events that connect others first. */
export const mainTables = (knowledge: Knowledge): TableInfo[] => {
  const { graph, tables } = catalogOf(knowledge.view)
  const weight = ({ name, time }: TableInfo): number =>
    graph.stepsFrom(name).length + (time === null ? 0 : 3) + (graph.isHub(name) ? -20 : 0)
  return [...tables.values()].sort((a, b) => weight(b) - weight(a))
}

/** Compares words and their order, ignoring case and punctuation. */
export const sameQuestion = (a: string, b: string): boolean => wordsOf(a) === wordsOf(b)

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? ''

/** The context of suggestions. */
export interface SuggestionContext {
  /** Questions not to be suggested: the current and earlier ones. */
  readonly asked: readonly string[]
  /** Tables and columns named in the question. */
  readonly near: { readonly tables: readonly string[]; readonly columns: readonly ColumnRef[] }
}

export const NO_CONTEXT: SuggestionContext['near'] = { tables: [], columns: [] }

/** Three questions near the understood ones, each with several rows as answer. */
export const suggestQuestions = async (knowledge: Knowledge, { asked, near }: SuggestionContext): Promise<string[]> => {
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
      let left = isAgain ? SUGGESTIONS_MAX : said.includes(table) ? PER_TABLE_MAX : 1
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

/** A follow-up question, and the minimum of rows in the previous answer for it to have several rows itself. */
interface NextQuestion {
  readonly question: string
  readonly rowsMin: number
}

/** Self-contained follow-up questions to an answer. */
export const nextQuestions = (
  knowledge: Knowledge,
  { question, tree }: { readonly question: string; readonly tree: QueryTree },
  when: PeriodContext,
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

const nextTrees = (knowledge: Knowledge, tree: QueryTree, when: PeriodContext): readonly NextTree[] => {
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
    .filter((column) => mayVary(knowledge, tree, column))
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

/** Whether rows are selected by their label. */
const isOneRow = ({ where, limit }: QueryTree, { label, primaryKey }: TableInfo): boolean =>
  limit === 1 ||
  where.some((one) => one.type === 'compare' && one.op === '=' && [label, ...primaryKey].includes(one.column.column))

/** The time unit into which a period is split. */
const bucketOf = ({ where }: QueryTree, { today }: PeriodContext): 'month' | 'day' | null => {
  const range = where.find((one) => one.type === 'range')
  if (range?.type !== 'range' || range.negated) return where.some(({ type }) => type === 'any') ? null : 'month'
  if (range.from === null) return 'month'
  const days = daysBetween(range.from, range.to === null || range.to > today ? today : range.to)
  return days >= MONTHS_MIN ? 'month' : days >= DAYS_MIN ? 'day' : null
}

/** How many times more values the first of two columns has for it to determine the second: a city determines its country. */
const DECIDES = 3

/** Whether rows may still differ in a column, as far as conditions and groups show. */
const mayVary = (knowledge: Knowledge, { where, groups }: QueryTree, { table, name }: ColumnInfo): boolean => {
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
