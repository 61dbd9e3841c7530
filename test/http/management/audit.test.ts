import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { jest } from '@jest/globals'
import type { Caller } from '../../../src/access/rules/caller.ts'
import { signedCursors } from '../../../src/http/cursor.ts'
import { routes } from '../../../src/http/routes/index.ts'
import { INSTALLATION } from '../../../src/manage/audit/rules/audit.ts'
import { crmFile } from '../../cli/operator/crm-file.ts'
import { answeredTurn } from '../../support/answered-turn.ts'
import { type PaymentServer, startPaymentServer } from '../../support/payment-server.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { type StoreWire, storeWire } from '../../support/store-wire.ts'
import { testServers } from '../../support/test-servers.ts'
import { type Manager, managerOf } from './manager.ts'

/** Requests wait for the store while it is unreachable. */
jest.setTimeout(240_000)

let wire: StoreWire
let payments: PaymentServer
let platform: Platform
let manager: Manager
let folder: string
beforeAll(async () => {
  wire = await storeWire(testServers().mongoUri)
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-audit-'))
  const name = `t${crypto.randomUUID().replaceAll('-', '')}`
  payments = await startPaymentServer()
  const env = { MONGODB_URI: `${wire.mongoUri}${name}`, TABLETALK_ALLOW_PRIVATE_HOSTS: 'true', ...payments.env }
  platform = await startPlatform({ worker: false, env })
  manager = await managerOf(platform, 'enterprise')
})
afterAll(async () => {
  await platform.close()
  await Promise.all([wire.close(), payments.close()])
  await rm(folder, { recursive: true, force: true })
})

/** Writes that are no change of an organization's data: authorization revisions, claims, stored replies, limits and counters. */
const UNAUDITED = /^\S+ (?:epochs|claims|kept_replies|limits|counters|login_attempts)$/

/** Sends a change. Returns its data and the writes to the store, in order. */
const written = async (method: string, route: string, json?: object) => {
  wire.writes.length = 0
  const { status, body } = await manager.send(method, route, json)
  if (status >= 300) throw new Error(`${method} ${route}: ${status} ${body.message}`)
  return { data: body.data, writes: wire.writes.filter((write) => !UNAUDITED.test(write)) }
}

const coveredRoutes = new Set<string>()
/** Makes a change, and expects its audit entry to be the first write and the last one. */
const change = async (method: string, route: string, ids: readonly string[], json?: object) => {
  const filled = ids.reduce((filling, id) => filling.replace(/:[a-z_]+/, id), route)
  const { data, writes } = await written(method, filled, json)
  const [first, ...rest] = writes
  const last = rest.pop()
  expect([route, first, last]).toEqual([route, 'insert audit', 'update audit'])
  expect([route, rest.length > 0, rest.filter((write) => write.endsWith(' audit'))]).toEqual([route, true, []])
  coveredRoutes.add(`${method.toLowerCase()} ${route}`)
  return data
}

const entries = async (): Promise<readonly (readonly [string, string])[]> =>
  (await manager.get('/audit?page_size=100')).body.data.map((entry: { action: string; outcome: string }) => [
    ...[entry.action, entry.outcome],
  ])

describe('the audit log', () => {
  it('has an entry for each change on every route, written before the change', async () => {
    // The first request of a key also records its use, which is no audited change.
    await manager.get('/organization')
    const url = `sqlite:${crmFile(folder)}`
    const SCOPED = { requires_organization_scoping: true }
    const { id: shop } = await change('POST', '/databases', [], { name: 'shop', url, ...SCOPED })
    await change('PATCH', '/databases/:database_id', [shop], { name: 'shops' })
    const { body } = await manager.get(`/databases/${shop}/policy`)
    await change('PUT', '/databases/:database_id/policy', [shop], body.data)
    await change('PATCH', '/databases/:database_id/policy', [shop], { share: ['countries'] })
    await change('POST', '/databases/:database_id/attacks', [shop])
    await change('PUT', '/databases/:database_id/glossary', [shop], { tables: [{ table: 'users' }] })
    await change('PUT', '/databases/:database_id/identity', [shop], { required: true })
    const { id: job } = await change('POST', '/databases/:database_id/index', [shop])
    await change('DELETE', '/jobs/:job_id', [job])
    const questions = [{ id: 1, question: 'How many orders?', gold: 'SELECT count(*) AS n FROM orders', tenant: 3 }]
    const { id: evaluation } = await change('POST', '/evaluations', [], { database_id: shop, questions })
    await change('DELETE', '/evaluations/:evaluation_id', [evaluation])
    const query = { database_id: shop, question: 'How many?', query: 'SELECT count(*) AS n FROM orders' }
    const { id: pattern } = await change('POST', '/patterns', [], query)
    await change('PATCH', '/patterns/:pattern_id', [pattern], { question: 'How many orders?' })
    await change('DELETE', '/patterns/:pattern_id', [pattern])
    const reader: Caller = { organizationId: manager.organizationId, kind: 'organization', userId: 1 }
    for (const question of ['Which?', 'Whose?'])
      await platform.app.store.proposals.propose(reader, 'pattern', {
        ...query,
        conversationId: 'c',
        databaseId: shop,
        question,
      })
    const patternProposals = (await manager.get('/pattern-proposals')).body.data.map(({ id }: { id: string }) => id)
    await change('POST', '/pattern-proposals/:proposal_id/accept', [patternProposals[0]], {})
    await change('DELETE', '/pattern-proposals/:proposal_id', [patternProposals[1]])
    for (const phrase of ['bookings', 'sales']) {
      const entry = { of: 'table', gloss: { table: 'orders', synonyms: [phrase] } } as const
      await platform.app.store.proposals.propose(reader, 'glossary', { conversationId: 'c', databaseId: shop, entry })
    }
    const glossaryProposals = (await manager.get('/glossary-proposals')).body.data.map(({ id }: { id: string }) => id)
    await change('POST', '/glossary-proposals/:proposal_id/accept', [glossaryProposals[0]], {})
    await change('DELETE', '/glossary-proposals/:proposal_id', [glossaryProposals[1]])
    const { id: key } = await change('POST', '/api-keys', [], { name: 'one' })
    await change('PATCH', '/api-keys/:api_key_id', [key], { name: 'two' })
    await change('POST', '/api-keys/:api_key_id/rotate', [key], {})
    await change('DELETE', '/api-keys/:api_key_id', [key])
    const { id: personality } = await change('POST', '/personalities', [], { name: 'Ann' })
    await change('PATCH', '/personalities/:personality_id', [personality], { greeting: 'Hello.' })
    await change('DELETE', '/personalities/:personality_id', [personality])
    const { id: webhook } = await change('POST', '/webhooks', [], { url: 'https://hooks.example/' })
    await change('PATCH', '/webhooks/:webhook_id', [webhook], { status: 'paused' })
    await change('POST', '/webhooks/:webhook_id/rotate', [webhook], {})
    await change('DELETE', '/webhooks/:webhook_id', [webhook])
    const { id: user } = await change('POST', '/users', [], { email: 'ann@shop.example' })
    const ids = [String(user)]
    await change('PATCH', '/users/:user_id', ids, { name: 'Ann' })
    // An invitation only sends an email: nothing but the entry is written.
    const invited = await written('POST', `/users/${user}/invitation`)
    expect(invited.writes).toEqual(['insert audit', 'update audit'])
    coveredRoutes.add('post /users/:user_id/invitation')
    await platform.app.store.users.beginSecondFactor(manager, user, 'secret')
    const factor = (await platform.app.store.users.findAccount(manager, user))?.secondFactor?.id ?? ''
    await platform.app.store.users.confirmSecondFactor(manager, user, { factor, step: 1, recovery: [] })
    await change('DELETE', '/users/:user_id/second-factor', ids)
    const link = { issuer: 'https://login.shop.example', clientId: 'c', subject: 'ann', email: 'ann@shop.example' }
    await platform.app.store.users.linkSubject(manager, user, link)
    await change('DELETE', '/users/:user_id/provider-link', ids)
    await change('DELETE', '/users/:user_id', ids)
    const provider = { issuer: 'https://login.shop.example', client_id: 'c', client_secret: 's' }
    await change('PUT', '/sso/config', [], provider)
    await change('DELETE', '/sso/config', [])
    await change('PATCH', '/organization', [], { name: 'Other' })
    await change('POST', '/billing/checkout', [], { plan: 'business' })
    await change('PUT', '/branding', [], { colors: { primary: '#101010' } })
    await change('PATCH', '/branding', [], { colors: { primary: '#202020' } })
    const caller: Caller = { organizationId: manager.organizationId, kind: 'organization', userId: 1, scopeId: 'ann' }
    const turn = { databaseId: shop, conversationId: crypto.randomUUID(), askedAt: '2026-11-22T10:00:00.000Z' }
    await change('PATCH', '/organization', [], { share_links: true })
    const { messageId } = await answeredTurn(platform.app.store, {
      caller: { ...caller, scopeId: 'default' },
      databaseId: shop,
    })
    const shared = await change('POST', '/chat/messages/:message_id/share', [messageId])
    await change('DELETE', '/chat/shares/:share_id', [shared.share_id])
    const session = crypto.randomUUID()
    await platform.app.store.sessions.recordTurn(caller, session, turn)
    await change('DELETE', '/sessions/:session_id', [session])
    const asker = { ...caller, scopeId: 'default', tenantId: '1' }
    const drafted = 'SELECT count(*) AS n FROM orders'
    const answer = await answeredTurn(platform.app.store, { caller: asker, databaseId: shop, drafted })
    await change('POST', '/chat/messages/:message_id/exports', [answer.messageId], { format: 'csv' })
    await change('DELETE', '/databases/:database_id', [shop])
    wire.writes.length = 0
    const before = await entries()
    const log = await platform.app.store.audit.list(INSTALLATION, { page: 1, pageSize: 9 })
    expect([log.items, before.length > 0]).toEqual([[], true])
    const removed = await manager.send('DELETE', '/organization', { confirm: 'Other' })
    expect([removed.status, wire.writes.filter((write) => !UNAUDITED.test(write)).slice(0, 3)]).toEqual([
      202,
      ['insert audit', 'update organizations', 'update windows'],
    ])
    coveredRoutes.add('delete /organization')
    // Of users, not of keys: test/oauth/connecting.test.ts.
    coveredRoutes.add('post /auth/oauth/requests/:uid/allow').add('delete /auth/grants/:grant_id')
    const all = routes(platform.app, signedCursors(Buffer.alloc(32)), new AbortController().signal)
    const audited = all.filter(({ audits }) => audits !== undefined).map((route) => `${route.method} ${route.path}`)
    expect([...coveredRoutes].toSorted()).toEqual(audited.toSorted())
    expect(new Set(before.map(([, outcome]) => outcome))).toEqual(new Set(['done']))
    // A workflow completes the removal, and no worker runs here.
    const { items } = await platform.app.store.audit.list(INSTALLATION, { page: 1, pageSize: 9 })
    expect(items).toMatchObject([{ action: 'organization.removed', outcome: 'begun', actor: { kind: 'key' } }])
  })

  it.each([
    ['before the entry is written', 'insert audit', undefined, false],
    ['before the change', 'insert personalities', 'begun', false],
    ['between the change and the completion of its entry', 'update audit', 'begun', true],
  ] as const)('has an entry for every stored change if the store fails %s', async (_, write, outcome, isStored) => {
    const own = await managerOf(platform, 'enterprise')
    await own.get('/organization')
    wire.cutBefore(write)
    const refused = await own.send('POST', '/personalities', { name: 'Cut off' })
    wire.mend()
    expect(refused.status).toBe(503)
    const log = (await own.get('/audit')).body.data
    expect(log.map((entry: { outcome: string }) => entry.outcome)).toEqual(outcome === undefined ? [] : [outcome])
    const made = (await own.get('/personalities')).body.data
    expect(made.map(({ name }: { name: string }) => name)).toEqual(isStored ? ['Cut off'] : [])
    if (isStored) expect(log[0].subject_id).toBe(made[0].id)
  })

  it('marks a refused change as refused', async () => {
    const own = await managerOf(platform, 'enterprise')
    for (const status of [201, 400])
      expect((await own.send('POST', '/personalities', { name: 'Twice' })).status).toBe(status)
    const log = (await own.get('/audit')).body.data
    expect(log.map((entry: { outcome: string }) => entry.outcome)).toEqual(['refused', 'done'])
  })

  it('can be filtered by action, actor, subject and time, and is empty for an action without entries', async () => {
    const own = await managerOf(platform, 'enterprise')
    const { id } = (await own.send('POST', '/personalities', { name: 'Ann' })).body.data
    await own.send('PATCH', `/personalities/${id}`, { greeting: 'Hello.' })
    await own.send('PATCH', '/organization', { name: 'Other' })
    const actionsFor = async (query: Readonly<Record<string, string>>) => {
      const { status, body } = await own.get(`/audit?${new URLSearchParams(query)}`)
      expect([status, body.pagination?.total_items]).toEqual([200, body.data?.length])
      return body.data.map(({ action }: { action: string }) => action)
    }
    const all = ['organization.changed', 'personality.changed', 'personality.created']
    const { body } = await own.get('/audit')
    const [{ at, actor }] = body.data
    expect(await actionsFor({ action: 'personality.changed' })).toEqual(['personality.changed'])
    expect(await actionsFor({ subject_id: id })).toEqual(['personality.changed', 'personality.created'])
    expect(await actionsFor({ actor: actor.id })).toEqual(all)
    expect(await actionsFor({ actor: 'command' })).toEqual([])
    expect(await actionsFor({ since: '2020-01-01T00:00:00+02:00', actor: 'key' })).toEqual(all)
    expect(await actionsFor({ until: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await actionsFor({ since: at, subject_id: id, action: 'organization.changed' })).toEqual([])
    expect(await actionsFor({ action: 'database.imagined' })).toEqual([])
  })

  it.each([
    ['action', 'action=everything', 'action: must have the form database.created'],
    ['action', 'action=a.b&action=c.d', 'action: must be sent only once'],
    ['actor', 'actor=', 'actor: must not be empty'],
    ['subject_id', `subject_id=${'x'.repeat(256)}`, 'subject_id: must have at most 255 characters'],
    ['since', 'since=yesterday', 'since: must be a date and time such as 2027-01-31T12:00:00Z'],
    ['until', 'since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', 'until: must be after since'],
  ])('names the invalid filter %s in %s', async (field, query, message) => {
    const own = await managerOf(platform, 'enterprise')
    const { status, body } = await own.get(`/audit?${query}`)
    expect([status, body.message, body.details[0].field]).toEqual([400, message, field])
  })
})
