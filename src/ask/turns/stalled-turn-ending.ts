import type { Caller } from '../../access/rules/caller.ts'
import { Problem, type ProblemName } from '../../platform/problems/problem.ts'
import type { EndingEvent } from '../rules/turn-event.ts'
import { storedEnding } from './stored-ending.ts'
import { turnMessages } from './turn-messages.ts'
import type { TurnParts } from './turn-parts.ts'

/** A turn whose log has had no events for a while. */
export interface StalledTurn {
  readonly caller: Caller
  readonly turnId: string
  readonly conversationId: string
  /** Epoch ms: end of the wait for it. */
  readonly until: number
}

/** Added to a turn's own time limit, in ms: for its acceptance, and for closing it. */
export const ENDING_SPARE_MS = 60_000

/** Until when a turn may take at most, in epoch ms: it may be asynchronous, with the longer limit. @param askedAt ISO time */
export const longestUntil = (
  { turnTimeoutMs, asyncTimeoutMs }: Pick<TurnParts['config'], 'turnTimeoutMs' | 'asyncTimeoutMs'>,
  askedAt: string,
): number => Date.parse(askedAt) + Math.max(turnTimeoutMs, asyncTimeoutMs) + ENDING_SPARE_MS

/**
 * How a turn without further events has ended, for its reader: with its stored answer, deleted with its conversation,
 * timed out, or terminated in Temporal. Undefined while events may still come.
 *
 * @throws the store's error when it does not answer
 */
export const endingOfStalledTurn = async (
  parts: Pick<TurnParts, 'store' | 'stream' | 'turns'>,
  { caller, turnId, conversationId, until }: StalledTurn,
): Promise<EndingEvent | undefined> => {
  const { organizationId } = caller
  // If Temporal does not answer, the turn may be running.
  const runs = await parts.turns.isRunning({ turnId, conversationId, organizationId }).catch(() => true)
  // In this order: a turn appends its last event before its workflow ends, and stores its question when it begins.
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
