import { randomUUID } from 'node:crypto'
import type { Caller } from '../../../src/access/rules/caller.ts'
import { PUBLIC_PROPOSALS_MAX } from '../../../src/ask/rules/proposal.ts'
import { codeOf } from './manager.ts'
import { useManagedPlatform } from './use-managed-platform.ts'

const managed = useManagedPlatform()
const { send, ask } = managed
const proposals = async () => (await send('GET', '/glossary-proposals')).body.data
const UNCLEAR = 'How many supplierage are there?'
const CHOICE = 'How many suppliers are there?'
const selectChoice = async (headers = {}) => {
  const unclear = await ask(UNCLEAR, {}, headers)
  expect(unclear.choices.map(({ question }: { question: string }) => question)).toContain(CHOICE)
  return await ask(CHOICE, { conversation_id: unclear.conversation_id }, headers)
}

describe('a selected choice', () => {
  it('is proposed for the glossary with one vote per conversation, until the conversations are deleted', async () => {
    const first = await selectChoice()
    expect(first.query_type).toBe('data_retrieval')
    const BO = { 'X-Tenant-Id': '2' }
    const second = await selectChoice(BO)
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

  it('is not proposed if it is asked in another conversation, in other words, after another question, or by another key', async () => {
    await ask(UNCLEAR)
    await ask(CHOICE)
    const { conversation_id } = await ask(UNCLEAR)
    await ask('how many suppliers are there', { conversation_id })
    await ask(CHOICE, { conversation_id })
    const made = (await send('POST', '/api-keys', { name: 'second', permissions: ['chat'] })).body.data
    const again = (await ask(UNCLEAR)).conversation_id
    await ask(CHOICE, { conversation_id: again }, { 'X-API-Key': made.key })
    expect(await proposals()).toEqual([])
  })

  it('is used for questions once its proposal is accepted, and an invalid phrase is refused', async () => {
    await selectChoice()
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

describe('a value in a selected choice', () => {
  it('is proposed for the glossary if all tenants share it', async () => {
    const { choices, conversation_id } = await ask('tickets with priority urgnet')
    await ask(choices[0].question, { conversation_id })
    const [{ id, ...proposal }] = await proposals()
    expect(proposal).toMatchObject({ phrase: 'urgnet', about: 'support_tickets.priority' })
    expect(proposal.says).toBe('"urgnet": priority = \'urgent\'')
    expect((await send('DELETE', `/glossary-proposals/${id}`)).status).toBe(200)
  })
})

describe('glossary proposals', () => {
  const databaseId = randomUUID()
  const serverKey = (): Caller => ({ ...managed.platform.access, kind: 'organization', userId: 1 })
  const publicKey = (): Caller => ({ ...serverKey(), kind: 'database', databaseId })
  const propose = (caller: Caller, phrase: string) =>
    managed.platform.app.store.proposals.propose(caller, 'glossary', {
      conversationId: 'c',
      databaseId,
      entry: { of: 'table', gloss: { table: 'orders', synonyms: [phrase] } },
    })
  const listed = () =>
    managed.platform.app.store.proposals.list(serverKey(), 'glossary', { page: 1, pageSize: 1 }, databaseId)

  it('count a repeated step once, and are limited for public keys', async () => {
    await propose(publicKey(), 'w')
    await propose(publicKey(), 'w')
    expect((await listed()).items).toMatchObject([{ votes: 1 }])
    for (let n = 0; n < PUBLIC_PROPOSALS_MAX + 5; n++) await propose(publicKey(), `public ${n}`)
    expect((await listed()).total).toBe(PUBLIC_PROPOSALS_MAX)
    await propose(serverKey(), 'own')
    expect((await listed()).total).toBe(PUBLIC_PROPOSALS_MAX + 1)
    await managed.platform.app.store.proposals.removeOfDatabase(serverKey(), databaseId)
    expect((await listed()).total).toBe(0)
  })

  it('are not made again once dismissed, and are unknown to other organizations', async () => {
    await propose(serverKey(), 'ours')
    const [ours] = (await listed()).items
    const path = `/glossary-proposals/${ours?.id}`
    for (const [method, end] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/accept'],
    ] as const)
      expect((await managed.other.send(method, `${path}${end}`, method === 'POST' ? {} : undefined)).status).toBe(404)
    expect((await send('DELETE', path)).status).toBe(200)
    await propose(serverKey(), 'ours')
    expect((await listed()).total).toBe(0)
  })
})
