import type { Caller } from '../../access/rules/caller.ts'
import type { Job } from '../../manage/jobs/rules/job.ts'
import { isProblemName, Problem } from '../../platform/problems/problem.ts'
import { addDiagnostics } from '../../platform/tracing/diagnostic-context.ts'
import { type Failure, failureIn } from '../rules/answer.ts'
import type { Message } from '../rules/history/message.ts'
import type { TurnStatus } from '../rules/turn-event.ts'
import { endingOfStalledTurn, longestUntil } from './stalled-turn-ending.ts'
import { storedAnswer, type TurnAnswer } from './stored-answer.ts'
import { type TurnMessages, turnMessages } from './turn-messages.ts'
import type { TurnParts } from './turn-parts.ts'

/** Progress of a question. */
export type TurnProgress =
  /** No worker has accepted it yet. */
  { readonly kind: 'accepted'; readonly job: Job } | AskedProgress

/** Progress of a stored question. */
export interface AskedProgress {
  readonly kind: 'asked'
  readonly turnId: string
  /** Undefined if its conversation has a pending deletion. */
  readonly databaseId: string | undefined
  readonly sessionId: string
  readonly askedAt: string
  readonly updatedAt: string
  readonly state: TurnState
}

export type TurnState =
  | { readonly kind: 'waits for a place' }
  /** With its latest stage, if that is its latest event. */
  | { readonly kind: 'running'; readonly status?: TurnStatus }
  | { readonly kind: 'succeeded'; readonly answer: TurnAnswer }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure }

type ProgressParts = Pick<TurnParts, 'config' | 'store' | 'turns' | 'stream'>

/**
 * Progress of a question, from the store. A question that no worker has accepted yet is known by `addTurnJob` only, and
 * only for as long as acceptance may take: its turn may have been refused, or deleted.
 *
 * @returns undefined if the caller sees no such question
 */
export const turnProgress = async (
  parts: ProgressParts,
  caller: Caller,
  turnId: string,
): Promise<TurnProgress | undefined> => {
  const [messages, accepted] = await Promise.all([
    turnMessages(parts, caller, turnId),
    parts.store.jobs.find(caller, turnId),
  ])
  if (messages.asked !== undefined || accepted?.kind === 'turn') addDiagnostics({ turnId })
  if (messages.asked !== undefined) return await askedProgress(parts, caller, turnId, { ...messages, accepted })
  if (accepted?.kind !== 'turn') return undefined
  if (await mayBegin(parts, caller, accepted)) return { kind: 'accepted', job: accepted }
  // It may have begun and ended since.
  const since = await turnMessages(parts, caller, turnId)
  return await askedProgress(parts, caller, turnId, { ...since, accepted })
}

/** A turn appends no event before its question is stored. If Temporal does not answer, the question counts as accepted. */
const mayBegin = async (
  { stream: { log: turnLog }, turns }: ProgressParts,
  { organizationId }: Caller,
  { id: turnId, conversationId }: Job,
): Promise<boolean> => {
  if (conversationId === undefined || (await turnLog.head(turnId)).lastSeq > 0) return false
  return await turns.isRunning({ turnId, conversationId, organizationId }).catch(() => true)
}

interface KnownTurn extends TurnMessages {
  readonly accepted: Job | undefined
}

const askedProgress = async (
  parts: ProgressParts,
  caller: Caller,
  turnId: string,
  { asked, answered, accepted }: KnownTurn,
): Promise<AskedProgress | undefined> => {
  if (asked === undefined) return undefined
  const conversation = await parts.store.conversations.find(caller, asked.conversationId)
  return {
    kind: 'asked',
    turnId,
    databaseId: accepted?.databaseId ?? conversation?.databaseId,
    sessionId: conversation?.sessionId ?? asked.conversationId,
    askedAt: asked.timestamp,
    updatedAt: answered?.timestamp ?? asked.timestamp,
    state:
      answered === undefined ? await openState(parts, caller, turnId, asked) : await endedState(parts, caller, turnId),
  }
}

/** A question without an answer for so long may belong to a turn that was terminated in Temporal, in ms. */
const DOUBTED_AFTER_MS = 60_000

/** The state of a question that has no answer. */
const openState = async (
  parts: ProgressParts,
  caller: Caller,
  turnId: string,
  { conversationId, timestamp }: Message,
): Promise<TurnState> => {
  if (Date.now() < Date.parse(timestamp) + DOUBTED_AFTER_MS) return await runningState(parts, turnId)
  const turn = { caller, turnId, conversationId, until: longestUntil(parts.config, timestamp) }
  const ending = await endingOfStalledTurn(parts, turn)
  if (ending === undefined) return await runningState(parts, turnId)
  return ending.type === 'error' ? { kind: 'failed', failure: ending } : await endedState(parts, caller, turnId)
}

/** Whether it waits, from the latest status of its turn. */
const runningState = async ({ stream: { log: turnLog } }: ProgressParts, turnId: string): Promise<TurnState> => {
  const { lastSeq } = await turnLog.head(turnId)
  const last = (await turnLog.read(turnId, lastSeq - 1, 1)).at(0)?.body
  const waits = last?.type === 'status' && last.status === 'waiting_for_database'
  if (waits) return { kind: 'waits for a place' }
  return { kind: 'running', ...(last?.type === 'status' ? { status: last.status } : {}) }
}

const endedState = async (parts: ProgressParts, caller: Caller, turnId: string): Promise<TurnState> => {
  try {
    return { kind: 'succeeded', answer: await storedAnswer(parts, { turnId, caller }) }
  } catch (error) {
    if (!(error instanceof Problem) || !isProblemName(error.problem)) throw error
    if (error.problem === 'turn_cancelled') return { kind: 'cancelled' }
    return { kind: 'failed', failure: failureIn(error) }
  }
}
