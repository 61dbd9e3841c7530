import type { App } from '../src/app.ts'
import { type EndedTurn, type Ending, endedTurn, endingMetadata, rememberedTurn } from '../src/domain/ask/ending.ts'
import type { QueryRun } from '../src/domain/ask/outcome.ts'
import type { Question } from '../src/domain/ask/question.ts'
import type { StepInput } from '../src/domain/ask/steps.ts'
import type { TurnResult } from '../src/domain/ask/turn.ts'
import { assistantMessageId } from '../src/domain/history/message.ts'
import { closingEvents } from './closing-events.ts'
import { step } from './step.ts'

export interface CloseTurnInput extends StepInput {
  readonly ending: Ending
  readonly claim: string
  /** A claim by an idempotency key outlives its turn. */
  readonly keyed: boolean
}

/**
 * Stores the one answer of a turn, or the problem it ended with, and says so to whoever reads the stream. Every part
 * may run twice: the message keeps its first text, counters count a turn once, and a log that has ended stays ended.
 */
export const closeTurn = (app: App) =>
  step<CloseTurnInput, TurnResult>(app, 'closeTurn', async ({ question, ending, claim, keyed }, { writer, emit }) => {
    const { caller, turnId } = question
    const run = ending.kind === 'composed' ? await app.store.result(caller, turnId) : undefined
    const executionTimeMs = Math.max(0, Date.now() - Date.parse(question.askedAt))
    const ended = endedTurn(ending, run, executionTimeMs)
    await storeEnding(app, question, { ending, ended, run })
    const { terminal } = await app.turnLog.head(turnId)
    if (!terminal) {
      if (ending.kind === 'replied') await writeReply(app, turnId, writer, ending.draft.reply)
      await emit(...closingEvents(question, ended))
    }
    if (!keyed) await app.store.releaseClaim(caller, claim, turnId)
    const said = ended.kind === 'failed' ? ended.failure.problem : ending.kind
    app.observe({ kind: 'turn-ended', turnId, organizationId: caller.organizationId, ending: said, executionTimeMs })
    return ended
  })

/** A composed answer has streamed its text already; a reply is written here, afresh where this step starts over. */
const writeReply = async (app: App, turnId: string, writer: number, reply: string): Promise<void> => {
  const text = await app.takeOverText(turnId, writer)
  await text.write(reply)
  await text.end()
}

interface Story {
  readonly ending: Ending
  readonly ended: EndedTurn
  readonly run: QueryRun | undefined
}

/** The message first, the count after it: a conversation that is gone by then takes the turn with it. */
const storeEnding = async (app: App, question: Question, { ending, ended, run }: Story): Promise<void> => {
  const { caller, conversationId, databaseId, turnId } = question
  const id = assistantMessageId(turnId)
  const at = new Date(Math.max(Date.now(), Date.parse(question.askedAt) + 1))
  const content = ended.kind === 'failed' ? ended.failure.message : ended.answer.message
  const metadata = endingMetadata(ended, ending, run)
  const timestamp = at.toISOString()
  await app.store.addMessage(caller, databaseId, {
    id,
    conversationId,
    content,
    sender: 'ASSISTANT',
    timestamp,
    type: 'text',
    metadata,
  })
  if (await app.store.countMessage(caller, conversationId, id, at, rememberedTurn(question, ending, run))) return
  await app.store.deleteMessages(caller, conversationId)
  await app.store.deleteResults(caller, conversationId)
}
