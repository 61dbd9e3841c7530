import { randomUUID } from 'node:crypto'
import { limitsInForce } from '../src/domain/access/plan.ts'
import { tokensOf, type Usage } from '../src/domain/ask/draft.ts'
import { monthOf } from '../src/domain/ask/month.ts'
import type { Question } from '../src/domain/ask/question.ts'
import { spendingOf } from '../src/domain/ask/spending.ts'
import { Problem } from '../src/domain/problem.ts'
import type { TokenBudget } from '../src/planner/planner.ts'
import type { StepParts } from './step-parts.ts'

/**
 * What the calls of a step may still spend: of the tokens of one turn, and of those that its organization has for the
 * month. What other turns spend that run at the same time is counted when they end.
 *
 * @param before tokens of the turn's earlier steps, and of earlier attempts of this one
 */
export const tokenBudget = (
  app: Pick<StepParts, 'modelPrices' | 'store' | 'turnTokens'>,
  question: Pick<Question, 'turnId' | 'caller' | 'askedAt'>,
  before: Usage | undefined,
): TokenBudget => {
  let left: Promise<number> | undefined
  return {
    async refusal(tokens, spent) {
      const ofTurn = tokensOf(before) + tokensOf(spent) + tokens
      if (app.turnTokens !== undefined && ofTurn > app.turnTokens) return new Problem('turn_tokens_reached')
      left ??= leftInMonth(app, question)
      return ofTurn > (await left) ? new Problem('monthly_tokens_reached', { transient: false }) : undefined
    },
    async cutOff(usage) {
      // Beside what the turn is counted with when it ends; cancelling waits for no store that is away.
      const cut = { turnId: `${question.turnId}.${randomUUID()}`, month: monthOf(question.askedAt) }
      await app.store.countSpending(question.caller, cut, spendingOf(usage, app.modelPrices)).catch(() => undefined)
    },
  }
}

/** Infinity where the organization has no such limit. */
const leftInMonth = async (
  { store }: Pick<StepParts, 'store'>,
  { caller, askedAt }: Pick<Question, 'caller' | 'askedAt'>,
): Promise<number> => {
  const organization = await store.organization(caller)
  const allowed = organization === undefined ? null : limitsInForce(organization).tokens_per_month.allowed
  if (allowed === null) return Number.POSITIVE_INFINITY
  const spent = await store.modelSpending(caller, monthOf(askedAt))
  return spent.reduce((left, one) => left - tokensOf(one), allowed)
}
