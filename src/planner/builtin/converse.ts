import type { DraftRequest } from '../planner.ts'
import { interpret, interpretFollowUp, type Reading } from './interpret.ts'
import { type Ir, planSchema } from './ir.ts'
import type { When } from './period.ts'

/** Words that continue what was said before, whatever follows them. */
const CONTINUES =
  /^(ok |okay |so |now |then |yes |please )*(and|but|what about|how about|only|just|same|the same|instead|also|of (them|those|these)|show (them|those)|list (them|those)|who (are|were) (they|those|these)|which ones|what if)\b/i
const POINTS_BACK = /\b(they|them|those|these|ones|instead|the same)\b/i
const MIN_CONFIDENCE = 0.6

export const isSure = (reading: Reading): boolean =>
  reading.ir !== null && reading.query !== null && reading.confidence >= MIN_CONFIDENCE

const previousIr = (request: DraftRequest): Ir | null => {
  for (const turn of [...request.recentTurns].reverse()) {
    if (turn.plan === undefined) continue
    const parsed = planSchema.safeParse(turn.plan)
    return parsed.success ? parsed.data.ir : null
  }
  return null
}

/** True when the question names what it asks and what it asks about. */
const standsAlone = ({ reader, ir }: Reading): boolean =>
  ir !== null &&
  reader.targetAt >= 0 &&
  (reader.target?.kind === 'table' || reader.measures.length > 0 || reader.intent !== 'none')

/** Reads the question by itself, or as an edit of the one before when it leans on that. */
export const readInContext = (request: DraftRequest, when: When): Reading => {
  const alone = interpret(request.knowledge, request.question, when)
  const previous = previousIr(request)
  if (previous === null) return alone
  const question = request.question.trim()
  const leans = CONTINUES.test(question) || POINTS_BACK.test(question)
  const whole = standsAlone(alone) && isSure(alone)
  if (!leans && whole) return alone
  const edited = interpretFollowUp(request.knowledge, question, when, previous)
  if (isSure(edited)) return edited
  return alone
}
