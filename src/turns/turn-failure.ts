import { monthEnd, monthOf } from '../domain/ask/month.ts'
import { Problem, type ProblemName } from '../domain/problem.ts'

/** The problem that a turn has ended with, as it is told now. @param message as it was stored */
export const turnFailure = (problem: ProblemName, message: string): Problem =>
  new Problem(problem, { message, ...(problem === 'monthly_tokens_reached' ? { retryAfterS: untilNextMonth() } : {}) })

const untilNextMonth = (): number => {
  const now = new Date()
  return Math.max(1, Math.ceil((monthEnd(monthOf(now.toISOString())) - now.getTime()) / 1000))
}
