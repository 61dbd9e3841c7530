import { setImmediate as nextTick } from 'node:timers/promises'
import { FairSemaphore } from '../../src/access/rules/fair-semaphore.ts'
import { ENGINE_NAMES } from '../../src/engines/index.ts'
import { DatabaseSlots } from '../../src/engines/shared/connect/database-slots.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { waitFor } from '../support/wait-for.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ env: { TABLETALK_LIMITS: 'memory' } })
})
afterAll(() => platform.close())

const owner = (organizationId: number) => ({ organizationId })

describe('The usage of resources', () => {
  it('counts slots of statements that are held and waited for, of all databases together', async () => {
    const slots = new DatabaseSlots({ max: 1, waitingMax: 10, fastMs: 60_000 })
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const signal = new AbortController().signal
    const run = (address: string, organizationId: number) =>
      slots.run(address, { timeoutMs: 60_000, signal, owner: owner(organizationId) }, () => over)
    const all = [run('one', 1), run('one', 2), run('another', 1)]
    expect(slots.usage).toEqual({ fast: { inUse: 2, waiting: 1 }, slow: { inUse: 0, waiting: 0 } })
    end()
    await Promise.all(all)
    expect(slots.usage).toEqual({ fast: { inUse: 0, waiting: 0 }, slow: { inUse: 0, waiting: 0 } })
  })

  it('counts slots of a planner that are held and waited for', async () => {
    const slots = new FairSemaphore({ max: 1, waitingMax: 10 })
    const held = await slots.take(owner(1))
    const next = slots.take(owner(2))
    expect(slots.usage).toEqual({ inUse: 1, waiting: 1 })
    if (held !== 'queue_full') held.release()
    await next
    expect(slots.usage).toEqual({ inUse: 1, waiting: 0 })
  })

  it('counts connections to the store while commands run, and none afterwards', async () => {
    let most = 0
    let areRead = false
    const reads = Array.from({ length: 100 }, () => platform.app.store.organizations.find(platform.access))
    const all = Promise.all(reads).finally(() => {
      areRead = true
    })
    while (!areRead) {
      most = Math.max(most, platform.app.usage().store.inUse)
      await nextTick()
    }
    await all
    expect(most).toBeGreaterThan(0)
    const isIdle = async () => Object.values(platform.app.usage().store).every((count) => count === 0)
    await waitFor('no connection in use', isIdle, 10_000)
  })

  it('is exposed with the version and the workflows of the process, for every engine', async () => {
    const metrics = createMetrics({ engines: [], version: '1.2.3' })
    metrics.watch(platform.app.usage, 'digest')
    const asked = await platform.request('/api/v1/chat/message', { json: { message: 'How many customers are there?' } })
    expect(asked.status).toBe(200)
    const text = await metrics.text()
    expect(text).toContain('tabletalk_build_info{version="1.2.3",workflows="digest"} 1')
    for (const engine of platform.app.usage().engines.keys())
      expect(text).toMatch(new RegExp(`tabletalk_query_slots\\{engine="${engine}",lane="slow",state="waiting"\\} 0`))
    expect([...platform.app.usage().engines.keys()].toSorted()).toEqual(ENGINE_NAMES)
    expect(text).toMatch(/tabletalk_database_connections\{engine="sqlite"\} [1-9]/)
    expect(text).toMatch(/tabletalk_store_connections\{state="waiting"\} \d/)
  })
})
