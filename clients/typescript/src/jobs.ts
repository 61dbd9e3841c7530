import type { components } from './schema.ts'
import { enveloped, isObject, TabletalkError } from './tabletalk-error.ts'
import { pause, type Transport } from './transport.ts'
import { addressOf } from './typed-call.ts'

type Job = components['schemas']['Job']
type Fields = Readonly<Record<string, unknown>>

export interface JobOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with the job each time it was read and has not ended. */
  readonly onProgress?: ((job: Job) => void) | undefined
}

const POLL_MS = 500
/** A job may take an hour, and each read counts as a request. */
const POLL_MAX_MS = 5_000
const POLL_GROWTH = 1.2

/**
 * Reads a job until it has ended.
 *
 * @param isResult whether the result of a job that succeeded has the fields that are read of it
 * @throws TabletalkError if it did not succeed, with its problem
 */
export const endedJob = async <Result = Job['result']>(
  service: Transport,
  id: string,
  { signal, onProgress }: JobOptions,
  isResult?: (result: Fields) => boolean,
): Promise<Omit<Job, 'result'> & { readonly result: Result }> => {
  const path = addressOf('/api/v1/jobs/{id}', { id })
  const hasResult = ({ status, result }: Fields): boolean =>
    isResult === undefined || status !== 'succeeded' || (isObject(result) && isResult(result))
  const isReadable = (job: Fields): boolean => isJob(job) && hasResult(job)
  for (let pollMs = POLL_MS; ; pollMs = Math.min(POLL_MAX_MS, pollMs * POLL_GROWTH)) {
    const response = await service.send({ method: 'GET', path, signal, repeatable: true })
    const { data: job } = await enveloped<{ readonly data: Job & { readonly result: Result } }>(response, isReadable)
    if (job.status === 'succeeded') return job
    if (job.status === 'failed' || job.status === 'cancelled') throw failureOf(job)
    onProgress?.(job)
    await pause(pollMs, signal)
  }
}

const JOB_STATUSES: readonly unknown[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled']

const isJob = ({ status, progress, problem }: Fields): boolean =>
  JOB_STATUSES.includes(status) &&
  isObject(progress) &&
  typeof progress.step === 'string' &&
  (problem === null || (isObject(problem) && typeof problem.message === 'string'))

const failureOf = ({ status, problem }: Pick<Job, 'status' | 'problem'>): TabletalkError =>
  problem === null
    ? new TabletalkError(`The job is ${status}.`, { status: 200, code: status.toUpperCase() })
    : new TabletalkError(problem.message, {
        status: problem.status_code,
        code: problem.error_code,
        problem: problem.problem,
      })
