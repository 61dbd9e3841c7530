import { once } from 'node:events'
import { jest } from '@jest/globals'
import { Forked } from '../support/forked.ts'
import { startPlatform } from '../support/platform.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

jest.setTimeout(120_000)

const forked = new Forked()
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  forked.killAll()
  for (const end of ends) await end()
})

/** A service without a worker, and a receiver of its events. */
const started = async () => {
  const platform = await startPlatform({ worker: false, env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
  ends.push(() => platform.close())
  const receiver = await startReceiver()
  ends.push(() => receiver.close())
  const made = await platform.request('/api/v1/webhooks', { json: { url: receiver.url } })
  expect(made.status).toBe(201)
  return { platform, receiver }
}

describe('a killed worker', () => {
  // Temporal notices a lost worker after seconds; the cases run side by side.
  it.concurrent.each([
    ['when a turn was to be closed', 'closeTurn:before', 1],
    ['when a turn was closed and that was not reported', 'closeTurn:after', 1],
    ['when an event was sent and that was not reported', 'sendWebhook:after', 2],
  ])('%s loses no event: it is sent at least once, with one id', async (_, crashAt, times) => {
    const { platform, receiver } = await started()
    const victim = forked.start('crashing-worker', platform.env, crashAt)
    const died = once(victim, 'exit')
    await once(victim, 'message')
    const answer = platform.request('/api/v1/chat/message', { json: { message: 'How many customers are there?' } })
    await died
    const spare = await platform.startWorker()
    const { body } = await answer
    const received = await receiver.had(times)
    const turnId = String(body.data.message_id).split('.')[0]
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([`evt_${turnId}`]))
    await spare.drain()
    expect(receiver.received).toHaveLength(times)
  })
})
