import type { App } from '../src/app.ts'
import { scopeOf } from '../src/domain/access/caller.ts'
import type { Question } from '../src/domain/ask/question.ts'
import type { Opened, StepInput } from '../src/domain/ask/steps.ts'
import { titleOf } from '../src/domain/history/conversation.ts'
import { assistantMessageId, userMessageId } from '../src/domain/history/message.ts'
import { problemRow } from '../src/domain/problem.ts'
import { step } from './step.ts'

export interface OpenTurnInput extends StepInput {
  readonly acceptBy: number
  readonly claim: string
  /** Epoch ms: by then the turn has ended. */
  readonly claimedUntil: number
}

/** Stores the question and, where it starts one, its conversation; says what the planner needs of earlier turns. */
export const openTurn = (app: App) =>
  step<OpenTurnInput, Opened>(app, 'openTurn', async ({ question, acceptBy, claim, claimedUntil }, { emit }) => {
    const { caller, conversationId, turnId } = question
    const start = { type: 'start', conversationId, messageId: assistantMessageId(turnId) } as const
    const refuse = async (problem: 'worker_unavailable' | 'conversation_not_found'): Promise<Opened> => {
      // An earlier attempt may have died between the conversation and its question.
      if (question.startsConversation) await app.store.removeConversation(caller, conversationId)
      // Free for the next, but still known: a reader that was cut after `start` must be told that nothing follows.
      await app.store.keepQuestion(caller, claim, turnId, Date.now())
      await emit(start, { type: 'error', problem, message: problemRow(problem).message })
      return { kind: 'refused', problem }
    }
    const openedBefore = (await app.store.message(caller, userMessageId(turnId))) !== undefined
    if (!openedBefore && Date.now() > acceptBy) return refuse('worker_unavailable')
    if (question.startsConversation && !openedBefore) await app.store.createConversation(conversationOf(question))
    const recentTurns = await app.store.recentTurns(caller, conversationId)
    if (recentTurns === undefined) return refuse('conversation_not_found')
    await storeQuestion(app, question)
    await app.store.keepQuestion(caller, claim, turnId, claimedUntil)
    await emit(start, { type: 'status', status: 'understanding' })
    return { kind: 'opened', recentTurns }
  })

/** The message first, the count after it: a conversation that is gone by then takes the message with it. */
const storeQuestion = async (app: App, question: Question): Promise<void> => {
  const { caller, conversationId, turnId, text, askedAt } = question
  const id = userMessageId(turnId)
  await app.store.addMessage(caller, {
    id,
    conversationId,
    content: text,
    sender: 'USER',
    timestamp: askedAt,
    type: 'text',
    metadata: {},
  })
  const counted = await app.store.countMessage(caller, conversationId, id, new Date(askedAt))
  if (!counted) await app.store.deleteMessages(caller, conversationId)
}

const conversationOf = (question: Question) => ({
  id: question.conversationId,
  organizationId: question.caller.organizationId,
  scopeId: scopeOf(question.caller),
  ...(question.caller.tenantId === undefined ? {} : { tenantId: question.caller.tenantId }),
  databaseId: question.databaseId,
  title: titleOf(question.text),
  lastMessageAt: question.askedAt,
  messageCount: 0,
  createdAt: question.askedAt,
})
