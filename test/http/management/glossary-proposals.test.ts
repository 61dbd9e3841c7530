import { randomUUID } from 'node:crypto'
import type { Caller } from '../../../src/access/rules/caller.ts'
import { PUBLIC_PROPOSALS_MAX } from '../../../src/ask/rules/proposal.ts'
import { codeOf } from './manager.ts'
import { useManagedPlatform } from './use-managed-platform.ts'

const managed = useManagedPlatform()
const { send, ask } = managed
const proposals = async () => (await send('GET', '/glossary-proposals')).body.data
const UNCLEAR = 'How many supplierage are there?'
const TAKEN = 'How many suppliers are there?'
const take = async (headers = {}) => {
  const unclear = await ask(UNCLEAR, {}, headers)
  expect(unclear.choices.map(({ question }: { question: string }) => question)).toContain(TAKEN)
  return await ask(TAKEN, { conversation_id: unclear.conversation_id }, headers)
}

describe('a choice that is taken', () => {
  it('is proposed with one vote a conversation, until the conversations are deleted', async () => {
    const first = await take()
    expect(first.query_type).toBe('data_retrieval')
    const BO = { 'X-Tenant-Id': '2' }
    const second = await take(BO)
    const [proposal, more] = await proposals()
    expect(more).toBeUndefined()
    expect(proposal).toMatchObject({
      kind: 'choice',
      phrase: 'supplierage',
      says: 'also called "supplierage"',
      votes: 2,
    })
    expect((await managed.other.get('/glossary-proposals')).body.data).toEqual([])
    await managed.platform.request(`/api/v1/chat/${first.conversation_id}`, { method: 'DELETE' })
    expect(await proposals()).toMatchObject([{ votes: 1 }])
    await managed.platform.request(`/api/v1/chat/${second.conversation_id}`, { method: 'DELETE', headers: BO })
    expect(await proposals()).toEqual([])
  })

  it('is none in another conversation, in other words, after another question, or of another key', async () => {
    await ask(UNCLEAR)
    await ask(TAKEN)
    const { conversation_id } = await ask(UNCLEAR)
    await ask('how many suppliers are there', { conversation_id })
    await ask(TAKEN, { conversation_id })
    const made = (await send('POST', '/api-keys', { name: 'second', permissions: ['chat'] })).body.data
    const again = (await ask(UNCLEAR)).conversation_id
    await ask(TAKEN, { conversation_id: again }, { 'X-API-Key': made.key })
    expect(await proposals()).toEqual([])
  })

  it('is known once it is accepted, with its phrase edited or not', async () => {
    await take()
    const [{ id }] = await proposals()
    const refused = await send('POST', `/glossary-proposals/${id}/accept`, { phrase: 'a b c d e f g' })
    expect(refused.status).toBe(400)
    const accepted = await send('POST', `/glossary-proposals/${id}/accept`, {})
    expect(accepted.status).toBe(200)
    expect(JSON.stringify(accepted.body.data)).toContain('supplierage')
    expect(codeOf(await send('GET', `/glossary-proposals/${id}`))).toEqual([404, 'NOT_FOUND_RESOURCE'])
    const answered = await ask(UNCLEAR)
    expect([answered.query_type, answered.choices]).toEqual(['data_retrieval', undefined])
    const [entry] = (await send('GET', '/audit')).body.data
    expect(entry).toMatchObject({ action: 'glossary.replaced', outcome: 'done' })
  })
})

describe('a value that a choice names', () => {
  it('is proposed where all tenants share it', async () => {
    const { choices, conversation_id } = await ask('tickets with priority urgnet')
    await ask(choices[0].question, { conversation_id })
    const [{ id, ...proposal }] = await proposals()
    expect(proposal).toMatchObject({ phrase: 'urgnet', about: 'support_tickets.priority' })
    expect(proposal.says).toBe('"urgnet": priority = \'urgent\'')
    expect((await send('DELETE', `/glossary-proposals/${id}`)).status).toBe(200)
  })
})

describe('proposals for a glossary', () => {
  const databaseId = randomUUID()
  const key = (): Caller => ({ ...managed.platform.access, kind: 'organization', userId: 1 })
  const page = (): Caller => ({ ...key(), kind: 'database', databaseId })
  const propose = (caller: Caller, phrase: string) =>
    managed.platform.app.store.proposals.propose(caller, 'glossary', {
      ...{ conversationId: 'c', databaseId },
      entry: { of: 'table', gloss: { table: 'orders', synonyms: [phrase] } },
    })
  const listed = () =>
    managed.platform.app.store.proposals.list(key(), 'glossary', { page: 1, pageSize: 1 }, databaseId)

  it('count a step that runs twice once, and public keys no further than their part', async () => {
    await propose(page(), 'w')
    await propose(page(), 'w')
    expect((await listed()).items).toMatchObject([{ votes: 1 }])
    for (let at = 0; at < PUBLIC_PROPOSALS_MAX + 5; at++) await propose(page(), `public ${at}`)
    expect((await listed()).total).toBe(PUBLIC_PROPOSALS_MAX)
    await propose(key(), 'own')
    expect((await listed()).total).toBe(PUBLIC_PROPOSALS_MAX + 1)
    await managed.platform.app.store.proposals.removeOfDatabase(key(), databaseId)
    expect((await listed()).total).toBe(0)
  })

  it('are not proposed again once they are dismissed, and are unknown to other organizations', async () => {
    await propose(key(), 'ours')
    const [ours] = (await listed()).items
    const path = `/glossary-proposals/${ours?.id}`
    for (const [method, end] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/accept'],
    ] as const)
      expect((await managed.other.send(method, `${path}${end}`, method === 'POST' ? {} : undefined)).status).toBe(404)
    expect((await send('DELETE', path)).status).toBe(200)
    await propose(key(), 'ours')
    expect((await listed()).total).toBe(0)
  })
})
