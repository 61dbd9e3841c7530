import type { z } from 'zod'
import type { App } from '../app.ts'
import type { Caller } from '../domain/access/caller.ts'
import { isOver, type Job, WAITING_FOR_PLACE } from '../domain/job/job.ts'
import { isProblemName, Problem, type ProblemName, problemRow } from '../domain/problem.ts'
import { chatData } from '../turns/stored-answer.ts'
import { type TurnMessages, turnMessages } from '../turns/turn-messages.ts'
import type { JobItem } from './contract/jobs.ts'

type JobData = z.input<typeof JobItem>

/** A job that indexes a database, as it is shown. */
export const jobData = (job: Job): JobData => {
  const { id, kind, databaseId, status, progress, createdAt, updatedAt, result, problem } = job
  const { step, done, total } = isOver(job) ? { step: status, done: progress.total, total: progress.total } : progress
  return {
    ...{ id, kind, database_id: databaseId, status, created_at: createdAt, updated_at: updatedAt },
    progress: { step, done, total, percent: Math.floor((100 * done) / total) },
    result: typeof result === 'object' && result !== null && !Array.isArray(result) ? { ...result } : null,
    problem: problem === undefined ? null : problemData(problem.problem, problem.message),
  }
}

const problemData = (problem: ProblemName, message: string) => {
  const { errorCode, status } = problemRow(problem)
  return { error_code: errorCode, message, status_code: status }
}

/**
 * A question as a job: what is stored of it says how far it is. One that was accepted and that no worker has taken in is
 * known by `addTurnJob` only, and only for as long as one may: its turn may have been refused, or deleted.
 *
 * @returns undefined when the caller sees no such question
 */
export const turnJobData = async (app: App, caller: Caller, turnId: string): Promise<JobData | undefined> => {
  const [messages, accepted] = await Promise.all([turnMessages(app, caller, turnId), app.store.job(caller, turnId)])
  if (messages.asked !== undefined) return await askedData(app, caller, turnId, { ...messages, accepted })
  if (accepted?.kind !== 'turn') return undefined
  if (await mayBegin(app, caller, accepted)) return jobData(accepted)
  // It may have begun since, and ended.
  const since = await turnMessages(app, caller, turnId)
  return await askedData(app, caller, turnId, { ...since, accepted })
}

/** A turn says nothing before its question is stored. Where Temporal does not answer, nobody knows otherwise. */
const mayBegin = async (
  app: App,
  { organizationId }: Caller,
  { id: turnId, conversationId }: Job,
): Promise<boolean> => {
  if (conversationId === undefined || (await app.turnLog.head(turnId)).lastSeq > 0) return false
  return await app.turns.isRunning({ turnId, conversationId, organizationId }).catch(() => true)
}

interface KnownTurn extends TurnMessages {
  readonly accepted: Job | undefined
}

const askedData = async (
  app: App,
  caller: Caller,
  turnId: string,
  { asked, answered, accepted }: KnownTurn,
): Promise<JobData | undefined> => {
  if (asked === undefined) return undefined
  const conversation = await app.store.conversation(caller, asked.conversationId)
  const databaseId = accepted?.databaseId ?? conversation?.databaseId
  const sessionId = conversation?.sessionId ?? asked.conversationId
  const ended = answered === undefined ? undefined : await endingOf(app, caller, turnId, sessionId)
  const waits = ended === undefined && (await waitsForPlace(app, turnId))
  const status = ended?.status ?? (waits ? 'queued' : 'running')
  const done = ended === undefined ? 0 : 1
  const step = waits ? WAITING_FOR_PLACE : 'answering'
  return {
    ...{ id: turnId, kind: 'turn', database_id: databaseId ?? '', status },
    progress: { step: ended === undefined ? step : status, done, total: 1, percent: 100 * done },
    created_at: asked.timestamp,
    updated_at: answered?.timestamp ?? asked.timestamp,
    ...{ result: ended?.result ?? null, problem: ended?.problem ?? null },
  }
}

/** What its turn has told last. */
const waitsForPlace = async ({ turnLog }: App, turnId: string): Promise<boolean> => {
  const { lastSeq } = await turnLog.head(turnId)
  const last = (await turnLog.read(turnId, lastSeq - 1, 1)).at(0)?.body
  return last?.type === 'status' && last.status === 'waiting_for_database'
}

type Ended = Pick<JobData, 'status'> & Partial<Pick<JobData, 'result' | 'problem'>>

const endingOf = async (app: App, caller: Caller, turnId: string, sessionId: string): Promise<Ended> => {
  try {
    return { status: 'succeeded', result: await chatData(app, { turnId, caller, sessionId }) }
  } catch (error) {
    if (!(error instanceof Problem) || !isProblemName(error.problem)) throw error
    if (error.problem === 'turn_cancelled') return { status: 'cancelled' }
    return { status: 'failed', problem: problemData(error.problem, error.message) }
  }
}
