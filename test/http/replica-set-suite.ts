import { randomUUID } from 'node:crypto'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import type { StoredDatabase } from '../../src/manage/databases/store/databases.ts'
import { type Platform, type Reply, startPlatform } from '../support/platform.ts'
import type { Fault } from '../support/replica-set/faults.ts'
import { type ReplicaSetProxy, replicaSetProxy } from '../support/replica-set-proxy.ts'
import { testServers } from '../support/test-servers.ts'
import { waitFor } from '../support/wait-for.ts'

/**
 * Tests of what callers observe while a replica set fails.
 *
 * @param isWhole whether every write of a deletion gets every fault; otherwise some writes get one
 */
export const replicaSetSuite = (isWhole: boolean): void => {
  let proxy: ReplicaSetProxy
  let platform: Platform
  beforeAll(async () => {
    const { mongoUri } = testServers()
    // A write without a majority fails after a hundredth of its time limit, to keep the test short.
    proxy = await replicaSetProxy(Number(new URL(mongoUri).port), { haste: 0.01 })
    const uri = proxy.uri(`t${randomUUID().replaceAll('-', '')}`)
    platform = await startPlatform({ env: { MONGODB_URI: uri, TABLETALK_STREAM: 'memory' } })
  })
  afterEach(() => {
    proxy.rule()
    proxy.loseMajority(false)
    proxy.stepDown(false)
  })
  afterAll(async () => {
    await platform.close()
    await proxy.close()
  })

  /** Injected twice each, because the driver retries once by itself. */
  const ALL: readonly (readonly [string, Fault])[] = [
    ['the primary steps down before a write', { kind: 'refused', code: 10_107 }],
    ['the connection is closed after a write', { kind: 'cut after' }],
  ]

  const FAULTS = isWhole ? ALL : ALL.slice(1)

  /** Selects the first and a middle write unless all are tested. */
  const some = (writes: readonly number[]): readonly number[] =>
    isWhole ? writes : writes.filter((_, nth) => nth === 0 || nth === Math.floor(writes.length / 2))

  /** Retries a request while its response is 503 with Retry-After. */
  const untilAnswered = async (ask: () => Promise<Reply>): Promise<readonly Reply[]> => {
    const replies: Reply[] = []
    for (let tried = 0; tried < 10; tried++) {
      const reply = await ask()
      replies.push(reply)
      if (reply.status !== 503) return replies
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    return replies
  }

  /** Commands of authorization and rate limits, which are not counted as writes of the request. */
  const ADMISSION = /windows|leases|units/

  const commandsOf = async (ask: () => Promise<unknown>): Promise<readonly number[]> => {
    proxy.rule()
    await ask()
    return proxy.seen.flatMap(({ name, isWrite }, at) => (isWrite && !ADMISSION.test(name) ? [at] : []))
  }

  const asked = async (): Promise<string> => {
    const { body } = await platform.request('/api/v1/chat/message', {
      json: { message: 'How many customers are there?' },
    })
    return body.data.conversation_id
  }

  const isInHistory = async (conversationId: string): Promise<boolean> =>
    (await platform.request('/api/v1/chat/history?limit=100')).text.includes(conversationId)

  const deleteConversation = (id: string) => () => platform.request(`/api/v1/chat/${id}`, { method: 'DELETE' })

  describe('deleting a conversation', () => {
    it.each(FAULTS)('completes on retry when %s', async (_, fault) => {
      const undisturbed = await asked()
      const writes = await commandsOf(deleteConversation(undisturbed))
      expect(writes.length).toBeGreaterThan(3)
      for (const from of some(writes)) {
        const id = await asked()
        expect(await isInHistory(id)).toBe(true)
        proxy.rule({ from, times: 2, fault })
        const replies = await untilAnswered(deleteConversation(id))
        proxy.rule()
        expect([replies.length > 1, await isInHistory(id)]).toEqual([true, false])
        expect([200, 404]).toContain(replies.at(-1)?.status)
        expect(
          await platform.app.store.conversations.listPendingDeletion({
            organizationId: platform.access.organizationId,
          }),
        ).toEqual([])
      }
    })

    it('hides the conversation from the first write on, and is completed by the sweep without a retry', async () => {
      const id = await asked()
      const [first = 0] = await commandsOf(deleteConversation(await asked()))
      proxy.rule({ from: first + 1, times: 100, fault: { kind: 'refused', code: 10_107 } })
      expect((await deleteConversation(id)()).status).toBe(503)
      proxy.rule()
      expect(await isInHistory(id)).toBe(false)
      expect((await platform.request(`/api/v1/chat/${id}/history`)).status).toBe(404)
      await platform.app.store.conversations.sweep(new Date(Date.now() + 3_600_000))
      expect((await deleteConversation(id)()).status).toBe(404)
    })
  })

  const POLICY = { version: 1, engine: 'sqlite', tables: {} } as const

  /** A database with a key and a verified query. */
  const connected = async (): Promise<string> => {
    const { store } = platform.app
    const { organizationId } = platform.access
    const id = randomUUID()
    const settings = { id, organizationId, name: id, engine: 'sqlite', requiresOrganizationScoping: false }
    await store.databases.add({ ...settings, policy: POLICY, glossary: EMPTY_GLOSSARY }, 'sqlite:none')
    await store.apiKeys.add({ organizationId }, { kind: 'database', userId: 1, databaseId: id })
    await store.patterns.add({ organizationId }, id, { question: 'Why?', query: 'SELECT 1', verifiedBy: 'Ann' })
    return id
  }

  const leftOf = async (databaseId: string) => {
    const { store } = platform.app
    const own = { organizationId: platform.access.organizationId }
    const found: StoredDatabase | undefined = await store.databases.find(own, databaseId)
    const keys = (await store.apiKeys.all(own)).filter(
      (key) => key.databaseId === databaseId && key.status === 'active',
    )
    const patterns = [await store.patterns.count(own, databaseId), await store.patterns.version(own, databaseId)]
    return { found, keys, patterns, isPendingDeletion: await store.databases.isPendingDeletion(own, databaseId) }
  }

  const removeDatabase = (id: string) => () => platform.request(`/api/v1/databases/${id}`, { method: 'DELETE' })

  describe('removing a database', () => {
    it.each(FAULTS)('completes on retry when %s', async (_, fault) => {
      const writes = await commandsOf(async () => await removeDatabase(await connected())())
      const own = await commandsOf(connected)
      expect(writes.length - own.length).toBeGreaterThan(5)
      for (const index of some(Array.from({ length: writes.length - own.length }, (_, at) => at))) {
        const id = await connected()
        const from = (await commandsOf(async () => undefined)).length + index
        proxy.rule({ from, times: 2, fault })
        const replies = await untilAnswered(removeDatabase(id))
        proxy.rule()
        expect(replies.at(-1)?.status).toBe(200)
        expect(replies.at(-1)?.text).toContain('disconnected')
        expect(await leftOf(id)).toEqual({
          found: undefined,
          keys: [],
          patterns: [0, undefined],
          isPendingDeletion: false,
        })
      }
    })
  })

  const renaming = (name: string) => platform.request('/api/v1/organization', { method: 'PATCH', json: { name } })

  describe('API without a write majority', () => {
    it('bounds the waiting time of writes, reads and readiness', async () => {
      proxy.rule()
      proxy.loseMajority(true, 0.6)
      let answered = 0
      const writing = Array.from({ length: 25 }, async (_, nth) => {
        const reply = await renaming(`name ${nth}`)
        answered += 1
        return reply
      })
      const held = () => proxy.seen.filter(({ name }) => name === 'insert audit').length
      await waitFor('as many writes as there are connections', async () => held() >= 20)
      const ready = await fetch(`${platform.baseUrl}/readyz`)
      expect([ready.status, answered < 25]).toEqual([200, true])
      const read = await platform.request('/api/v1/chat/conversations')
      expect([200, 503]).toContain(read.status)
      for (const reply of await Promise.all(writing))
        expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
      expect(proxy.seen.filter(({ isBounded }) => !isBounded)).toEqual([])
      proxy.loseMajority(false)
      const again = await renaming('a name at last')
      expect([again.status, again.body.data.name]).toEqual([200, 'a name at last'])
    })
  })

  // Requests wait as long as server selection does.
  if (isWhole)
    describe('API without a primary', () => {
      it('returns 503 on every route until there is a primary again', async () => {
        proxy.stepDown(true)
        const replies = await Promise.all([renaming('another'), platform.request('/api/v1/databases')])
        expect(replies.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
          [503, '5'],
          [503, '5'],
        ])
        proxy.stepDown(false)
        expect((await untilAnswered(() => renaming('another'))).at(-1)?.status).toBe(200)
      })
    })
}
