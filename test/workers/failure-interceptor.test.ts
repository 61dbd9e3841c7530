import { Context, type Info } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { Problem } from '../../src/platform/problems/problem.ts'
import { failureInterceptor } from '../../workers/failure-interceptor.ts'

/** @returns the failure that Temporal receives from an attempt that throws */
const reported = async (attempt: number, thrown: Error, time: Partial<Info> = {}): Promise<unknown> => {
  const environment = new MockActivityEnvironment({ attempt, workflowType: 'answerQuestion', ...time }, { logger })
  const attempted = async () => {
    const { execute } = failureInterceptor(Context.current())
    return await execute?.({ args: [], headers: {} }, () => Promise.reject(thrown))
  }
  return await environment.run(attempted).catch((failure: unknown) => failure)
}
const logger = new DefaultLogger('ERROR')

describe('failureInterceptor, for a step of a turn', () => {
  it('retries without a limit and with the default delay while a server of the service is unavailable', async () => {
    const unavailable = new Problem('store_unavailable', { message: 'Redis is away' })
    for (const attempt of [1, 3, 10, 60])
      expect(await reported(attempt, unavailable)).toMatchObject({
        type: 'store_unavailable',
        nonRetryable: false,
        nextRetryDelay: undefined,
      })
  })

  it('allows fewer attempts for an unreachable customer database than for an unknown error', async () => {
    const refused = (attempt: number) => reported(attempt, new Problem('database_unreachable', { transient: true }))
    const broken = (attempt: number) => reported(attempt, new TypeError('undefined is not a function'))
    expect(await refused(2)).toMatchObject({ type: 'database_unreachable', nonRetryable: false })
    expect(await refused(3)).toMatchObject({ nonRetryable: true })
    expect(await broken(9)).toMatchObject({ type: 'internal', nonRetryable: false })
    expect(await broken(10)).toMatchObject({ nonRetryable: true })
  })

  it('reports the error instead of a retry that would exceed the deadline', async () => {
    const slow = new Problem('model_failed', { message: 'It took too long.' })
    const begunAt = (scheduledTimestampMs: number) => ({
      scheduledTimestampMs,
      currentAttemptScheduledTimestampMs: 90_000,
      scheduleToCloseTimeoutMs: 60_000,
    })
    expect(await reported(2, slow, begunAt(60_000))).toMatchObject({ nonRetryable: false })
    expect(await reported(2, slow, begunAt(30_000))).toMatchObject({ nonRetryable: true, message: 'It took too long.' })
    expect(await reported(2, slow, { ...begunAt(30_000), scheduleToCloseTimeoutMs: 0 })).toMatchObject({
      nonRetryable: false,
    })
  })

  it('reports an ApplicationFailure unchanged', async () => {
    const failure = ApplicationFailure.create({ type: 'mail_undelivered', message: 'It is away.', nonRetryable: false })
    expect(await reported(60, failure)).toBe(failure)
  })
})
