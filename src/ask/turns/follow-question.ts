import { Problem } from '../../platform/problems/problem.ts'
import { userMessageId } from '../rules/history/message.ts'
import type { TurnInput } from '../rules/turn.ts'
import type { Asker } from './asker.ts'
import { claimTurn } from './claim-turn.ts'
import { resumeTurn } from './resume-turn.ts'
import { ENDING_SPARE_MS } from './stalled-turn-ending.ts'
import { startTurn } from './start-turn.ts'
import type { StreamSource } from './stream-source.ts'
import type { TurnParts } from './turn-parts.ts'
import type { TurnRequest } from './turn-request.ts'

/**
 * Asks a question and returns the events of its turn, or of the turn that it joins, from the first one on. The turn is
 * started when the reader calls `open`.
 *
 * @param onClaimed called with the turn before anything of it is started
 * @throws as `claimTurn`; `open` as `startTurn`
 */
export const followQuestion = async (
  parts: TurnParts,
  asker: Asker,
  request: TurnRequest,
  onClaimed: (turnId: string) => Promise<void> = async () => undefined,
): Promise<StreamSource> => {
  const { caller, organization } = asker
  const claimed = await claimTurn(parts, asker, { ...request, isStreamed: true })
  const { input, state } = claimed
  const { turnId, conversationId, askedAt } = input.question
  await onClaimed(turnId)
  if (state === 'opened' && (await parts.store.messages.find(caller, userMessageId(turnId))) !== undefined) {
    const startCursor = { kind: 'at', turnId, seq: 0 } as const
    return await resumeTurn(parts, caller, startCursor, request.conversationId ?? undefined)
  }
  const open = () => (state === 'pending' ? startTurn(parts, claimed, organization) : waitUntilStored(parts, input))
  const until = Date.parse(askedAt) + input.timeoutMs + ENDING_SPARE_MS
  return { kind: 'events', turn: { caller, turnId, conversationId, until }, afterSeq: 0, needsReset: false, open }
}

/** Waits until an opened question is stored; one that was deleted with its conversation never is. */
const waitUntilStored = async (
  { store, stream: { log: turnLog }, turns }: Pick<TurnParts, 'store' | 'stream' | 'turns'>,
  input: TurnInput,
): Promise<void> => {
  const { caller, turnId } = input.question
  const { lastSeq } = await turnLog.head(turnId)
  if (lastSeq === 0) await turns.result(input)
  if ((await store.messages.find(caller, userMessageId(turnId))) === undefined)
    throw new Problem('conversation_not_found')
}
