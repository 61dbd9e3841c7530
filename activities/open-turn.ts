import { ownerOf } from '../src/access/rules/visibility.ts'
import { clarifiedQuestion } from '../src/ask/rules/choice.ts'
import { titleOf } from '../src/ask/rules/history/conversation.ts'
import { assistantMessageId, userMessageId } from '../src/ask/rules/history/message.ts'
import { languageOf } from '../src/ask/rules/language.ts'
import type { ConversationContext, Question, RecentTurn } from '../src/ask/rules/question.ts'
import { readQuestion } from '../src/ask/rules/read-question.ts'
import type { OpenTurnResult, StepInput } from '../src/ask/rules/steps.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import { step } from './step.ts'
import type { StepParts } from './step-parts.ts'

interface OpenTurnInput extends StepInput {
  readonly claim: string
  /** What the whole turn may take. */
  readonly timeoutMs: number
}

/** What a turn may take beside its own time: to be taken in, and to be closed. */
const PLACE_SPARE_MS = 60_000

/**
 * Accepts a question, unless it was refused before; stores it and, where it starts one, its conversation. The `start`
 * event is written last: a reader who has it finds everything stored.
 */
export const openTurn = (app: StepParts) =>
  step<OpenTurnInput, OpenTurnResult>(app, 'openTurn', async ({ question, claim, timeoutMs }, { emit }) => {
    const { caller, conversationId, turnId, startsConversation } = question
    const continued = startsConversation ? undefined : await app.store.conversations.find(caller, conversationId)
    if (!startsConversation && continued === undefined)
      await app.store.claims.refuse(caller, claim, turnId, 'conversation_not_found')
    const decided = await app.store.claims.open(caller, claim, turnId)
    if (decided?.state !== 'opened') {
      await app.limits.leases.cancelReservation(caller.organizationId, turnId).catch(() => undefined)
      const problem = decided?.problem ?? 'worker_unavailable'
      // A client that got its `202` before this decision waits for the events of the turn.
      await emit({ type: 'error', problem, message: new Problem(problem).message })
      return { kind: 'refused', problem }
    }
    // A turn whose lease cannot be taken over runs uncounted rather than not at all.
    const { leases } = app.limits
    // A question whose reservation was over by now counts with its decision: a step that runs again counts none.
    const billedIn = decided.isNew ? question.billedIn : undefined
    const held = leases.hold(caller.organizationId, turnId, timeoutMs + PLACE_SPARE_MS, billedIn).catch(() => undefined)
    // A conversation that an earlier attempt made and that is gone was deleted, and does not come back.
    const begun = !decided.isNew && (await app.stream.log.head(turnId)).lastSeq > 0
    // An implicit session is derived from its conversation.
    const isImplicit = question.sessionId === conversationId && continued?.sessionId === undefined
    const session = isImplicit ? undefined : app.store.sessions.recordTurn(caller, question.sessionId, question)
    const [{ recentTurns, offer }] = await Promise.all([
      startsConversation && !begun ? beginConversation(app, question) : goOn(app, question),
      session,
    ]).finally(() => held)
    const language = languageOf(readQuestion(question.text))
    const start = { type: 'start', conversationId, messageId: assistantMessageId(turnId) } as const
    await emit(language === 'en' ? start : { ...start, language }, { type: 'status', status: 'understanding' })
    const clarifies = clarifiedQuestion(offer, readQuestion(question.text), caller)
    return { kind: 'opened', recentTurns, ...(clarifies === undefined ? {} : { clarifies }) }
  })

/** What was asked last in the conversation that this one goes on from; nothing where that is gone. */
const before = async (
  app: Pick<StepParts, 'store'>,
  { caller, continues }: Question,
): Promise<readonly RecentTurn[]> =>
  continues === undefined ? [] : ((await app.store.conversations.findContext(caller, continues))?.recentTurns ?? [])

/** Stores the message before the conversation that counts it, so that a deletion cannot come between. */
const beginConversation = async (app: Pick<StepParts, 'store'>, question: Question): Promise<ConversationContext> => {
  const recentTurns = await before(app, question)
  await addQuestion(app, question)
  const isNew = await app.store.conversations.add(conversationOf(question), recentTurns, userMessageId(question.turnId))
  return isNew ? { recentTurns } : await goOn(app, question)
}

/** The message first, the count after it: a conversation that is gone by then takes the message with it. */
const goOn = async (app: Pick<StepParts, 'store'>, question: Question): Promise<ConversationContext> => {
  const { caller, conversationId, turnId, askedAt } = question
  const context = await app.store.conversations.findContext(caller, conversationId)
  if (context === undefined) return await gone(app, question)
  await addQuestion(app, question)
  const counted = await app.store.conversations.countMessage(
    caller,
    conversationId,
    userMessageId(turnId),
    new Date(askedAt),
  )
  if (counted) return context
  return await gone(app, question)
}

/** Deletes what was stored of the turn before its conversation was deleted. */
const gone = async (app: Pick<StepParts, 'store'>, { caller, conversationId }: Question): Promise<never> => {
  await app.store.messages.removeOfConversation(caller, conversationId)
  throw new Problem('conversation_not_found')
}

const addQuestion = async (app: Pick<StepParts, 'store'>, question: Question): Promise<void> => {
  const { caller, conversationId, databaseId, turnId, text, askedAt } = question
  const id = userMessageId(turnId)
  await app.store.messages.add(caller, databaseId, {
    id,
    conversationId,
    content: text,
    sender: 'USER',
    timestamp: askedAt,
    type: 'text',
    metadata: {},
  })
}

const conversationOf = (question: Question) => ({
  id: question.conversationId,
  ...ownerOf(question.caller, question.databaseId),
  userId: question.caller.userId,
  sessionId: question.sessionId,
  title: titleOf(question.text),
  lastMessageAt: question.askedAt,
  messageCount: 0,
  createdAt: question.askedAt,
})
