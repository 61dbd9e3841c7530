import type { Connection } from 'mongoose'
import type { ApiKey } from '../../src/access/rules/api-key.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore, storeOn } from './store-fixture.ts'

let connection: Connection
let store: Store
beforeAll(async () => {
  connection = await openTestStore()
  store = storeOn(connection)
})
afterAll(() => store.close())

const OWN = { organizationId: 1 }
const OTHER = { organizationId: 2 }

const add = (fields: Partial<Omit<ApiKey, 'id' | 'organizationId'>> = {}, owner = OWN) =>
  store.apiKeys.add(owner, { kind: 'organization', userId: 7, ...fields })
const listed = async (id: string) => (await store.apiKeys.all(OWN)).find((key) => key.id === id)
const taken = expect.objectContaining({ problem: 'api_key_name_taken' })
const later = (ms: number) => new Date(Date.now() + ms)

describe('an API key', () => {
  it('represents its organization, user and limits, and is found by its exact text only', async () => {
    const limits: Partial<ApiKey> = {
      name: 'import',
      permissions: ['chat'],
      origins: ['https://a.example'],
      addresses: ['10.0.0.0/8'],
      expiresAt: '2999-01-01T00:00:00.000Z',
    }
    const { id, text } = await add(limits)
    expect(await store.apiKeys.findByText(text)).toEqual({ id, ...OWN, kind: 'organization', userId: 7, ...limits })
    const last = text.endsWith('0') ? '1' : '0'
    for (const wrong of [`${text.slice(0, -1)}${last}`, text.toLowerCase(), ` ${text}`, text.replace('sk_', 'pk_'), ''])
      expect(await store.apiKeys.findByText(wrong)).toBeUndefined()
  })

  it('is listed with a harmless hint, without its text and hash', async () => {
    const { id, text } = await add()
    const shown = await listed(id)
    expect(shown).toMatchObject({ status: 'active', hint: `sk_${id}_…${text.slice(-4)}` })
    const stored = await connection.collection<{ _id: string; hmac: string }>('api_keys').findOne({ _id: id })
    expect(JSON.stringify(stored)).not.toContain(text.slice(20, 40))
    for (const secret of [text, stored?.hmac ?? '']) expect(JSON.stringify(shown)).not.toContain(secret)
    expect(await store.apiKeys.findListed(OTHER, id)).toBeUndefined()
    expect((await store.apiKeys.all(OTHER)).map((key) => key.id)).not.toContain(id)
  })

  it('is unusable once revoked, remains listed, and cannot be restored', async () => {
    const { id, text } = await add({ name: 'gone' })
    expect(await store.apiKeys.revoke(OTHER, id)).toBe(false)
    expect(await store.apiKeys.findByText(text)).toBeDefined()
    expect(await store.apiKeys.revoke(OWN, id)).toBe(true)
    expect(await store.apiKeys.findByText(text)).toBeUndefined()
    expect(await listed(id)).toMatchObject({ status: 'revoked', name: 'gone', revokedAt: expect.any(String) })
    expect(await store.apiKeys.revoke(OWN, id)).toBe(false)
    expect(await store.apiKeys.rotate(OWN, id, 60_000)).toBeUndefined()
    expect(await store.apiKeys.change(OWN, id, { name: 'back' })).toBe(false)
    expect(await store.apiKeys.findByText(text)).toBeUndefined()
  })

  it('is shown as expired after its expiry', async () => {
    const { id } = await add({ expiresAt: later(60_000).toISOString() })
    expect((await store.apiKeys.findListed(OWN, id, later(59_000)))?.status).toBe('active')
    expect((await store.apiKeys.findListed(OWN, id, later(61_000)))?.status).toBe('expired')
  })

  it('has a name that is unique among working keys of its organization, even under concurrent creation', async () => {
    const made = await Promise.allSettled(['Nightly', 'nightly', 'NIGHTLY', 'nightly'].map((name) => add({ name })))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const { reason } of made.filter((one) => one.status === 'rejected')) expect(reason).toEqual(taken)
    await expect(add({ name: 'nightly' }, OTHER)).resolves.toBeDefined()
    const { id } = await add({ name: 'daily' })
    await expect(store.apiKeys.change(OWN, id, { name: 'Nightly' })).rejects.toBeInstanceOf(Problem)
    await store.apiKeys.revoke(OWN, id)
    await expect(add({ name: 'daily' })).resolves.toBeDefined()
  })

  it('changes only the given fields', async () => {
    const { id, text } = await add({ name: 'before', permissions: ['chat', 'history'], addresses: ['10.0.0.1'] })
    expect(await store.apiKeys.change(OTHER, id, { name: 'foreign' })).toBe(false)
    const change = { permissions: ['history'], addresses: null, expiresAt: '2999-01-01T00:00:00.000Z' } as const
    expect(await store.apiKeys.change(OWN, id, change)).toBe(true)
    const { addresses: _, ...set } = change
    expect(await store.apiKeys.findByText(text)).toEqual({
      id,
      ...OWN,
      kind: 'organization',
      userId: 7,
      name: 'before',
      ...set,
    })
  })
})

describe('rotating an API key', () => {
  it('invalidates the previous text immediately without a grace period', async () => {
    const { id, text } = await add()
    const renewed = await store.apiKeys.rotate(OWN, id)
    expect(await store.apiKeys.findByText(text)).toBeUndefined()
    expect(await store.apiKeys.findByText(renewed?.text ?? '')).toMatchObject({ id })
    expect(await store.apiKeys.rotate(OTHER, id)).toBeUndefined()
  })

  it('accepts both texts during the grace period and only the newer one afterwards', async () => {
    const { id, text } = await add()
    const renewed = await store.apiKeys.rotate(OWN, id, 60_000)
    for (const works of [text, renewed?.text ?? ''])
      expect(await store.apiKeys.findByText(works, later(59_000))).toMatchObject({ id })
    expect(await listed(id)).toMatchObject({ previousUntil: expect.any(String) })
    expect(await store.apiKeys.findByText(text, later(61_000))).toBeUndefined()
    expect(await store.apiKeys.findByText(renewed?.text ?? '', later(61_000))).toMatchObject({ id })
    expect((await store.apiKeys.findListed(OWN, id, later(61_000)))?.previousUntil).toBeUndefined()
  })

  it('leaves at most two working texts, and none after revocation', async () => {
    const texts = [(await add()).text]
    const id = texts[0]?.split('_')[1] ?? ''
    for (let turn = 0; turn < 2; turn++) texts.push((await store.apiKeys.rotate(OWN, id, 60_000))?.text ?? '')
    const works = async () =>
      Promise.all(texts.map(async (text) => (await store.apiKeys.findByText(text)) !== undefined))
    expect(await works()).toEqual([false, true, true])
    await store.apiKeys.revoke(OWN, id)
    expect(await works()).toEqual([false, false, false])
  })

  it('concurrently gives each caller its own text, of which only the last works', async () => {
    const { id } = await add()
    const renewed = await Promise.all(Array.from({ length: 4 }, () => store.apiKeys.rotate(OWN, id)))
    const found = await Promise.all(renewed.map((one) => store.apiKeys.findByText(one?.text ?? '')))
    expect(found.filter((key) => key !== undefined)).toHaveLength(1)
  })
})

describe('the last use of an API key', () => {
  it('is written at most once a minute across processes', async () => {
    const { id } = await add()
    const another = storeOn(connection)
    const firstUse = new Date('2026-11-22T10:00:00Z')
    const past = (ms: number) => new Date(firstUse.getTime() + ms)
    await store.apiKeys.recordUse(id, firstUse)
    for (const [by, at] of [
      [store, past(30_000)],
      [another, past(59_000)],
    ] as const) {
      await by.apiKeys.recordUse(id, at)
      expect((await listed(id))?.lastUsedAt).toBe(firstUse.toISOString())
    }
    await another.apiKeys.recordUse(id, past(59_000 + 60_000))
    expect((await listed(id))?.lastUsedAt).toBe(past(119_000).toISOString())
  })
})

it('removing a database revokes all its API keys and no others', async () => {
  const keys = await Promise.all(['shop', 'shop', 'farm'].map((databaseId) => add({ kind: 'database', databaseId })))
  expect(await store.apiKeys.revokeOfDatabase(OTHER, 'shop')).toBe(0)
  expect(await store.apiKeys.revokeOfDatabase(OWN, 'shop')).toBe(2)
  const works = await Promise.all(keys.map(async ({ text }) => (await store.apiKeys.findByText(text)) !== undefined))
  expect(works).toEqual([false, false, true])
})
