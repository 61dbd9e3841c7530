import * as z from 'zod'
import type { Knowledge } from '../../../ask/rules/knowledge.ts'
import type { Json } from '../../../platform/values/json.ts'
import { runInSlices } from '../../../platform/values/sliced.ts'
import { nounsOf } from '../build/index.ts'
import { type QueryTree, queryText, queryTreeSchema, tablesOf } from '../query/index.ts'
import type { State } from '../read/index.ts'
import { type Catalog, catalogOf } from '../schema/index.ts'
import { addDays, addMonths, daysBetween, isSmall, type PeriodContext } from '../words/index.ts'
import { type Decision, decide } from './decide.ts'
import { type ReadQuestion, read, type WeighedQuery, weigh } from './weigh.ts'

/** A question with the previous turns. */
interface Conversation {
  readonly question: string
  /** Oldest first; with the plans of executed queries. */
  readonly recentTurns: readonly { readonly plan?: Json }[]
  readonly knowledge: Knowledge
}

/** Beginnings that mark a follow-up regardless of the rest. */
const CONTINUES =
  /^(ok |okay |so |now |then |yes |please )*(and|but|what about|how about|only|just|same|the same|instead|also|of (them|those|these)|show (them|those)|list (them|those)|who (are|were) (they|those|these)|which ones|what if)\b/i
const POINTS_BACK =
  /\b(they|them|those|these|ones|instead|their|the same|(is|was|are|were|of|about|than) (that|it|this))\b|\b(only|as well|too|that)\s*[?.!]*$/i
/** A question that begins so, and names no measure or intent, is a follow-up. */
const FRAGMENT =
  /^(from|with|without|by|per|for|of|in|at|on|excluding|except|sorted|sort|ordered by|since|before|after|until|between|last|this|as)\b/i

/** Words that only join a follow-up to the previous question. */
const JOINING =
  /^(?:ok(?:ay)?|so|now|then|yes|please|and|but|what about|how about|only|just|instead|also|(?:make|do) (?:it|that|them)|(?:the )?same (?:for|in|with|of)|what if(?: it is)?|show(?: me)?(?= (?:only|just|the top|by|per)\b))[\s,]+/i
const TRAILING = /[\s,]+(?:only|instead|as well|too|please|again|(?:of|for) (?:that|it|this))(?=\s*[?.!]*$)/i
const OF_THEM = /\bof (?:them|those|these)\b/i
const JOINTS_MAX = 4

/** A follow-up without its joining words. */
const fragmentOf = (question: string): string => {
  let text = question.trim()
  for (let tries = 0; tries < JOINTS_MAX; tries++) {
    const shorter = text.replace(JOINING, '').replace(TRAILING, '')
    if (shorter === text || !/[\p{L}\d]/u.test(shorter)) break
    text = shorter
  }
  return /\b(?:most|fewest|least) of\b/i.test(text) ? text : text.replace(OF_THEM, '').replace(/\s+/g, ' ')
}

/** The query of the previous question, if its tables and columns still exist. */
const previousTree = ({ recentTurns, knowledge }: Conversation): QueryTree | null => {
  for (const turn of [...recentTurns].reverse()) {
    if (turn.plan === undefined) continue
    return treeOf(turn.plan, catalogOf(knowledge.view))
  }
  return null
}

/** The part of a stored plan that a follow-up changes. */
const asked = z.object({ ir: queryTreeSchema })

const treeOf = (plan: Json, catalog: Catalog): QueryTree | null => {
  const parsed = isSmall(plan) ? asked.safeParse(plan) : undefined
  if (parsed?.success !== true) return null
  const { ir } = parsed.data
  return tablesOf(ir).every((table) => catalog.tables.has(table)) ? ir : null
}

const BEFORE_THAT =
  /\b(?:in |for |during )?(?:the )?(?:year|month|quarter|week|day|period|one) before(?: that(?: one)?)?(?=\s*[?.!]*$)|\bbefore that\b|\bthe (?:previous|preceding) (?:one|period)\b/i

const MONTH =
  /\b(january|february|march|april|may|june|july|august|september|october|november|december)\b(?!,? (?:\d|of\b))/gi
const NAMES_YEAR = /\b(?:\d{4}|years?|this|last|next|since)\b/i

/** "Compare with June" means June of the year in question; other relative times are replaced by dates. */
const datedQuestion = (question: string, previous: QueryTree): string => {
  const range = previous.where.find((condition) => condition.type === 'range')
  if (range?.type === 'range' && range.from !== null && range.to !== null && !NAMES_YEAR.test(question)) {
    const year = range.from.slice(0, 4)
    if (addDays(range.to, -1).startsWith(year)) return spelledOut(question.replace(MONTH, `$& ${year}`), range)
  }
  return spelledOut(question, range)
}

/** "The year before that" is relative to the period of the previous question. */
const spelledOut = (question: string, range: QueryTree['where'][number] | undefined): string => {
  if (!BEFORE_THAT.test(question) || range?.type !== 'range' || range.from === null || range.to === null)
    return question
  const months = monthsBetween(range.from, range.to)
  const from =
    months === null ? addDays(range.from, -daysBetween(range.from, range.to)) : addMonths(range.from, -months)
  return question.replace(BEFORE_THAT, `from ${from} to ${addDays(range.from, -1)}`)
}

const monthsBetween = (from: string, to: string): number | null => {
  for (const months of [1, 3, 6, 12]) if (addMonths(from, months) === to) return months
  return null
}

/** Whether a reading names the rows it asks for. */
const standsAlone = ({ parts }: State): boolean =>
  parts.some((part) => {
    switch (part.kind) {
      case 'noun':
      case 'fold':
        return part.lead !== 'each' && part.lead !== 'by'
      case 'count':
        return part.noun !== null
      case 'rank':
        return part.by.kind === 'noun' || part.by.kind === 'count'
      default:
        return false
    }
  })

/** Whether a reading counts, measures or ranks. */
const asksNumber = ({ parts }: State): boolean =>
  parts.some(
    (part) =>
      part.kind === 'count' ||
      part.kind === 'fold' ||
      part.kind === 'rank' ||
      (part.kind === 'noun' && part.noun.kind === 'measure' && part.lead !== 'by'),
  )

/** "What was the average rating?" after a question about last year's reviews keeps the year. */
const isBareMeasure = (
  { anchor, measures, groups, where }: QueryTree,
  question: string,
  previous: QueryTree,
): boolean =>
  /\b(was|were|did)\b/i.test(question) &&
  anchor === previous.anchor &&
  measures.length === 1 &&
  measures[0]?.column !== null &&
  groups.length === 0 &&
  where.length === 0 &&
  previous.groups.length === 0

/** The reading of a question, and the decision on it. */
export interface DecidedReading {
  readonly read: ReadQuestion
  readonly decision: Decision
  /** The best reading, if any. */
  readonly state: State | null
}

const understand = async (
  { knowledge }: Conversation,
  question: string,
  when: PeriodContext,
  previous: QueryTree | null,
): Promise<DecidedReading> => {
  const words = await runInSlices(read(knowledge, question, when))
  const weighed = await runInSlices(weigh(knowledge, words, previous))
  return { read: words, decision: decide(weighed), state: weighed[0]?.state ?? words.states[0] ?? null }
}

/** Reads a follow-up as a change to the previous query. */
const understandEdit = (
  request: Conversation,
  question: string,
  when: PeriodContext,
  previous: QueryTree,
): Promise<DecidedReading> => understand(request, fragmentOf(datedQuestion(question, previous)), when, previous)

const isAnswered = ({ decision }: DecidedReading): boolean => decision.kind === 'answer'

/** "The second one": a row of the previous answer, which a query cannot reference. */
const NTH = /\b(first|second|third|fourth|fifth|last|next|other) (?:one|of (?:them|those|these))\b/i

/** Offers the first row of the previous list, which may be the one that is meant. */
const offerFirstRow = async (
  request: Conversation,
  when: PeriodContext,
  previous: QueryTree,
  nth: string,
): Promise<DecidedReading> => {
  const alone = await understand(request, request.question, when, null)
  const tree: QueryTree = { ...previous, limit: 1 }
  const { view } = request.knowledge
  const query =
    nth === 'first' && previous.measures.length === 0 ? queryText(catalogOf(view), view.dialect, tree) : null
  if (query === null || alone.state === null) return { ...alone, decision: { kind: 'decline' } }
  return { ...alone, decision: { kind: 'ask', between: [{ tree, query, probability: POINTED, state: alone.state }] } }
}
const POINTED = 0.5

/** "What is the average price?" after a question about some of the products: is it of these, or of all? */
const mayBeFollowUp = ({ tree, state }: WeighedQuery, previous: QueryTree): boolean =>
  tree.anchor === previous.anchor &&
  tree.where.length === 0 &&
  previous.where.length > 0 &&
  !state.parts.some((part) => nounsOf(part).some(({ kind }) => kind === 'table'))

/** Reads the question by itself, or as a change to the previous query if it is a follow-up. */
export const understandInContext = async (request: Conversation, when: PeriodContext): Promise<DecidedReading> => {
  const question = request.question.trim()
  const previous = previousTree(request)
  if (previous === null) return understand(request, question, when, null)
  const [, nth] = NTH.exec(question) ?? []
  if (nth !== undefined) return offerFirstRow(request, when, previous, nth.toLowerCase())
  if (CONTINUES.test(question) || POINTS_BACK.test(question)) return understandEdit(request, question, when, previous)
  const alone = await understand(request, question, when, null)
  const { decision, state } = alone
  const isWhole = decision.kind === 'answer' && standsAlone(decision.answer.state)
  const isFragment = FRAGMENT.test(question) && (state === null || !asksNumber(state))
  const leans = isFragment || (decision.kind === 'answer' && isBareMeasure(decision.answer.tree, question, previous))
  if (isWhole && !leans && !mayBeFollowUp(decision.answer, previous)) return alone
  const edited = await understandEdit(request, question, when, previous)
  if (isWhole && !leans)
    return edited.decision.kind === 'answer'
      ? { ...alone, decision: { kind: 'ask', between: [edited.decision.answer, decision.answer] } }
      : alone
  return isAnswered(edited) || isFragment ? edited : alone
}

/** "Orders per customer? Show only the top 5": the second sentence changes the query of the first. */
export const understandSentences = async (
  request: Conversation,
  [first = '', second = '', more]: readonly string[],
  when: PeriodContext,
): Promise<DecidedReading | null> => {
  if (more !== undefined) return null
  const { decision } = await understandInContext({ ...request, question: first }, when)
  if (decision.kind !== 'answer') return null
  const edited = await understandEdit(request, second, when, decision.answer.tree)
  return isAnswered(edited) ? edited : null
}
