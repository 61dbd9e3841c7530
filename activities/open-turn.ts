import { clarifiedQuestion } from '../src/ask/rules/choice.ts'
import { assistantMessageId } from '../src/ask/rules/history/message.ts'
import { languageOf } from '../src/ask/rules/language.ts'
import { readQuestion } from '../src/ask/rules/read-question.ts'
import type { OpenTurnResult } from '../src/ask/rules/steps.ts'
import { LEASE_SPARE_MS } from '../src/ask/rules/time-limits.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import { openAlone, openShared, type QuestionInput } from './open-question.ts'
import { step } from './step.ts'
import type { StepParts } from './step-parts.ts'

interface OpenTurnInput extends QuestionInput {
  /** As in the input of the turn. */
  readonly isAlone?: boolean
  /** What the whole turn may take. */
  readonly timeoutMs: number
}

/** A lease that was reserved so long ago is taken again: it may have expired. */
const RESERVATION_AGE_MS = 20_000

/**
 * Accepts a question, unless it was refused before; stores it and, where it starts one, its conversation. The `start`
 * event is written last: a reader who has it finds everything stored.
 */
export const openTurn = (app: StepParts) =>
  step<OpenTurnInput, OpenTurnResult>(app, 'openTurn', async (input, { emit, writer }) => {
    const { question, timeoutMs, isAlone = false } = input
    const { caller, conversationId, turnId, askedAt, billedIn } = question
    const { leases } = app.limits
    // All steps of such a turn run in this process.
    if (isAlone && app.planner.offline) app.stream.outbox.hold(turnId)
    const begun = { ...input, openedAt: new Date(writer) }
    const opened = await (isAlone ? openAlone(app, begun) : openShared(app, begun))
    if (opened.kind === 'refused') {
      const { problem } = opened
      await leases.cancelReservation(caller.organizationId, turnId).catch(() => undefined)
      // A client that got its `202` before this decision waits for the events of the turn.
      await emit({ type: 'error', problem, message: new Problem(problem).message })
      app.processTurns.end(turnId, opened)
      return opened
    }
    if (!isAlone || writer - Date.parse(askedAt) > RESERVATION_AGE_MS) {
      // A question whose reservation was over by now counts with its decision: a step that runs again counts none.
      const period = opened.isNew ? billedIn : undefined
      // A turn whose lease cannot be taken over runs uncounted rather than not at all.
      await leases.hold(caller.organizationId, turnId, timeoutMs + LEASE_SPARE_MS, period).catch(() => undefined)
    }
    const language = languageOf(readQuestion(question.text))
    const start = { type: 'start', conversationId, messageId: assistantMessageId(turnId) } as const
    await emit(language === 'en' ? start : { ...start, language }, { type: 'status', status: 'understanding' })
    app.processTurns.begin(turnId)
    const { recentTurns, offer } = opened.context
    const clarifies = clarifiedQuestion(offer, readQuestion(question.text), caller)
    const openedAt = opened.isNew ? undefined : await app.store.messages.openedAt(caller, turnId)
    return {
      kind: 'opened',
      recentTurns,
      ...(clarifies === undefined ? {} : { clarifies }),
      ...(openedAt === undefined ? {} : { elapsedMs: Math.max(0, writer - openedAt.getTime()) }),
    }
  })
