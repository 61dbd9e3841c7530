import { ownerOf } from '../src/access/rules/visibility.ts'
import { titleOf } from '../src/ask/rules/history/conversation.ts'
import { userMessageId } from '../src/ask/rules/history/message.ts'
import type { ConversationContext, Question, RecentTurn } from '../src/ask/rules/question.ts'
import type { OpenTurnResult, StepInput } from '../src/ask/rules/steps.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import type { StepParts } from './step-parts.ts'

export interface QuestionInput extends StepInput {
  readonly claim: string
}

/** A question whose first step begins. */
interface OpenedInput extends QuestionInput {
  readonly openedAt: Date
}

/** A question that was accepted or refused. */
export type OpenedQuestion =
  | {
      readonly kind: 'opened'
      /** Whether this attempt has accepted it. */
      readonly isNew: boolean
      readonly context: ConversationContext
    }
  | Extract<OpenTurnResult, { kind: 'refused' }>

type OpenParts = Pick<StepParts, 'store' | 'stream'>

/**
 * Accepts a question that no other request can join, and stores it in one round trip: the stored question is the claim,
 * and it is counted beside. What was written for a refused question, or for a deleted conversation, is undone.
 */
export const openAlone = async (app: OpenParts, { question, openedAt }: OpenedInput): Promise<OpenedQuestion> => {
  const { caller, conversationId, databaseId, turnId } = question
  const { conversations, messages } = app.store
  const accept = () => messages.open(caller, databaseId, messageOf(question), openedAt)
  if (question.startsConversation) {
    const recentTurns = await before(app, question)
    const [decided, isNew] = await Promise.all([accept(), addConversation(app, question, recentTurns)])
    if (decided.state === 'refused') {
      if (isNew) await conversations.remove(caller, conversationId)
      return { kind: 'refused', problem: decided.problem }
    }
    const context = isNew ? { recentTurns } : await goOn(app, question, openedAt)
    await recordSession(app, question, undefined)
    return { kind: 'opened', isNew: decided.isNew, context }
  }
  const [decided, context, isCounted] = await Promise.all([
    accept(),
    conversations.findContext(caller, conversationId),
    count(app, question),
  ])
  if (decided.state === 'refused') {
    await conversations.uncountMessage(caller, conversationId, userMessageId(turnId))
    return { kind: 'refused', problem: decided.problem }
  }
  if (context === undefined || !isCounted) {
    await messages.removeOfConversation(caller, conversationId)
    await messages.refuse(caller, turnId, 'conversation_not_found')
    return { kind: 'refused', problem: 'conversation_not_found' }
  }
  await recordSession(app, question, context.sessionId)
  return { kind: 'opened', isNew: decided.isNew, context }
}

/** Accepts a question by its claim, which other requests may hold, and stores it. */
export const openShared = async (
  app: OpenParts,
  { question, claim, openedAt }: OpenedInput,
): Promise<OpenedQuestion> => {
  const { caller, conversationId, turnId, startsConversation } = question
  const { claims, conversations } = app.store
  const continued = startsConversation ? undefined : await conversations.findContext(caller, conversationId)
  if (!startsConversation && continued === undefined)
    await claims.refuse(caller, claim, turnId, 'conversation_not_found')
  const decided = await claims.open(caller, claim, turnId)
  if (decided?.state !== 'opened') return { kind: 'refused', problem: decided?.problem ?? 'worker_unavailable' }
  // A conversation that an earlier attempt made and that is gone was deleted, and does not come back.
  const begun = !decided.isNew && (await app.stream.log.head(turnId)).lastSeq > 0
  const [context] = await Promise.all([
    startsConversation && !begun ? beginConversation(app, question, openedAt) : goOn(app, question, openedAt),
    recordSession(app, question, continued?.sessionId),
  ])
  return { kind: 'opened', isNew: decided.isNew, context }
}

/** What was asked last in the conversation that this one goes on from; nothing where that is gone. */
const before = async (
  { store }: OpenParts,
  { caller, continues, branchesAfter }: Question,
): Promise<readonly RecentTurn[]> => {
  const context = continues === undefined ? undefined : await store.conversations.findContext(caller, continues)
  const { recentTurns = [] } = context ?? {}
  // Ids of turns are in the order of time.
  return recentTurns.filter(({ turnId = '' }) => branchesAfter === undefined || turnId <= branchesAfter)
}

/** Stores the message before the conversation that counts it, so that a deletion cannot come between. */
const beginConversation = async (app: OpenParts, question: Question, openedAt: Date): Promise<ConversationContext> => {
  const recentTurns = await before(app, question)
  await app.store.messages.add(question.caller, question.databaseId, messageOf(question), openedAt)
  return (await addConversation(app, question, recentTurns)) ? { recentTurns } : await goOn(app, question, openedAt)
}

/** The message first, the count after it: a conversation that is gone by then takes the message with it. */
const goOn = async (app: OpenParts, question: Question, openedAt: Date): Promise<ConversationContext> => {
  const { caller, conversationId, databaseId } = question
  const context = await app.store.conversations.findContext(caller, conversationId)
  if (context !== undefined) {
    await app.store.messages.add(caller, databaseId, messageOf(question), openedAt)
    if (await count(app, question)) return context
  }
  await app.store.messages.removeOfConversation(caller, conversationId)
  throw new Problem('conversation_not_found')
}

const count = ({ store }: OpenParts, { caller, conversationId, turnId, askedAt }: Question): Promise<boolean> =>
  store.conversations.countMessage(caller, conversationId, userMessageId(turnId), new Date(askedAt))

/** An implicit session is derived from its conversation. @param stored the session of the continued conversation */
const recordSession = async ({ store }: OpenParts, question: Question, stored: string | undefined): Promise<void> => {
  const { caller, sessionId, conversationId } = question
  const isImplicit = sessionId === conversationId && stored === undefined
  if (!isImplicit) await store.sessions.recordTurn(caller, sessionId, question)
}

const messageOf = ({ conversationId, turnId, text, askedAt }: Question) => ({
  id: userMessageId(turnId),
  conversationId,
  content: text,
  sender: 'USER' as const,
  timestamp: askedAt,
  type: 'text' as const,
  metadata: {},
})

/** Creates the conversation of a question, which counts it. @returns false if it existed */
const addConversation = (
  { store }: OpenParts,
  question: Question,
  recentTurns: readonly RecentTurn[],
): Promise<boolean> => {
  const { caller, conversationId, databaseId, sessionId, text, askedAt, turnId } = question
  const conversation = {
    id: conversationId,
    ...ownerOf(caller, databaseId),
    userId: caller.userId,
    sessionId,
    title: titleOf(text),
    lastMessageAt: askedAt,
    messageCount: 0,
    createdAt: askedAt,
  }
  return store.conversations.add(conversation, recentTurns, userMessageId(turnId))
}
