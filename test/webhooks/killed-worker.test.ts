import { once } from 'node:events'
import { jest } from '@jest/globals'
import { Forked } from '../support/forked.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts'

jest.setTimeout(120_000)

let platform: Platform
let receiver: Receiver
const forked = new Forked()
beforeAll(async () => {
  platform = await startPlatform({ worker: false, env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
  receiver = await startReceiver()
  const made = await platform.request('/api/v1/webhooks', { json: { url: receiver.url } })
  expect(made.status).toBe(201)
})
afterEach(() => forked.killAll())
afterAll(async () => {
  await platform.close()
  await receiver.close()
})

describe('a worker that is killed', () => {
  it.each([
    ['when a turn was to be closed', 'closeTurn:before', 1],
    ['when a turn was closed and that was not reported', 'closeTurn:after', 1],
    ['when an event was sent and that was not reported', 'sendWebhook:after', 2],
  ])('%s costs no event: it is told at least once, as one', async (_, crashAt, times) => {
    const before = receiver.received.length
    const victim = forked.start('crashing-worker', platform.env, crashAt)
    const died = once(victim, 'exit')
    await once(victim, 'message')
    const answer = platform.request('/api/v1/chat/message', { json: { message: 'How many customers are there?' } })
    await died
    const spare = await platform.startWorker()
    const { body } = await answer
    const told = (await receiver.had(before + times)).slice(before)
    const turnId = String(body.data.message_id).split('.')[0]
    expect(new Set(told.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([`evt_${turnId}`]))
    await spare.drain()
    expect(receiver.received).toHaveLength(before + times)
  })
})
