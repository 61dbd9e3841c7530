import { createHash, randomUUID } from 'node:crypto'
import { DEMO } from '../../demo/organization.ts'
import { shareTokens } from '../../src/manage/shares/share-tokens.ts'
import { createShares } from '../../src/manage/shares/shares.ts'
import { connectStore } from '../../src/store/connection.ts'
import { answeredTurn } from '../support/answered-turn.ts'
import { type Platform, type Reply, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'
import { managerOf } from './management/manager.ts'

let platform: Platform
let raw: Awaited<ReturnType<typeof connectStore>>
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  raw = await connectStore(platform.env.MONGODB_URI ?? '')
})
afterAll(async () => {
  await Promise.all([platform.close(), raw.close()])
})

const NO_KEY = { 'X-API-Key': null, 'X-Tenant-Id': null, 'X-Scope-Id': null }
const read = (path: string, accept = 'text/html') => platform.request(path, { headers: { ...NO_KEY, Accept: accept } })

/** The observable parts of a response, without headers and fields that differ by request. */
const seen = ({ status, headers, text }: Reply) => ({
  status,
  headers: [...headers].filter(([name]) => !/^(x-request-id|date|x-ratelimit-(remaining|reset))$/.test(name)),
  text: text.replace(/"(trace_id|timestamp)":"[^"]*"/g, ''),
})

/** Creates an organization with a database and a shared answer. */
const createShare = async () => {
  const { store } = platform.app
  const manager = await managerOf(platform)
  const { organizationId } = manager
  await manager.send('PATCH', '/organization', { share_links: true })
  const databaseId = randomUUID()
  await store.databases.put({ ...DEMO.database, organizationId, id: databaseId }, `sqlite:${testServers().demoFile}`)
  const caller = { organizationId, kind: 'organization', userId: 7 } as const
  const turn = await answeredTurn(store, { caller, databaseId })
  const made = await manager.send('POST', `/chat/messages/${turn.messageId}/share`, {})
  const { url, share_id: shareId } = made.body.data
  const path = new URL(url).pathname
  expect((await read(path)).status).toBe(200)
  return { ...manager, ...turn, databaseId, shareId, path }
}
type Share = Awaited<ReturnType<typeof createShare>>

/** The responses for an unknown link, as a page and as JSON. */
const readUnknown = async () => ({
  page: seen(await read(`/s/sh_${'A'.repeat(64)}`)),
  json: seen(await read(`/s/sh_${'A'.repeat(64)}`, 'application/json')),
})

const expectUnknown = async (path: string): Promise<void> => {
  const { page, json } = await readUnknown()
  expect(page.text).toContain('This link is not valid or no longer valid.')
  expect(page.status).toBe(404)
  expect(seen(await read(path))).toEqual(page)
  expect(seen(await read(path, 'application/json'))).toEqual(json)
}

const altered = (path: string, at: number): string =>
  `${path.slice(0, at)}${path[at] === 'a' ? 'b' : 'a'}${path.slice(at + 1)}`

const REVOCATIONS: Readonly<Record<string, (one: Share) => Promise<unknown>>> = {
  'it is revoked': (one) => one.send('DELETE', `/chat/shares/${one.shareId}`),
  'it has expired': ({ shareId }) =>
    raw.collection('shares').updateOne({ _id: shareId } as object, { $set: { expiresAt: new Date(Date.now() - 1) } }),
  'its conversation begins to be deleted': ({ organizationId, conversationId }) =>
    platform.app.store.conversations.markPendingDeletion(
      { organizationId, kind: 'organization', userId: 7 },
      conversationId,
    ),
  'its conversation is deleted': ({ conversationId, key }) =>
    platform.request(`/api/v1/chat/${conversationId}`, {
      method: 'DELETE',
      headers: { ...NO_KEY, 'X-API-Key': key, 'X-Scope-Id': 'default' },
    }),
  'its message is gone': ({ messageId }) => raw.collection('messages').deleteOne({ _id: messageId } as object),
  'its database begins to be removed': ({ organizationId, databaseId }) =>
    platform.app.store.databases.markPendingDeletion({ organizationId }, databaseId),
  'its database is removed': (one) => one.send('DELETE', `/databases/${one.databaseId}`),
  'its organization is suspended': ({ organizationId }) =>
    platform.app.store.organizations.change({ organizationId }, { status: 'suspended' }),
  'its organization is removed': ({ organizationId }) =>
    platform.app.store.organizations.markPendingDeletion({ organizationId }, { entryId: 'e' }, 0),
  'sharing is switched off': (one) => one.send('PATCH', '/organization', { share_links: false }),
}

describe('a share link', () => {
  it.each(Object.keys(REVOCATIONS))(
    'stops working immediately when %s, and is then indistinguishable from an unknown link',
    async (name) => {
      const [one, unaffected] = [await createShare(), await createShare()]
      await REVOCATIONS[name]?.(one)
      await expectUnknown(one.path)
      expect((await read(unaffected.path)).status).toBe(200)
    },
  )

  it('is not restored when sharing is switched off and on again', async () => {
    const one = await createShare()
    await one.send('PATCH', '/organization', { share_links: false })
    await one.send('PATCH', '/organization', { share_links: true })
    await expectUnknown(one.path)
  })

  it('is not restored if the process that switched sharing off died before it had deleted the links', async () => {
    const one = await createShare()
    await raw
      .collection<{ _id: number }>('organizations')
      .updateOne({ _id: one.organizationId }, { $unset: { shareLinks: 1 } })
    await platform.app.store.authorizationRevisions.renew(one)
    expect((await one.send('PATCH', '/organization', { share_links: true })).body.data.share_links).toBe(true)
    expect((await one.send('POST', `/chat/messages/${one.messageId}/share`, {})).status).toBe(201)
    await expectUnknown(one.path)
  })

  it.each(['its conversation is deleted', 'its database is removed', 'it is revoked', 'sharing is switched off'])(
    'is deleted with its copy of the answer when %s',
    async (name) => {
      const one = await createShare()
      await REVOCATIONS[name]?.(one)
      expect(await raw.collection('shares').countDocuments({ organizationId: one.organizationId })).toBe(0)
    },
  )

  it('is not created if its conversation is deleted at the same time', async () => {
    const { organizationId, databaseId, conversationId, messageId } = await createShare()
    const { store, shares } = platform.app
    const link = { id: randomUUID(), organizationId, databaseId, conversationId, messageId, scopeId: 'default' }
    const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000), includesQuery: false }
    await store.conversations.remove({ organizationId, kind: 'organization', userId: 7 }, conversationId)
    const answer = { question: '', message: '', askedAt: '', sources: [], assumptions: [], parts: [] }
    await expect(shares.add({ ...link, ...times }, answer)).rejects.toMatchObject({ problem: 'message_not_found' })
    expect(await raw.collection('shares').countDocuments({ organizationId })).toBe(0)
  })
})

describe('an invalid share link', () => {
  it.each([
    ['the first character of its token', 6],
    ['a character in the middle', 40],
    ['its last character', -1],
  ])('returns the same response as an unknown link if altered in %s', async (_, at) => {
    const { path } = await createShare()
    await expectUnknown(altered(path, at < 0 ? path.length + at : at))
  })

  it.each([
    'x',
    '%E0%A4%A',
    '%00',
    '..%2f..%2fetc',
    "'%20OR%201=1",
    `sh_${'a'.repeat(8_000)}`,
    '💥',
    '%3Cscript%3E',
    '[$ne]',
  ])('returns the same response as an unknown link: %s', async (token) => {
    await expectUnknown(`/s/${token}`)
  })

  it('rejects a token that was inserted into the store without a signature', async () => {
    const { shareId, organizationId } = await createShare()
    const forged = `sh_${'b'.repeat(64)}`
    const found = await platform.app.store.shares.findByToken(forged)
    expect(found).toBeUndefined()
    const digest = createHash('sha256').update(forged).digest('base64url')
    await raw.collection('shares').updateOne({ _id: shareId, organizationId } as object, { $set: { digest } })
    expect(await platform.app.store.shares.findByToken(forged)).toBeDefined()
    await expectUnknown(`/s/${forged}`)
  })

  it('causes the same store reads for every reason', async () => {
    const one = await createShare()
    const revoked = await createShare()
    await revoked.send('DELETE', `/chat/shares/${revoked.shareId}`)
    const asked = async (token: string) => {
      const called: string[] = []
      const watched = <Part extends object>(part: Part): Part =>
        new Proxy(part, {
          get(target, member, receiver) {
            called.push(String(member))
            const found: unknown = Reflect.get(target, member, receiver)
            return typeof found === 'object' && found !== null ? watched(found) : found
          },
        })
      await createShares(watched(platform.app.store), shareTokens([Buffer.alloc(32)])).open(token)
      return called
    }
    const all = await Promise.all(
      [one.path, revoked.path, altered(one.path, 40), '/s/x'].map((path) => asked(path.slice(3))),
    )
    expect(new Set(all.map((called) => called.join())).size).toBe(1)
  })
})

describe('share link of another user', () => {
  it('can be revoked by managers of the organization, and not by users who neither manage nor see the answer', async () => {
    const one = await createShare()
    const { store } = platform.app
    const { text } = await store.apiKeys.add(one, { kind: 'organization', userId: 7, permissions: ['chat'] })
    const revoke = (key: string, scope: string) =>
      platform.request(`/api/v1/chat/shares/${one.shareId}`, {
        method: 'DELETE',
        headers: { ...NO_KEY, 'X-API-Key': key, 'X-Scope-Id': scope },
      })
    const foreign = await managerOf(platform)
    expect((await foreign.send('DELETE', `/chat/shares/${one.shareId}`)).status).toBe(404)
    expect((await revoke(text, 'another')).status).toBe(404)
    expect((await read(one.path)).status).toBe(200)
    expect((await revoke(one.key, 'another')).status).toBe(200)
    await expectUnknown(one.path)
    expect((await one.audit()).slice(0, 2)).toEqual([
      ['share.revoked', one.shareId, []],
      ['share.created', one.shareId, ['message_id', 'expires_at', 'include_query']],
    ])
  })
})
