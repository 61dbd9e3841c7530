import express from 'express'
import { MongoNetworkTimeoutError, MongoServerError, MongoWriteConcernError } from 'mongodb'
import { listen } from '../../src/http/listen.ts'
import { problemResponses } from '../../src/http/problem-response.ts'
import { traceIds } from '../../src/http/trace-id.ts'
import { isStoreUnavailable } from '../../src/platform/problems/store-unavailable.ts'

/** Returns the response to a request whose store operation fails with this error. */
const answerTo = async (error: Error): Promise<Response> => {
  const server = express()
  server.use(traceIds)
  server.get('/api/v1/chat/messages', () => {
    throw error
  })
  server.use(problemResponses(() => undefined))
  const listening = await listen(server, '127.0.0.1', 0)
  const answer = await fetch(`http://127.0.0.1:${listening.port}/api/v1/chat/messages`)
  await answer.text()
  await listening.drain(1_000)
  return answer
}

describe('store errors', () => {
  it.each([
    ['shuts down', { code: 91 }],
    ['was interrupted at shutdown', { code: 11600 }],
    ['is no longer primary', { code: 10107 }],
    ['has a full disk', { code: 14031 }],
    ['fails without a code', {}],
    ['has no member for the read preference', { code: 133 }],
    ['exceeds the time limit of a read', { code: 50 }],
    ['has lost the cursor', { code: 43 }],
    ['reports a retryable error', { code: 1, errorLabels: ['RetryableWriteError'] }],
  ])('return 503 with Retry-After when the store %s', async (_, more) => {
    const answer = await answerTo(new MongoServerError({ message: 'no', ...more }))
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  })

  it('return 500 for an operation that the store rejects', async () => {
    expect((await answerTo(new MongoServerError({ message: 'no such operator', code: 2 }))).status).toBe(500)
  })

  it.each([64, 91, 100, 11602])(
    'return 503 with Retry-After when no majority has acknowledged a write in time (%i)',
    async (code) => {
      const writeConcernError = { code, errmsg: 'waiting for replication timed out' }
      const answer = await answerTo(new MongoWriteConcernError({ ok: 1, n: 1, writeConcernError }))
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
    },
  )

  it('return 503 when the store has not responded in time', async () => {
    expect((await answerTo(new MongoNetworkTimeoutError('timed out'))).status).toBe(503)
  })

  it('are classified as unavailable by the error names of the driver', async () => {
    const isNamed = (name: string): boolean => isStoreUnavailable(Object.assign(new Error('no'), { name, code: 2 }))
    const unavailable = Object.keys(await import('mongodb')).filter(
      (name) => /^Mongo.*Error$/.test(name) && isNamed(name),
    )
    expect(unavailable.toSorted()).toEqual([
      ...['MongoClientClosedError', 'MongoNetworkError', 'MongoNetworkTimeoutError', 'MongoNotConnectedError'],
      ...[
        'MongoOperationTimeoutError',
        'MongoServerClosedError',
        'MongoServerSelectionError',
        'MongoStalePrimaryError',
      ],
      ...['MongoTopologyClosedError', 'MongoWriteConcernError'],
    ])
    // Errors of the connection pool, which the driver does not export, and of mongoose.
    const more = ['MongoPoolClosedError', 'MongoPoolClearedError', 'PoolClearedOnNetworkError']
    for (const name of [...more, 'MongoWaitQueueTimeoutError', 'MongooseServerSelectionError'])
      expect([name, isNamed(name)]).toEqual([name, true])
  })

  it('are not classified as unavailable for a bulk write with document errors', () => {
    const bulk = Object.assign(new Error('no'), { name: 'MongoBulkWriteError', code: 91 })
    expect([isStoreUnavailable(bulk), isStoreUnavailable({ ...bulk })]).toEqual([true, false])
    expect(isStoreUnavailable(Object.assign(bulk, { writeErrors: [{ code: 11_000 }] }))).toBe(false)
  })
})
