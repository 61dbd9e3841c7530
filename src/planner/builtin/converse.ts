import type { Json } from '../../domain/json.ts'
import { pause } from '../../domain/sliced.ts'
import type { DraftRequest } from '../planner.ts'
import { addDays, addMonths, daysBetween } from './calendar.ts'
import { type Catalog, catalogOf } from './catalog.ts'
import { interpret, interpretFollowUp, type Reading } from './interpret.ts'
import { isSmall } from './is-small.ts'
import type { When } from './period.ts'
import { planSchema } from './plan.ts'
import { type QueryTree as Ir, tablesOf } from './query/index.ts'

/** Words that continue what was said before, whatever follows them. */
const CONTINUES =
  /^(ok |okay |so |now |then |yes |please )*(and|but|what about|how about|only|just|same|the same|instead|also|of (them|those|these)|show (them|those)|list (them|those)|who (are|were) (they|those|these)|which ones|what if)\b/i
const POINTS_BACK =
  /\b(they|them|those|these|ones|instead|their|the same|(is|was|are|were|of|about|than) (that|it|this))\b|\b(only|as well|too|that)\s*[?.!]*$/i
/** A question that opens so, and names no measure or intent, continues one. */
const FRAGMENT =
  /^(from|with|without|by|per|for|of|in|at|on|excluding|except|sorted|sort|ordered by|since|before|after|until|between|last|this)\b/i
const MIN_CONFIDENCE = 0.6

export const isSure = (reading: Reading): boolean =>
  reading.ir !== null && reading.query !== null && reading.confidence >= MIN_CONFIDENCE

const previousIr = (request: DraftRequest): Ir | null => {
  for (const turn of [...request.recentTurns].reverse()) {
    if (turn.plan === undefined) continue
    return irOf(turn.plan, catalogOf(request.knowledge.view))
  }
  return null
}

/** The IR of a stored plan, when it is one, and when what it speaks of is there still. */
const irOf = (plan: Json, catalog: Catalog): Ir | null => {
  const parsed = isSmall(plan) ? planSchema.safeParse(plan) : undefined
  if (parsed?.success !== true) return null
  const { ir } = parsed.data
  return tablesOf(ir).every((table) => catalog.tables.has(table)) ? ir : null
}

const BEFORE_THAT =
  /\b(?:in |for |during )?(?:the )?(?:year|month|quarter|week|day|period|one) before(?: that(?: one)?)?(?=\s*[?.!]*$)|\bbefore that\b|\bthe (?:previous|preceding) (?:one|period)\b/i

/** "The year before that" depends on the time of the earlier question: it is spelled out as dates. */
const datedQuestion = (question: string, previous: Ir): string => {
  const range = previous.where.find((condition) => condition.type === 'range')
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

/** True when the question names what it asks and what it asks about. */
const standsAlone = ({ reader, ir }: Reading): boolean =>
  ir !== null &&
  reader.targetAt >= 0 &&
  (reader.target?.kind === 'table' || reader.measures.length > 0 || reader.intent !== 'none')

/** "What was the average rating?" after a question about last year's reviews keeps the year. */
const isBareMeasure = ({ reader, ir }: Reading, question: string, previous: Ir): boolean =>
  ir !== null &&
  /\b(was|were|did)\b/i.test(question) &&
  reader.target?.kind !== 'table' &&
  ir.anchor === previous.anchor &&
  ir.measures.length === 1 &&
  ir.groups.length === 0 &&
  ir.where.length === 0 &&
  previous.groups.length === 0

/** True for words that continue an earlier question, where there is one. */
export const leansBack = (request: DraftRequest): boolean => {
  const question = request.question.trim()
  return previousIr(request) !== null && (CONTINUES.test(question) || POINTS_BACK.test(question))
}

/** Reads the question by itself, or as an edit of the one before when it leans on that. */
export const readInContext = async (request: DraftRequest, when: When): Promise<Reading> => {
  await pause()
  const alone = interpret(request.knowledge, request.question, when)
  const previous = previousIr(request)
  if (previous === null) return alone
  const question = request.question.trim()
  const leans =
    leansBack(request) ||
    (FRAGMENT.test(question) &&
      (alone.reader.intent === 'none' || /^(by|per)\b/i.test(question)) &&
      alone.reader.measures.length === 0)
  const whole = standsAlone(alone) && isSure(alone)
  if (isBareMeasure(alone, question, previous)) {
    await pause()
    const carried = interpretFollowUp(request.knowledge, `and ${question}`, when, previous)
    if (isSure(carried)) return carried
  }
  if (!leans && whole) return alone
  await pause()
  const edited = interpretFollowUp(request.knowledge, datedQuestion(question, previous), when, previous)
  if (isSure(edited)) return edited
  // "Their emails" by itself would be everybody's.
  return THEIRS.test(question) && alone.reader.target?.kind === 'column' ? edited : alone
}

const THEIRS = /\btheirs?\b/i
