import type { z } from 'zod'
import type { AskedProgress, TurnProgress, TurnState } from '../../../ask/turns/turn-progress.ts'
import type { AnswerReader } from '../../../http/answer-reader.ts'
import { chatData } from '../../../http/routes/chat/chat-data.ts'
import { type ProblemName, problemRow } from '../../../platform/problems/problem.ts'
import { isEnded, type Job, percentOf, WAITING_FOR_SLOT } from '../rules/job.ts'
import type { JobItem } from './job-schema.ts'

type JobData = z.input<typeof JobItem>

/** A job as the contract writes it. */
export const jobData = (job: Job): JobData => {
  const { id, kind, databaseId, cause = null, status, progress, createdAt, updatedAt, result, problem } = job
  const shown = isEnded(job) ? { step: status, done: progress.total, total: progress.total } : progress
  return {
    id,
    kind,
    database_id: databaseId,
    cause,
    status,
    created_at: createdAt,
    updated_at: updatedAt,
    progress: { ...shown, percent: percentOf(shown) },
    result: typeof result === 'object' && result !== null && !Array.isArray(result) ? { ...result } : null,
    problem: problem === undefined ? null : problemData(problem),
  }
}

const problemData = ({ problem, message }: { readonly problem: ProblemName; readonly message: string }) => {
  const { errorCode, status } = problemRow(problem)
  return { problem, error_code: errorCode, message, status_code: status }
}

/** A question as a job. */
export const turnJobData = (progress: TurnProgress, reader: AnswerReader): JobData =>
  progress.kind === 'accepted' ? jobData(progress.job) : askedData(progress, reader)

const askedData = (
  { turnId, databaseId, sessionId, askedAt, updatedAt, state }: AskedProgress,
  reader: AnswerReader,
) => {
  const status = STATUS[state.kind]
  const done = isEnded({ status }) ? 1 : 0
  const step = state.kind === 'waits for a place' ? WAITING_FOR_SLOT : 'answering'
  return {
    id: turnId,
    kind: 'turn' as const,
    database_id: databaseId ?? '',
    cause: null,
    status,
    progress: { step: done === 0 ? step : status, done, total: 1, percent: 100 * done },
    created_at: askedAt,
    updated_at: updatedAt,
    result: state.kind === 'succeeded' ? chatData(state.answer, { reader, sessionId }) : null,
    problem: state.kind === 'failed' ? problemData(reader.failure(state.failure)) : null,
  }
}

const STATUS = {
  'waits for a place': 'queued',
  running: 'running',
  succeeded: 'succeeded',
  cancelled: 'cancelled',
  failed: 'failed',
} as const satisfies Record<TurnState['kind'], JobData['status']>
