import { type Knowledge, valuesOf } from '../../../domain/ask/knowledge.ts'
import type { QueryTree } from '../query/index.ts'
import { type ColumnInfo, catalogOf, type TableInfo } from '../schema/index.ts'
import { decisionOn, fragmentOf } from '../weigh/index.ts'
import { daysBetween, type When } from '../words/index.ts'
import { sameQuestion } from './suggest.ts'
import { splitsOf } from './suggestion-candidates.ts'

const SUGGESTIONS_MAX = 3
const MONTHS_MIN = 60
const DAYS_MIN = 10
/** Fewer rows than these may all be of one kind. */
const SPLIT_ROWS_MIN = 10
const TOP = 3

/** A way to go on, and how many rows the answer before must have counted for it to give several itself. */
export interface NextQuestion {
  readonly question: string
  readonly rowsMin: number
}

/** A question that has been answered. */
export interface Answered {
  readonly question: string
  readonly tree: QueryTree
  readonly query: string
}

/** Ways to go on from an answer that this planner understands, and that give other rows than the answer had. */
export const nextQuestions = async (
  knowledge: Knowledge,
  { question, tree, query }: Answered,
  when: When,
): Promise<NextQuestion[]> => {
  const found: NextQuestion[] = []
  const queries = new Set([query])
  for (const next of candidates(knowledge, tree, when)) {
    if (found.length === SUGGESTIONS_MAX) break
    if (sameQuestion(next.question, question)) continue
    const decided = await decisionOn(knowledge, fragmentOf(next.question), when, tree)
    if (decided.kind !== 'answer' || queries.has(decided.answer.query)) continue
    queries.add(decided.answer.query)
    found.push(next)
  }
  return found
}

const candidates = (knowledge: Knowledge, tree: QueryTree, when: When): readonly NextQuestion[] => {
  const table = catalogOf(knowledge.view).tables.get(tree.anchor)
  if (table === undefined || isOneRow(tree, table)) return []
  const splits = splitsOf(knowledge, table)
    .filter((column) => isOpen(knowledge, tree, column))
    .map(({ words }) => ({ question: `And by ${words.join(' ')}?`, rowsMin: SPLIT_ROWS_MIN }))
  const periods = tree.groups.some(({ type }) => type === 'time' || type === 'periods')
    ? []
    : periodsOf(tree, table, when).map((question) => ({ question, rowsMin: SPLIT_ROWS_MIN }))
  if (tree.groups.length > 0) {
    const isRanked = tree.limit === null && tree.order.some(({ by }) => by === 'measure')
    return [...(isRanked ? [{ question: `Only the top ${TOP}`, rowsMin: TOP + 1 }] : []), ...periods, ...splits]
  }
  const list = tree.measures.length === 0 ? [] : [{ question: 'Show me the list', rowsMin: 2 }]
  const [first, ...others] = splits
  return [...periods, ...(first === undefined ? [] : [first]), ...list, ...others]
}

/** Rows that are chosen by what they are called. */
const isOneRow = ({ where, limit }: QueryTree, { label, primaryKey }: TableInfo): boolean =>
  limit === 1 ||
  where.some(
    (one) =>
      one.type === 'compare' && one.op === '=' && [label, ...primaryKey].some((column) => column === one.column.column),
  )

/** How a stretch of time falls into parts. */
const periodsOf = ({ where }: QueryTree, { time }: TableInfo, { today }: When): readonly string[] => {
  if (time === null) return []
  const range = where.find((one) => one.type === 'range')
  const open = range?.type === 'range' && !range.negated ? range : undefined
  if (open === undefined) return where.some(({ type }) => type === 'any') ? [] : ['And per month?']
  if (open.from === null) return ['And per month?']
  const to = open.to === null || open.to > today ? today : open.to
  const days = daysBetween(open.from, to)
  return days >= MONTHS_MIN ? ['And per month?'] : days >= DAYS_MIN ? ['And per day?'] : []
}

/** One of so many values of a column decides about another that has far fewer: a city about its country. */
const DECIDES = 3

/** Whether rows may still differ in a column, as far as conditions and groups tell. */
const isOpen = (knowledge: Knowledge, { where, groups }: QueryTree, { table, name }: ColumnInfo): boolean => {
  const count = (column: string): number => valuesOf(knowledge, table, column)?.values.length ?? 0
  const isGrouped = groups.some(
    (group) => group.type === 'column' && group.column.table === table && group.column.column === name,
  )
  return (
    !isGrouped &&
    where.every((one) => {
      if (one.type !== 'compare' && one.type !== 'in') return true
      if (one.column.table !== table) return true
      return one.column.column !== name && count(one.column.column) < DECIDES * count(name)
    })
  )
}
