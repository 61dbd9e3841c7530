import type { Caller } from '../../access/rules/caller.ts'
import type { Job } from '../../manage/jobs/rules/job.ts'
import { isProblemName, Problem } from '../../platform/problems/problem.ts'
import { type Failure, failureIn } from '../rules/answer.ts'
import { storedAnswer, type TurnAnswer } from './stored-answer.ts'
import { type TurnMessages, turnMessages } from './turn-messages.ts'
import type { TurnParts } from './turn-parts.ts'

/** How far a question is. */
export type TurnProgress =
  /** No worker has taken it in yet. */
  { readonly kind: 'accepted'; readonly job: Job } | AskedProgress

/** Of a question that is stored. */
export interface AskedProgress {
  readonly kind: 'asked'
  readonly turnId: string
  /** Undefined where its conversation is being removed. */
  readonly databaseId: string | undefined
  readonly sessionId: string
  readonly askedAt: string
  readonly updatedAt: string
  readonly state: TurnState
}

export type TurnState =
  | { readonly kind: 'waits for a place' }
  | { readonly kind: 'running' }
  | { readonly kind: 'succeeded'; readonly answer: TurnAnswer }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure }

type ProgressParts = Pick<TurnParts, 'store' | 'turns' | 'stream'>

/**
 * How far a question is: what is stored of it says so. One that was accepted and that no worker has taken in is
 * known by `addTurnJob` only, and only for as long as one may: its turn may have been refused, or deleted.
 *
 * @returns undefined when the caller sees no such question
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
  if (messages.asked !== undefined) return await askedProgress(parts, caller, turnId, { ...messages, accepted })
  if (accepted?.kind !== 'turn') return undefined
  if (await mayBegin(parts, caller, accepted)) return { kind: 'accepted', job: accepted }
  // It may have begun since, and ended.
  const since = await turnMessages(parts, caller, turnId)
  return await askedProgress(parts, caller, turnId, { ...since, accepted })
}

/** A turn says nothing before its question is stored. Where Temporal does not answer, nobody knows otherwise. */
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
    state: answered === undefined ? await runningState(parts, turnId) : await endedState(parts, caller, turnId),
  }
}

/** What its turn has told last says whether it waits. */
const runningState = async ({ stream: { log: turnLog } }: ProgressParts, turnId: string): Promise<TurnState> => {
  const { lastSeq } = await turnLog.head(turnId)
  const last = (await turnLog.read(turnId, lastSeq - 1, 1)).at(0)?.body
  const waits = last?.type === 'status' && last.status === 'waiting_for_database'
  return { kind: waits ? 'waits for a place' : 'running' }
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
