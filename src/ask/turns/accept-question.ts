import type { TurnInput } from '../rules/turn.ts'
import type { Asker } from './asker.ts'
import { claimTurn } from './claim-turn.ts'
import { startTurn } from './start-turn.ts'
import type { TurnParts } from './turn-parts.ts'
import type { TurnRequest } from './turn-request.ts'

/** An accepted asynchronous question. */
interface AcceptedQuestion {
  readonly input: TurnInput
  /** Whether an equal earlier request has asked it. */
  readonly isReplayed: boolean
  /** Records it as a job: its first step may not have stored it yet. */
  note(): Promise<void>
}

/**
 * Asks a question asynchronously: a refusal is thrown, the ending of the turn is not reported.
 *
 * @throws as `claimTurn` and `startTurn`
 */
export const acceptQuestion = async (
  parts: TurnParts,
  asker: Asker,
  request: Omit<TurnRequest, 'isAsync'>,
): Promise<AcceptedQuestion> => {
  const { caller, organization } = asker
  const claimed = await claimTurn(parts, asker, { ...request, isAsync: true })
  const { input, state } = claimed
  if (state === 'pending') await startTurn(parts, claimed, organization)
  const { turnId: id, databaseId, conversationId, askedAt } = input.question
  const note = () => parts.store.jobs.addTurnJob(caller, { id, databaseId, conversationId, askedAt })
  return { input, isReplayed: state === 'opened', note }
}
