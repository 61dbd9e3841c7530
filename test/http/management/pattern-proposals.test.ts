import { randomUUID } from 'node:crypto'
import type { Caller } from '../../../src/access/rules/caller.ts'
import { PROPOSALS_MAX, PUBLIC_PROPOSALS_MAX } from '../../../src/ask/rules/proposal.ts'
import { sqliteRows } from '../../support/sqlite-rows.ts'
import { testServers } from '../../support/test-servers.ts'
import { codeOf } from './manager.ts'
import { useManagedPlatform } from './use-managed-platform.ts'

const managed = useManagedPlatform()
const { send, ask } = managed
const rate = (message: string, rating: string, headers = {}) =>
  managed.platform.request(`/api/v1/chat/messages/${message}/feedback`, { json: { rating }, headers })
const proposals = async () => (await send('GET', '/pattern-proposals')).body.data
const [BO, CY] = [{ 'X-Tenant-Id': '2' }, { 'X-Scope-Id': 'cy' }]

describe('an answer rated up', () => {
  it('proposes its query once per question, with one vote per answer, until all votes are withdrawn', async () => {
    const first = await ask('How many customers are there?')
    const second = await ask('how many customers are THERE', {}, BO)
    expect((await rate(first.message_id, 'up')).status).toBe(200)
    await rate(first.message_id, 'up')
    await rate(second.message_id, 'up', BO)
    expect(await proposals()).toEqual([
      {
        id: expect.any(String),
        created_at: expect.any(String),
        database_id: managed.platform.access.databaseId,
        question: 'How many customers are there?',
        query: first.receipt.query,
        votes: 2,
        unshared_values: [],
      },
    ])
    await rate(first.message_id, 'down')
    expect(await proposals()).toMatchObject([{ votes: 1 }])
    await rate(second.message_id, 'down', BO)
    expect(await proposals()).toEqual([])
  })

  it('is no longer proposed once the conversations of its votes are deleted', async () => {
    const [first, second] = [await ask('How many customers?'), await ask('How many customers', {}, BO)]
    await rate(first.message_id, 'up')
    await rate(second.message_id, 'up', BO)
    const remove = (id: string, headers = {}) =>
      managed.platform.request(`/api/v1/chat/${id}`, { method: 'DELETE', headers })
    expect((await remove(first.conversation_id)).status).toBe(200)
    expect(await proposals()).toMatchObject([{ votes: 1 }])
    expect((await remove(second.conversation_id, BO)).status).toBe(200)
    expect(await proposals()).toEqual([])
  })

  it('proposes nothing if it has no query, is a follow-up, or depends on the current date', async () => {
    for (const data of [await ask('Hello'), await ask('How many orders are there?')])
      await rate((await ask('How many products?', { conversation_id: data.conversation_id })).message_id, 'up')
    await rate((await ask('Hello')).message_id, 'up')
    const { message_id, receipt } = await ask('How many orders were placed last month?')
    expect(receipt.query).toMatch(/'20\d\d-/)
    await rate(message_id, 'up')
    expect(await proposals()).toEqual([])
  })

  it('is proposed with the values that may belong to one tenant, and is not used by planners', async () => {
    const [found] = sqliteRows(
      testServers().demoFile,
      "SELECT name FROM customers c WHERE shop_id = 1 AND name NOT LIKE '%''%' AND (SELECT COUNT(*) FROM customers x WHERE x.name = c.name) = 1",
    )
    const name = String(found?.name)
    const { message_id } = await ask(`How many orders does ${name} have?`)
    await rate(message_id, 'up')
    expect(await proposals()).toMatchObject([{ votes: 1, unshared_values: [{ value: name, hidden: true }] }])
    const { databaseId } = managed.platform.access
    expect(await managed.platform.app.store.patterns.version(managed.platform.access, databaseId)).toBeUndefined()
    await rate(message_id, 'down')
  })

  it('does not list categories that all tenants share as unshared values, in any case', async () => {
    const { app, access } = managed.platform
    const { databaseId } = access
    const columns = (await app.store.catalogs.find(access, databaseId))?.columns ?? []
    const kind = columns.flatMap(({ values }) => values).find((value) => /^[a-z]{4,}$/i.test(value)) ?? ''
    const caller = { ...access, kind: 'organization', userId: 1 } as const
    const texts = [kind, kind.toUpperCase(), 'Nobody in Particular']
    const query = `SELECT 1 WHERE 'a' IN (${texts.map((text) => `'${text}'`).join(', ')})`
    await app.store.proposals.propose(caller, 'pattern', {
      conversationId: 'c',
      databaseId,
      question: 'Which kinds?',
      query,
    })
    const [{ id, unshared_values: unshared }] = await proposals()
    const values = unshared.map(({ value }: { value: string }) => value)
    expect(values).toEqual(['a', 'Nobody in Particular'])
    expect((await send('GET', `/pattern-proposals/${id}`)).body.data.unshared_values).toEqual(unshared)
    await app.store.proposals.remove(caller, 'pattern', id)
  })

  it('becomes a verified query once accepted with an edited question, and is not proposed again', async () => {
    const answer = await ask('How many employees are there?')
    await rate(answer.message_id, 'up')
    const [{ id }] = await proposals()
    const refused = await send('POST', `/pattern-proposals/${id}/accept`, { query: 'SELECT * FROM nowhere' })
    expect(codeOf(refused)).toEqual([422, 'VALIDATION_ERROR'])
    const accepted = await send('POST', `/pattern-proposals/${id}/accept`, { question: 'How many work here?' })
    expect(accepted).toMatchObject({ status: 201, body: { data: { question: 'How many work here?' } } })
    expect(accepted.body.data.query).toBe(answer.receipt.query)
    expect(codeOf(await send('GET', `/pattern-proposals/${id}`))).toEqual([404, 'NOT_FOUND_PATTERN'])
    const verified = await ask('How many work here?')
    expect(verified.results).toEqual(answer.results)
    await rate(verified.message_id, 'up')
    expect(await proposals()).toEqual([])
    const [entry] = (await send('GET', '/audit')).body.data
    expect(entry).toMatchObject({ action: 'pattern.created', subject_id: accepted.body.data.id, outcome: 'done' })
  })

  it('is not proposed again once its proposal was dismissed', async () => {
    const { message_id } = await ask('How many suppliers are there?')
    await rate(message_id, 'up')
    const [{ id }] = await proposals()
    expect((await send('DELETE', `/pattern-proposals/${id}`)).status).toBe(200)
    await rate(message_id, 'up')
    await rate((await ask('How many suppliers are there?', {}, CY)).message_id, 'up', CY)
    expect(await proposals()).toEqual([])
    expect(codeOf(await send('DELETE', `/pattern-proposals/${id}`))).toEqual([404, 'NOT_FOUND_PATTERN'])
  })
})

describe('pattern proposals', () => {
  const DATABASE = randomUUID()
  const serverKey = (): Caller => ({ ...managed.platform.access, kind: 'organization', userId: 1 })
  const publicKey = (): Caller => ({ ...serverKey(), kind: 'database', databaseId: DATABASE })
  const propose = (caller: Caller, question: string) =>
    managed.platform.app.store.proposals.propose(caller, 'pattern', {
      conversationId: 'c',
      databaseId: DATABASE,
      question,
      query: 'SELECT 1',
    })
  const count = async (): Promise<number> => {
    const { store } = managed.platform.app
    return (await store.proposals.list(serverKey(), 'pattern', { page: 1, pageSize: 1 }, DATABASE)).total
  }

  it('are limited per database, and more strictly for public keys', async () => {
    for (let n = 0; n < PUBLIC_PROPOSALS_MAX + 5; n++) await propose(publicKey(), `public ${n}`)
    expect(await count()).toBe(PUBLIC_PROPOSALS_MAX)
    for (let n = 0; n < PROPOSALS_MAX; n++) await propose(serverKey(), `own ${n}`)
    expect(await count()).toBe(PROPOSALS_MAX)
    const { store } = managed.platform.app
    const [one] = (await store.proposals.list(serverKey(), 'pattern', { page: 1, pageSize: 1 }, DATABASE)).items
    await store.proposals.dismiss(serverKey(), 'pattern', one?.id ?? '')
    await propose(serverKey(), 'one more')
    await propose(serverKey(), 'too many')
    expect(await count()).toBe(PROPOSALS_MAX)
    await store.proposals.removeOfDatabase(serverKey(), DATABASE)
    expect(await count()).toBe(0)
  })

  it('are unknown to other organizations', async () => {
    await propose(serverKey(), 'Ours?')
    const { store } = managed.platform.app
    const [ours] = (await store.proposals.list(serverKey(), 'pattern', { page: 1, pageSize: 1 }, DATABASE)).items
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/accept'],
    ] as const)
      for (const id of [ours?.id, randomUUID()])
        expect(
          codeOf(
            await managed.other.send(method, `/pattern-proposals/${id}${path}`, method === 'POST' ? {} : undefined),
          ),
        ).toEqual([404, 'NOT_FOUND_PATTERN'])
    expect((await managed.other.get('/pattern-proposals')).body.data).toEqual([])
  })
})
