import { Problem } from '../../platform/problems/problem.ts'
import type { Failure } from '../rules/answer.ts'
import { monthEnd, monthOf } from '../rules/month.ts'

/** The problem that a turn has ended with, in its current wording. */
export const turnFailure = ({ problem, message, ...retry }: Failure): Problem =>
  new Problem(problem, {
    message,
    ...retry,
    ...(problem === 'monthly_tokens_reached' ? { retryAfterS: untilNextMonth() } : {}),
  })

const untilNextMonth = (): number => {
  const now = new Date()
  return Math.max(1, Math.ceil((monthEnd(monthOf(now.toISOString())) - now.getTime()) / 1000))
}
