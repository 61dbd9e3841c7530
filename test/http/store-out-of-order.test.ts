import express from 'express'
import { MongoServerError } from 'mongodb'
import { listen } from '../../src/http/listen.ts'
import { problemResponses } from '../../src/http/problem-response.ts'
import { traceIds } from '../../src/http/trace-id.ts'

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
  ])('is not available: it %s', async (_, more) => {
    const answer = await answerTo(new MongoServerError({ message: 'no', ...more }))
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  })

  it('is not to blame for what it rightly refuses', async () => {
    expect((await answerTo(new MongoServerError({ message: 'no such operator', code: 2 }))).status).toBe(500)
  })
})
