import type { RefusedOutcome } from '../src/domain/ask/outcome.ts'
import type { PatternState } from '../src/domain/ask/pattern.ts'
import type { Question } from '../src/domain/ask/question.ts'
import { patternFailed } from '../src/domain/webhooks/webhook-event.ts'
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

/** Of what an engine says. */
const REASON_MAX = 300

/**
 * Keeps for the owner of a verified query that it could not be run, and tells webhooks of it once; or that it could be run
 * again. Costs nothing where no verified query was drafted, and where one does what it did before.
 */
export const noteVerified = async (
  app: Pick<StepParts, 'observe' | 'store' | 'webhookEvents'>,
  { question, pattern, outcome, attempt }: Ran,
): Promise<void> => {
  if (pattern === undefined) return
  const { caller, databaseId, turnId } = question
  if (outcome === undefined) {
    if (pattern.hasFailed) await app.store.forgetPatternFailure(caller, pattern)
    return
  }
  const reason = outcome.refusal.hint.slice(0, REASON_MAX)
  const failure = { at: new Date().toISOString(), turnId, by: outcome.by, reason }
  const known = await app.store.notePatternFailure(caller, pattern, failure)
  // An attempt that died before it could tell is told by the next one.
  if (known?.turnId !== turnId) return
  const { organizationId } = caller
  const event = patternFailed(known.at, { pattern_id: pattern.id, database_id: databaseId, turn_id: turnId })
  await tellWebhooks(app, { organizationId, event, attempt })
}
