import { dayOf } from '../src/ask/rules/day.ts'
import { type EndedTurn, type Ending, endedTurn, endingMetadata, nextQuestionContext } from '../src/ask/rules/ending.ts'
import { assistantMessageId } from '../src/ask/rules/history/message.ts'
import { monthOf } from '../src/ask/rules/month.ts'
import type { QueryRun } from '../src/ask/rules/outcome.ts'
import type { Question } from '../src/ask/rules/question.ts'
import { shownText } from '../src/ask/rules/shown-text.ts'
import { type Spending, spendingOf } from '../src/ask/rules/spending.ts'
import type { StepInput } from '../src/ask/rules/steps.ts'
import type { ClosedTurn } from '../src/ask/rules/turn.ts'
import { endingEvent } from './ending-event.ts'
import { type Step, step } from './step.ts'
import type { StepParts } from './step-parts.ts'
import { tellWebhooks } from './tell-webhooks.ts'
import { writeEnding } from './write-ending.ts'

interface CloseTurnInput extends StepInput {
  readonly ending: Ending
  readonly claim: string
  /** A claim by an idempotency key outlives its turn. */
  readonly keyed: boolean
}

/**
 * Stores the one answer of a turn, or the problem it ended with, and publishes it to the readers of the stream. Every
 * part may run twice: the message keeps its first text, counters count a turn once, and a log that has ended stays
 * ended.
 */
export const closeTurn = (app: StepParts) =>
  step<CloseTurnInput, ClosedTurn>(app, 'closeTurn', async ({ question, ending, claim, keyed }, own) => {
    const { caller, turnId } = question
    const run = ending.kind === 'composed' ? await app.store.results.find(caller, turnId, ending.rowsBy) : undefined
    const executionTimeMs = Math.max(0, (await app.clock.now()) - Date.parse(question.askedAt))
    const ended = endedTurn(ending, run, executionTimeMs)
    // Released before the end is visible. The answer does not wait for it: a lease expires by itself.
    const released = app.limits.leases.release(caller.organizationId, turnId).catch(() => undefined)
    const { usage } = ending
    const spending = usage === undefined ? [] : spendingOf(usage, app.config.modelPrices)
    const month = monthOf(question.askedAt)
    const isCancelled = ended.kind === 'failed' && ended.failure.problem === 'turn_cancelled'
    const shown = isCancelled ? await lastShownText(app, turnId, own) : undefined
    // Begun now, and awaited after the answer is given: counted once, however often the step runs.
    const counted = Promise.all([
      app.store.modelUsage.count(caller, { turnId, month }, spending),
      app.store.usageDays.count(caller, usageOf(question, ended, spending)),
    ])
    counted.catch(() => undefined)
    const [isAsStored] = await Promise.all([
      storeEnding(app, question, { ending, ended, run, spending, executionTimeMs, shown }),
      released,
    ])
    const result = resultOf(ended, ending, isAsStored)
    app.processTurns.end(turnId, result)
    // A log that only this process has written to goes on: this step ends it.
    const hasEnded = app.stream.outbox.ownLog(turnId) === undefined && (await app.stream.log.head(turnId)).terminal
    if (!hasEnded) await writeEnding(app, question, { ending, ended }, own)
    if (!keyed) await app.store.claims.release(caller, claim, turnId)
    await counted
    if (spending.length > 0) app.quotas.noteTokens(caller, month)
    const event = endingEvent(question, ended, executionTimeMs)
    const { organizationId } = caller
    const telling = { organizationId, event, attempt: own.attempt, asOf: question.epoch, mayWait: true }
    const untold = (await tellWebhooks(app, telling)) === 'later' ? { untold: event } : {}
    const said = ended.kind === 'failed' ? ended.failure.problem : ending.kind
    app.observe({
      kind: 'turn_ended',
      turnId,
      organizationId,
      outcome: said,
      executionTimeMs,
      ...(ended.kind === 'failed' ? {} : { planner: ended.answer.planner }),
      ...(usage === undefined ? {} : { usage }),
    })
    const spent = { 'tabletalk.turn_id': turnId, 'tabletalk.ending': said }
    const startedAt = new Date(question.askedAt)
    app.tracing.startSpan({ name: 'turn', parent: question.traceparent, startedAt, fields: spent }).end()
    return { ...result, ...untold }
  })

/** An answer that was stored unchanged need not be read from the store. */
const resultOf = (ended: EndedTurn, ending: Ending, isAsStored: boolean): EndedTurn => {
  if (ended.kind === 'failed' || !isAsStored) return ended
  return { ...ended, asStored: ending.kind === 'composed' ? { rowsBy: ending.rowsBy } : {} }
}

/** A question counts however it ends: what it took was spent. */
const usageOf = (
  { turnId, askedAt, databaseId, caller }: Question,
  { kind }: EndedTurn,
  spending: readonly Spending[],
) => ({
  id: turnId,
  day: dayOf(askedAt),
  databaseId,
  userId: caller.userId,
  spending,
  ...(caller.keyId === undefined ? {} : { keyId: caller.keyId }),
  counts: { questions: 1, failed: kind === 'failed' ? 1 : 0 },
})

interface Story {
  readonly ending: Ending
  readonly ended: EndedTurn
  readonly run: QueryRun | undefined
  readonly spending: readonly Spending[]
  readonly executionTimeMs: number
  /** The text of a cancelled answer; undefined where there is none. */
  readonly shown: string | undefined
}

/** What readers have seen of a cancelled answer. Text without content keeps its writer from showing them more. */
const lastShownText = async (
  { planner, stream: { log: turnLog } }: Pick<StepParts, 'planner' | 'stream'>,
  turnId: string,
  { emit }: Pick<Step, 'emit'>,
): Promise<string | undefined> => {
  // What needs no model is shown with the end of its turn.
  if (planner.offline) return undefined
  await emit({ type: 'text', content: '' })
  const shown = shownText(await turnLog.read(turnId, 0))
  return shown.trim() === '' ? undefined : shown
}

/**
 * The message and its count at once: a conversation that is gone takes the turn with it.
 * @returns whether the history now says exactly this
 */
const storeEnding = async (
  app: Pick<StepParts, 'clock' | 'store'>,
  question: Question,
  { ending, ended, run, spending, executionTimeMs, shown }: Story,
): Promise<boolean> => {
  const { caller, conversationId, databaseId, turnId } = question
  const id = assistantMessageId(turnId)
  const timestamp = new Date(Math.max(await app.clock.now(), Date.parse(question.askedAt) + 1)).toISOString()
  const message = ended.kind === 'failed' ? ended.failure.message : ended.answer.message
  const content = shown ?? message
  const metadata = endingMetadata(ended, ending, run, { turnId, spending, executionTimeMs })
  const { conversations, messages } = app.store
  const at = new Date(timestamp)
  const next = nextQuestionContext(question, ending, run)
  const [isNew, isCounted] = await Promise.all([
    messages.add(caller, databaseId, {
      id,
      conversationId,
      content,
      sender: 'ASSISTANT',
      timestamp,
      type: 'text',
      metadata,
    }),
    conversations.countMessage(caller, conversationId, id, at, next),
  ])
  if (isCounted) {
    // An earlier run that was cut off before it counted has given the message its time.
    const stored = isNew ? undefined : await messages.find(caller, id)
    if (stored !== undefined)
      await conversations.correctLastMessageAt(caller, conversationId, at, new Date(stored.timestamp))
    return isNew
  }
  await app.store.messages.removeOfConversation(caller, conversationId)
  await app.store.results.removeOfConversation(caller, conversationId)
  await app.store.proposals.withdrawVotesOfConversation(caller, conversationId)
  return false
}
