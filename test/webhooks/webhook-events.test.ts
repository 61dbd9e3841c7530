import type { DeliveryInput } from '../../src/manage/webhooks/rules/delivery.ts'
import { turnCompleted } from '../../src/manage/webhooks/rules/webhook-event.ts'
import { webhookEvents } from '../../src/manage/webhooks/webhook-events.ts'
import { CacheMemory } from '../../src/platform/memory/cache-memory.ts'
import { cachedReads } from '../../src/store/cached-reads.ts'
import { connectStore } from '../../src/store/connection.ts'
import { askedCommands } from '../store/asked-commands.ts'
import { storeOn } from '../store/store-fixture.ts'
import { testServers } from '../support/test-servers.ts'

const OWN = { organizationId: 1 }
const event = (turnId: string) =>
  turnCompleted('2026-11-25T10:00:00.000Z', {
    turn_id: turnId,
    conversation_id: 'c',
    database_id: 'd',
    asked_at: '2026-11-25T10:00:00.000Z',
    execution_time_ms: 0,
  })

it('an organization without webhooks costs one query until it is changed', async () => {
  const connection = await connectStore(
    `${testServers().mongoUri}t${crypto.randomUUID().replaceAll('-', '')}?monitorCommands=true`,
  )
  const store = storeOn(connection)
  const memory = new CacheMemory(1_000_000)
  const begun: DeliveryInput[] = []
  const { emit } = webhookEvents({
    subscriptions: cachedReads(store, memory).webhooks,
    deliveries: { start: async (input) => void begun.push(input) },
  })
  try {
    await store.untilReady()
    const revision = await store.authorizationRevisions.find(OWN)
    const asked = askedCommands(connection)
    for (let n = 0; n < 10; n++) await emit(1, event(`t${n}`), revision)
    expect(asked.map(({ collection }) => collection)).toEqual(['webhooks'])
    await store.webhooks.add(OWN, { url: 'https://hooks.example/', events: null, description: '' }, 'all')
    await store.webhooks.add(OWN, { url: 'https://hooks.example/', events: ['turn.failed'], description: '' }, 'failed')
    await emit(1, event('last'), await store.authorizationRevisions.find(OWN))
    expect(begun.map(({ webhookId, event: { id } }) => [webhookId, id])).toEqual([['all', 'evt_last']])
  } finally {
    memory.close()
    await store.close()
  }
})
