import { randomUUID } from 'node:crypto'
import { tokensLeft } from '../src/access/rules/tokens-left.ts'
import { dayOf } from '../src/ask/rules/day.ts'
import { tokensOf, type Usage } from '../src/ask/rules/draft.ts'
import { monthOf } from '../src/ask/rules/month.ts'
import type { Question } from '../src/ask/rules/question.ts'
import { spendingOf } from '../src/ask/rules/spending.ts'
import type { TokenBudget } from '../src/planner/planner.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import type { StepParts } from './step-parts.ts'

/**
 * What the calls of a step may still spend: of the tokens of one turn, and of those that its organization has for the
 * month. What other turns spend that run at the same time is counted when they end.
 *
 * @param before tokens of the turn's earlier steps, and of earlier attempts of this one
 */
export const tokenBudget = (
  app: Pick<StepParts, 'config' | 'quotas' | 'store'>,
  question: Pick<Question, 'turnId' | 'caller' | 'askedAt' | 'databaseId'>,
  before: Usage | undefined,
): TokenBudget => {
  const { caller, askedAt, databaseId } = question
  const leftInMonth = async () =>
    await tokensLeft(await app.store.organizations.find(caller), () =>
      app.store.modelUsage.spending(caller, monthOf(askedAt)),
    )
  let left: Promise<number> | undefined
  return {
    async refusal(tokens, spent) {
      const ofTurn = tokensOf(before) + tokensOf(spent) + tokens
      if (app.config.turnTokens !== undefined && ofTurn > app.config.turnTokens)
        return new Problem('turn_tokens_reached')
      left ??= leftInMonth()
      if (ofTurn <= (await left)) return undefined
      // A lowered limit can be used up without a warning before.
      app.quotas.noteTokens(caller, monthOf(askedAt))
      return new Problem('monthly_tokens_reached', { transient: false, retryable: true })
    },
    async cutOff(usage) {
      // Beside what the turn is counted with when it ends; cancelling waits for no store that is away.
      const cut = { turnId: `${question.turnId}.${randomUUID()}`, month: monthOf(askedAt) }
      const spending = spendingOf(usage, app.config.modelPrices)
      const key = caller.keyId === undefined ? {} : { keyId: caller.keyId }
      const owner = { databaseId, userId: caller.userId, ...key }
      await Promise.allSettled([
        app.store.modelUsage.count(caller, cut, spending),
        app.store.usageDays.count(caller, { id: cut.turnId, day: dayOf(askedAt), ...owner, counts: {}, spending }),
      ])
    },
  }
}
