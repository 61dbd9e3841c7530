import express from 'express'
import { MongoNetworkTimeoutError, MongoServerError, MongoWriteConcernError } from 'mongodb'
import { listen } from '../../src/http/listen.ts'
import { problemResponses } from '../../src/http/problem-response.ts'
import { traceIds } from '../../src/http/trace-id.ts'
import { isStoreUnavailable } from '../../src/platform/problems/store-unavailable.ts'

/** What is answered where the store has said no for a reason of its own. */
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

describe('a store that cannot do its work', () => {
  it.each([
    ['shuts down', { code: 91 }],
    ['was interrupted at shutdown', { code: 11600 }],
    ['is no primary any more', { code: 10107 }],
    ['has a full disk', { code: 14031 }],
    ['broke while it answered', {}],
    ['has no such member as was wanted', { code: 133 }],
    ['took longer than a read may', { code: 50 }],
    ['has lost what was being read', { code: 43 }],
    ['wants to be asked again', { code: 1, errorLabels: ['RetryableWriteError'] }],
  ])('is not available: it %s', async (_, more) => {
    const answer = await answerTo(new MongoServerError({ message: 'no', ...more }))
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  })

  it('is not to blame for what it rightly refuses', async () => {
    expect((await answerTo(new MongoServerError({ message: 'no such operator', code: 2 }))).status).toBe(500)
  })

  it.each([64, 91, 100, 11602])('is not available: no majority has acknowledged a write in time (%i)', async (code) => {
    const writeConcernError = { code, errmsg: 'waiting for replication timed out' }
    const answer = await answerTo(new MongoWriteConcernError({ ok: 1, n: 1, writeConcernError }))
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  })

  it('is not available: it said nothing in time', async () => {
    expect((await answerTo(new MongoNetworkTimeoutError('timed out'))).status).toBe(503)
  })

  it('is known by every name that the driver has for it', async () => {
    const isNamed = (name: string): boolean => isStoreUnavailable(Object.assign(new Error('no'), { name, code: 2 }))
    const away = Object.keys(await import('mongodb')).filter((name) => /^Mongo.*Error$/.test(name) && isNamed(name))
    expect(away.toSorted()).toEqual([
      ...['MongoClientClosedError', 'MongoNetworkError', 'MongoNetworkTimeoutError', 'MongoNotConnectedError'],
      ...[
        'MongoOperationTimeoutError',
        'MongoServerClosedError',
        'MongoServerSelectionError',
        'MongoStalePrimaryError',
      ],
      ...['MongoTopologyClosedError', 'MongoWriteConcernError'],
    ])
    // Of the pool, which are not exported; and mongoose's own.
    const more = ['MongoPoolClosedError', 'MongoPoolClearedError', 'PoolClearedOnNetworkError']
    for (const name of [...more, 'MongoWaitQueueTimeoutError', 'MongooseServerSelectionError'])
      expect([name, isNamed(name)]).toEqual([name, true])
  })

  it('is not away where a bulk has errors of its documents', () => {
    const bulk = Object.assign(new Error('no'), { name: 'MongoBulkWriteError', code: 91 })
    expect([isStoreUnavailable(bulk), isStoreUnavailable({ ...bulk })]).toEqual([true, false])
    expect(isStoreUnavailable(Object.assign(bulk, { writeErrors: [{ code: 11_000 }] }))).toBe(false)
  })
})
