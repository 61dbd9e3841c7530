import type { WebhookEvent } from '../../src/manage/webhooks/rules/webhook-event.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { type RunningWorker, runWorker } from '../../workers/run-worker.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testBundle } from '../support/test-servers.ts'

let platform: Platform
let worker: RunningWorker
let isAway = true
const enqueued = Promise.withResolvers<WebhookEvent>()
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  const events = {
    async emit(_: number, event: WebhookEvent) {
      if (isAway) throw new Problem('worker_unavailable')
      enqueued.resolve(event)
    },
  }
  const address = platform.env.TEMPORAL_ADDRESS ?? ''
  worker = await runWorker(
    { ...platform.app, webhooks: { ...platform.app.webhooks, events } },
    { bundle: await testBundle(), address, graceMs: 1_000 },
  )
})
afterAll(async () => {
  await worker.drain()
  await platform.close()
})

it('an event that cannot be enqueued at once is enqueued later, and the answer does not wait for it', async () => {
  const { status, body } = await platform.request('/api/v1/chat/message', { json: { message: 'hello' } })
  expect(status).toBe(200)
  isAway = false
  const [turnId] = String(body.data.message_id).split('.')
  expect(await enqueued.promise).toMatchObject({ id: `evt_${turnId}`, type: 'turn.completed' })
})
