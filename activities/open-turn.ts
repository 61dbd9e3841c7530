import type { App } from '../src/app.ts'
import { ownerOf } from '../src/domain/access/visibility.ts'
import type { Question } from '../src/domain/ask/question.ts'
import type { Opened, StepInput } from '../src/domain/ask/steps.ts'
import { titleOf } from '../src/domain/history/conversation.ts'
import { assistantMessageId, userMessageId } from '../src/domain/history/message.ts'
import { Problem } from '../src/domain/problem.ts'
import { step } from './step.ts'

export interface OpenTurnInput extends StepInput {
  readonly claim: string
}

/**
 * Decides that a question is accepted, unless it was refused before; stores it and, where it starts one, its
 * conversation. Its `start` event is the last of it: whoever has seen that finds everything stored.
 */
export const openTurn = (app: App) =>
  step<OpenTurnInput, Opened>(app, 'openTurn', async ({ question, claim }, { emit }) => {
    const { caller, conversationId, turnId, startsConversation } = question
    if (!startsConversation && (await app.store.conversation(caller, conversationId)) === undefined)
      await app.store.refuseClaim(caller, claim, turnId, 'conversation_not_found')
    const decided = await app.store.openClaim(caller, claim, turnId)
    if (decided?.state !== 'opened') return { kind: 'refused', problem: decided?.problem ?? 'worker_unavailable' }
    // A conversation that an earlier attempt made and that is gone was deleted, and does not come back.
    const begun = !decided.isNew && (await app.turnLog.head(turnId)).lastSeq > 0
    if (startsConversation && !begun) await app.store.createConversation(conversationOf(question))
    const recentTurns = await app.store.recentTurns(caller, conversationId)
    if (recentTurns === undefined) throw new Problem('conversation_not_found')
    await storeQuestion(app, question)
    const start = { type: 'start', conversationId, messageId: assistantMessageId(turnId) } as const
    await emit(start, { type: 'status', status: 'understanding' })
    return { kind: 'opened', recentTurns }
  })

/** The message first, the count after it: a conversation that is gone by then takes the message with it. */
const storeQuestion = async (app: App, question: Question): Promise<void> => {
  const { caller, conversationId, databaseId, turnId, text, askedAt } = question
  const id = userMessageId(turnId)
  await app.store.addMessage(caller, databaseId, {
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
  ...ownerOf(question.caller, question.databaseId),
  title: titleOf(question.text),
  lastMessageAt: question.askedAt,
  messageCount: 0,
  createdAt: question.askedAt,
})
