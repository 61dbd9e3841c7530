import type { App } from '../app.ts'
import type { TurnInput } from '../domain/ask/turn.ts'
import { userMessageId } from '../domain/history/message.ts'
import { Problem } from '../domain/problem.ts'
import { resumeStream, streamFor } from '../http/resume-stream.ts'
import type { Exchange } from '../http/route.ts'
import { beginStream } from '../http/sse.ts'
import { claimTurn, startTurn, type TurnRequest } from './claim-turn.ts'
import { ENDING_SPARE_MS } from './silent-ending.ts'

/**
 * Asks a question and sends the events of its turn, or those of the turn that it joins, from the first one on.
 *
 * @param shutdown aborted when the process is to stop: readers are sent elsewhere
 * @param onClaimed told which turn it is, before anything of it is started or sent
 * @throws as `claimTurn` and `startTurn`, before anything is sent
 */
export const streamQuestion = async (
  app: App,
  exchange: Exchange,
  request: TurnRequest,
  shutdown: AbortSignal,
  onClaimed: (turnId: string) => Promise<void> = async () => undefined,
): Promise<void> => {
  const { caller, organization } = exchange
  const claimed = await claimTurn(app, exchange, request)
  const { input, state } = claimed
  const { turnId, conversationId, askedAt } = input.question
  await onClaimed(turnId)
  if (state === 'opened' && (await app.store.message(caller, userMessageId(turnId))) !== undefined) {
    await resumeStream(app, exchange, { kind: 'at', turnId, seq: 0 }, request.conversationId ?? undefined, shutdown)
    return
  }
  const opening = state === 'pending' ? startTurn(app, claimed, organization) : untilStored(app, input)
  const until = Date.parse(askedAt) + input.timeoutMs + ENDING_SPARE_MS
  await beginStream({ ...streamFor(app, exchange, { turnId, conversationId, until }), shutdown, opening })
}

/** A question that is opened but not stored is about to be, unless it was deleted with its conversation. */
const untilStored = async (app: App, input: TurnInput): Promise<void> => {
  const { caller, turnId } = input.question
  const { lastSeq } = await app.turnLog.head(turnId)
  if (lastSeq === 0) await app.turns.result(input)
  if ((await app.store.message(caller, userMessageId(turnId))) === undefined)
    throw new Problem('conversation_not_found')
}
