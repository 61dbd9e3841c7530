import type { Caller } from '../../access/rules/caller.ts'
import { Problem, type ProblemName } from '../../platform/problems/problem.ts'
import type { EndingEvent } from '../rules/turn-event.ts'
import { storedEnding } from './stored-ending.ts'
import { turnMessages } from './turn-messages.ts'
import type { TurnParts } from './turn-parts.ts'

/** A turn whose log has fallen silent. */
export interface SilentTurn {
  readonly caller: Caller
  readonly turnId: string
  readonly conversationId: string
  /** Epoch ms: nobody waits for it longer. */
  readonly until: number
}

/** After a turn's own time, in ms: to be taken in, and to be closed. */
export const ENDING_SPARE_MS = 60_000

/**
 * What the reader of a turn that says nothing more is told: its answer where that is stored, that it was deleted with its
 * conversation, that it has taken too long, or that it was ended from outside. Undefined while its events may yet come.
 *
 * @throws the store's error when it does not answer
 */
export const silentEnding = async (
  parts: Pick<TurnParts, 'store' | 'stream' | 'turns'>,
  { caller, turnId, conversationId, until }: SilentTurn,
): Promise<EndingEvent | undefined> => {
  const { organizationId } = caller
  // Who cannot be asked may be running it.
  const runs = await parts.turns.isRunning({ turnId, conversationId, organizationId }).catch(() => true)
  // In this order: what has ended has written its last event before, and what has begun has stored its question.
  const head = await parts.stream.log.head(turnId)
  if (head.terminal) return undefined
  const { asked, answered } = await turnMessages(parts, caller, turnId)
  if (answered !== undefined && !runs) return await storedEnding(parts, caller, turnId)
  if (asked === undefined && (head.lastSeq > 0 || !runs)) return failed('conversation_not_found')
  if (!runs) return failed('internal')
  return Date.now() > until ? failed('turn_timeout') : undefined
}

const failed = (problem: ProblemName): EndingEvent => {
  const { message } = new Problem(problem)
  return { type: 'error', problem, message }
}
