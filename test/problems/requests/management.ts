import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SignJWT } from 'jose'
import { DEMO } from '../../../demo/organization.ts'
import { TABLES_MAX } from '../../../src/guard/included-tables.ts'
import { SHARES_PER_MESSAGE_MAX } from '../../../src/manage/shares/rules/share-link.ts'
import { WEBHOOKS_MAX } from '../../../src/manage/webhooks/rules/webhook.ts'
import { RUN } from '../../store/faults/seed.ts'
import { SHARED, shareLink } from '../../store/share-fixture.ts'
import { type AnsweredTurn, answeredTurn } from '../../support/answered-turn.ts'
import { fillPatterns } from '../../support/fill-patterns.ts'
import type { Platform } from '../../support/platform.ts'
import { testServers } from '../../support/test-servers.ts'
import { type Causes, changed, otherDatabase, send, UNKNOWN, withKey } from '../world.ts'

const SECRET = `is_${'s'.repeat(43)}`

/** Headers of a public key whose database requires identity tokens, with a token of the given lifetime, if any. */
const identified = async (platform: Platform, token?: { readonly secret: string; readonly expiresInS: number }) => {
  const databaseId = await otherDatabase(platform)
  const { organizationId } = platform.access
  await platform.app.store.databases.putIdentity({ organizationId }, databaseId, 'required', SECRET)
  const headers = await withKey(platform, { kind: 'database', databaseId })
  if (token === undefined) return headers
  const exp = Math.floor(Date.now() / 1000) + token.expiresInS
  const claims = new SignJWT({ tenant_id: 1, scope_id: 'me', exp }).setProtectedHeader({ alg: 'HS256' })
  return { ...headers, 'X-Identity-Token': await claims.sign(Buffer.from(token.secret, 'utf8')) }
}

const idOf = ({ id: organizationId }: { readonly id: number }) => ({ organizationId })

const LIST = '/api/v1/chat/conversations'
const post = (platform: Platform, path: string, json: unknown = {}) =>
  send(platform, `/api/v1${path}`, { method: 'POST', json })
const get = (platform: Platform, path: string) => send(platform, `/api/v1${path}`)
const newDatabase = (name: string) => ({ name, url: `sqlite:${testServers().demoFile}` })
const pattern = (database_id: string, query: string) => ({ database_id, question: 'How many customers?', query })

/** The id of an answer that is visible to the caller of the requests. */
const ownAnswer = async (
  { app, access: { organizationId, databaseId } }: Platform,
  more: Pick<AnsweredTurn, 'metadata'> = {},
): Promise<string> => {
  const caller = { organizationId, kind: 'organization', userId: 1, tenantId: '1', scopeId: 'tester' } as const
  return (await answeredTurn(app.store, { caller, databaseId, ...more })).messageId
}

/** API keys, identity tokens, and resources of an organization. */
export const MANAGEMENT: Causes = {
  async key_expired({ counting }) {
    const headers = await withKey(counting, { expiresAt: new Date(Date.now() - 1_000).toISOString() })
    return await send(counting, LIST, { headers })
  },
  async address_not_permitted({ counting }) {
    return await send(counting, LIST, { headers: await withKey(counting, { addresses: ['203.0.113.7'] }) })
  },
  async identity_token_missing({ counting }) {
    return await send(counting, LIST, { headers: await identified(counting) })
  },
  async identity_token_invalid({ counting }) {
    const headers = await identified(counting, { secret: `${SECRET}x`, expiresInS: 600 })
    return await send(counting, LIST, { headers })
  },
  async identity_token_expired({ counting }) {
    const headers = await identified(counting, { secret: SECRET, expiresInS: -3_600 })
    return await send(counting, LIST, { headers })
  },
  async organization_not_found({ counting }) {
    const json = { confirm: 'Another', organization_id: 987_654 }
    return await send(counting, '/api/v1/organization', { method: 'DELETE', json })
  },
  api_key_not_found: ({ counting }) => get(counting, '/api-keys/nobody00'),
  async api_key_revoked({ counting }) {
    const { body } = await post(counting, '/api-keys', { name: 'to be revoked' })
    await send(counting, `/api/v1/api-keys/${body.data.id}`, { method: 'DELETE' })
    return await post(counting, `/api-keys/${body.data.id}/rotate`)
  },
  async api_key_name_taken({ counting }) {
    await post(counting, '/api-keys', { name: 'twice' })
    return await post(counting, '/api-keys', { name: 'twice' })
  },
  async duplicate_entry({ counting }) {
    await post(counting, '/personalities', { name: 'Twin' })
    return await post(counting, '/personalities', { name: 'Twin' })
  },
  async state_invalid({ counting }) {
    const { organizationId, databaseId } = counting.access
    const id = randomUUID()
    await counting.app.store.jobs.addIndexJob({ organizationId }, { id, databaseId })
    await counting.app.store.jobs.end({ organizationId }, id, { status: 'cancelled' })
    return await send(counting, `/api/v1/jobs/${id}`, { method: 'DELETE' })
  },
  connection_rejected: ({ counting }) =>
    post(counting, '/databases', { name: 'nowhere', url: 'postgres://me:secret@nowhere.invalid/crm' }),
  async database_too_large({ counting, after }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-large-'))
    after(async () => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'large.sqlite')
    const database = new DatabaseSync(file)
    database.exec('CREATE TABLE first (id)')
    // CREATE TABLE scans all existing tables, which takes seconds for so many. These rows share the root page of the first one.
    database.enableDefensive(false)
    database.exec(`PRAGMA writable_schema = ON;
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${TABLES_MAX})
      INSERT INTO sqlite_schema SELECT 'table', 't' || x, 't' || x, rootpage, 'CREATE TABLE t' || x || ' (id)'
      FROM n, sqlite_schema WHERE name = 'first'`)
    database.close()
    return await post(counting, '/databases', { name: 'large', url: `sqlite:${file}` })
  },
  async database_limit_reached({ counting }) {
    for (let more = 0; more < 10; more++) await otherDatabase(counting, undefined, { name: `database ${more}` })
    return await changed(counting, { plan: 'starter' }, () => post(counting, '/databases', newDatabase('one more')))
  },
  async indexing_quota_reached({ counting }) {
    const { organizationId, databaseId } = counting.access
    for (let n = 0; n < 100; n++)
      await counting.app.store.jobs.addIndexJob({ organizationId }, { id: randomUUID(), databaseId: UNKNOWN })
    return await changed(counting, { plan: 'starter' }, () => post(counting, `/databases/${databaseId}/index`))
  },
  async evaluation_running({ counting }) {
    const { store } = counting.app
    const { databaseId } = counting.access
    await store.evaluationRuns.add(counting.access, { ...RUN, databaseId })
    const questions = [{ id: 1, question: 'Why?', expect: 'decline' }]
    const reply = await post(counting, '/evaluations', { database_id: databaseId, tenant_id: '1', questions })
    await store.evaluationRuns.remove(counting.access, RUN.id)
    return reply
  },
  evaluation_not_found: ({ counting }) => get(counting, `/evaluations/${UNKNOWN}`),
  job_not_found: ({ counting }) => get(counting, `/jobs/${UNKNOWN}`),
  personality_not_found: ({ counting }) => get(counting, `/personalities/${UNKNOWN}`),
  webhook_not_found: ({ counting }) => get(counting, `/webhooks/${UNKNOWN}`),
  async webhooks_full({ counting }) {
    const { organizationId } = await counting.app.store.organizations.add({ name: 'Full', plan: 'starter' }).then(idOf)
    const { store } = counting.app
    const fields = { url: 'https://hooks.example/', events: null, description: '' }
    for (let n = 0; n < WEBHOOKS_MAX; n++) await store.webhooks.add({ organizationId }, fields, randomUUID())
    const headers = await withKey(counting, {}, organizationId)
    const json = { url: fields.url }
    return await send(counting, '/api/v1/webhooks', { method: 'POST', json, headers })
  },
  session_not_found: ({ counting }) => get(counting, `/sessions/${UNKNOWN}`),
  pattern_not_found: ({ counting }) => get(counting, `/patterns/${UNKNOWN}`),
  glossary_proposal_not_found: ({ counting }) => get(counting, `/glossary-proposals/${UNKNOWN}`),
  proposal_not_found: ({ counting }) => get(counting, `/pattern-proposals/${UNKNOWN}`),
  chart_not_found: async ({ counting }) =>
    await get(counting, `/chat/messages/${await ownAnswer(counting, { metadata: {} })}/chart`),
  message_not_found: ({ counting }) => get(counting, `/chat/messages/${UNKNOWN}.assistant/results`),
  share_not_found: ({ counting }) => send(counting, `/api/v1/chat/shares/${UNKNOWN}`, { method: 'DELETE' }),
  sharing_off: async ({ counting }) => post(counting, `/chat/messages/${await ownAnswer(counting)}/share`),
  async shares_full({ counting }) {
    const { store } = counting.app
    const { organizationId } = counting.access
    const messageId = await ownAnswer(counting)
    return await changed(counting, { shareLinks: true }, async () => {
      for (let n = 0; n < SHARES_PER_MESSAGE_MAX; n++)
        await store.shares.add({ ...shareLink(organizationId, randomUUID()), messageId }, randomUUID(), SHARED)
      return await post(counting, `/chat/messages/${messageId}/share`)
    })
  },
  pattern_refused: ({ answering }) =>
    post(answering, '/patterns', pattern(answering.access.databaseId, 'SELECT nothing FROM nowhere')),
  async patterns_full({ counting }) {
    const databaseId = DEMO.database.id
    await fillPatterns(counting, databaseId)
    return await post(counting, '/patterns', pattern(databaseId, 'SELECT count(*) AS n FROM customers'))
  },
}
