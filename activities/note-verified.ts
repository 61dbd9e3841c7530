import type { RefusedOutcome } from '../src/ask/rules/outcome.ts'
import type { Question } from '../src/ask/rules/question.ts'
import type { PatternState } from '../src/manage/patterns/rules/pattern.ts'
import { patternFailed } from '../src/manage/webhooks/rules/webhook-event.ts'
import type { PartOf } from '../src/platform/values/part-of.ts'
import type { Store } from '../src/store/store.ts'
import type { StepParts } from './step-parts.ts'
import { tellWebhooks } from './tell-webhooks.ts'

interface Ran {
  readonly question: Question
  /** Undefined where no verified query was drafted. */
  readonly pattern: PatternState | undefined
  /** Absent where it was run. */
  readonly outcome?: RefusedOutcome
  readonly attempt: number
}

type PatternFailures = Pick<Store, 'patterns'>

/** Of what an engine says. */
const REASON_MAX = 300

/**
 * Stores for the owner of a verified query that it could not be run, and emits one webhook event; or that it could be
 * run again. Costs no store command without a verified query, or when the outcome is unchanged.
 */
export const noteVerified = async (
  app: Pick<StepParts, 'observe'> & PartOf<StepParts, { webhooks: 'events' }> & { readonly store: PatternFailures },
  { question, pattern, outcome, attempt }: Ran,
): Promise<void> => {
  if (pattern === undefined) return
  const { caller, databaseId, turnId } = question
  if (outcome === undefined) {
    if (pattern.hasFailed) await app.store.patterns.clearFailure(caller, pattern)
    return
  }
  // An earlier attempt of this step may have stored the failure and died before it emitted the event.
  if (pattern.hasFailed && attempt === 1) return
  const reason = outcome.refusal.hint.slice(0, REASON_MAX)
  const failure = { at: new Date().toISOString(), turnId, by: outcome.by, reason }
  const stored = await app.store.patterns.recordFailure(caller, pattern, failure)
  if (stored === undefined) return
  const { organizationId } = caller
  const event = patternFailed(stored.at, { pattern_id: pattern.id, database_id: databaseId, turn_id: turnId })
  await tellWebhooks(app, { organizationId, event, attempt })
}
