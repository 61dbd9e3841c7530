import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { UNUSED_TICKETS_MAX } from '../../src/access/rules/stream-ticket.ts'
import { WEBHOOKS_MAX } from '../../src/manage/webhooks/rules/webhook.ts'
import { connectStore } from '../../src/store/connection.ts'
import type { Store } from '../../src/store/store.ts'
import { testServers } from '../support/test-servers.ts'
import { storeOn } from './store-fixture.ts'

let connection: Connection
let store: Store
let commands = 0
beforeAll(async () => {
  const name = `t${randomUUID().replaceAll('-', '')}`
  connection = await connectStore(`${testServers().mongoUri}${name}?monitorCommands=true`)
  store = storeOn(connection)
  await store.untilReady()
  connection.getClient().on('commandStarted', () => {
    commands += 1
  })
})
afterAll(() => store.close())

const own = { organizationId: 1 }
const AT_ONCE = 60

/** Runs the work AT_ONCE times concurrently; returns the results and the commands per run. */
const atOnce = async <Value>(work: (n: number) => Promise<Value>) => {
  const before = commands
  const done = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => work(n)))
  return { done, commandsEach: (commands - before) / AT_ONCE }
}

describe('concurrent creation with a count limit', () => {
  it('costs few commands per webhook', async () => {
    const fields = { url: 'https://hooks.example/', events: null, description: '' }
    const { done, commandsEach } = await atOnce(() => store.webhooks.add(own, fields, randomUUID()))
    expect(done.filter((one) => one !== 'full')).toHaveLength(WEBHOOKS_MAX)
    expect(commandsEach).toBeLessThan(12)
  })

  it('costs two commands per user id', async () => {
    const { done, commandsEach } = await atOnce(() => store.users.newId())
    expect(new Set(done).size).toBe(AT_ONCE)
    expect(commandsEach).toBeLessThanOrEqual(2)
  })

  it('refuses no login attempt because of concurrent ones', async () => {
    const rule = { freeAttempts: AT_ONCE, maxDelayMs: 60_000 }
    const now = Date.now()
    const { done, commandsEach } = await atOnce(() => store.loginAttempts.count('many', rule, now))
    expect(done).toEqual(done.map(() => 0))
    expect(commandsEach).toBeLessThanOrEqual(2)
    expect(await store.loginAttempts.count('many', rule, now)).toBeGreaterThan(0)
  })

  it('refuses no stream ticket below the limit', async () => {
    const caller = { ...own, keyId: 'key' }
    const made = { databaseId: 'shop', isIdentified: false, revision: '' }
    const { done } = await atOnce(() => store.streamTickets.add(caller, made))
    expect(done.filter((one) => one !== undefined)).toHaveLength(UNUSED_TICKETS_MAX)
  })
})
