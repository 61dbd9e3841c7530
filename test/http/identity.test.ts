import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { DEMO } from '../../demo/organization.ts'
import { derivedKeyText } from '../../src/manage/api-keys/store/api-key-text.ts'
import { type Platform, type RequestOptions, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'

const OWN = { organizationId: 1 }
const SECRETS = { signed: 'is_of the signed one', other: 'is_of the other one' } as const

let platform: Platform
const ids = { signed: randomUUID(), other: randomUUID(), plain: randomUUID() } as const
const keys = new Map<string, string>()

beforeAll(async () => {
  platform = await startPlatform()
  const { store } = platform.app
  for (const [name, id] of Object.entries(ids)) {
    await store.databases.put({ ...DEMO.database, ...OWN, id, name }, `sqlite:${testServers().demoFile}`)
    const keyId = `identity${name}`
    const text = derivedKeyText('database', keyId, Buffer.from(name))
    await store.apiKeys.put({ id: keyId, kind: 'database', databaseId: id, userId: 1, ...OWN }, text)
    keys.set(name, text)
  }
  await store.databases.putIdentity(OWN, ids.signed, 'required', SECRETS.signed)
  await store.databases.putIdentity(OWN, ids.other, 'accepted', SECRETS.other)
})
afterAll(() => platform.close())

const token = (claims: object, secret: string = SECRETS.signed): Promise<string> =>
  new SignJWT({ exp: Math.floor(Date.now() / 1000) + 600, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(secret))

const as = (name: keyof typeof ids, headers: Readonly<Record<string, string | null>>): RequestOptions => ({
  headers: { 'X-API-Key': keys.get(name) ?? '', 'X-Tenant-Id': null, 'X-Scope-Id': null, ...headers },
})
const list = (name: keyof typeof ids, headers: Readonly<Record<string, string | null>>) =>
  platform.request('/api/v1/chat/conversations', as(name, headers))

describe('a database that requires identity tokens', () => {
  it('rejects a public key without an identity token', async () => {
    const { status, body } = await list('signed', { 'X-Tenant-Id': '1', 'X-Scope-Id': 'ann' })
    expect([status, body.error_code]).toEqual([401, 'AUTH_INVALID_CREDENTIALS'])
    expect(body.details).toMatchObject([{ field: 'X-Identity-Token', code: 'MISSING_REQUIRED_HEADER' }])
  })

  it('reads tenant and scope from the token, and ignores the plain headers', async () => {
    const question = { json: { message: 'How many customers are there?' } }
    const counts = new Map<string, number>()
    for (const tenant of ['1', '2']) {
      const headers = { 'X-Identity-Token': await token({ tenant_id: Number(tenant), scope_id: `user ${tenant}` }) }
      const conflicting = { ...headers, 'X-Tenant-Id': tenant === '1' ? '2' : '1', 'X-Scope-Id': 'somebody else' }
      for (const sent of [headers, conflicting]) {
        const { body } = await platform.request('/api/v1/chat/message', { ...question, ...as('signed', sent) })
        const [row] = body.data.results
        const count = Number(Object.values(row)[0])
        expect(counts.get(tenant) ?? count).toBe(count)
        counts.set(tenant, count)
      }
      const { body } = await list('signed', conflicting)
      expect(body.data.conversations.map(({ scopeId }: { scopeId: string }) => scopeId)).toEqual(
        Array.from({ length: 2 }, () => `user ${tenant}`),
      )
    }
    expect(counts.get('1')).not.toBe(counts.get('2'))
  }, 120_000)

  it.each([
    ['of another database', () => token({ tenant_id: 1, scope_id: 'ann' }, SECRETS.other), 'AUTH_TOKEN_INVALID'],
    ['without a tenant', () => token({ scope_id: 'ann' }), 'AUTH_TOKEN_INVALID'],
    ['that has expired', () => token({ tenant_id: 1, scope_id: 'ann', exp: 1_700_000_000 }), 'AUTH_TOKEN_EXPIRED'],
    ['that is malformed', async () => 'nonsense', 'AUTH_TOKEN_INVALID'],
  ])('rejects a token %s', async (_, make, code) => {
    const { status, body, headers } = await list('signed', { 'X-Identity-Token': await make() })
    expect([status, body.error.code, body.error_code]).toEqual([401, 'UNAUTHORIZED', code])
    expect(body.details).toMatchObject([{ field: 'X-Identity-Token', code: 'AUTH_FAILED' }])
    expect(headers.get('x-request-id')).toBe(body.trace_id)
  })

  it('rejects an invalid tenant in a token, as in a header', async () => {
    const bad = await list('signed', { 'X-Identity-Token': await token({ tenant_id: -1, scope_id: 'ann' }) })
    expect([bad.status, bad.body.error.code]).toEqual([403, 'INVALID_TENANT_ID'])
  })

  it('requires no token from server keys', async () => {
    const { status } = await platform.request('/api/v1/chat/message', {
      json: { message: 'hello', database_id: ids.signed },
    })
    expect(status).toBe(200)
  })

  it('rejects tokens after the secret has been replaced', async () => {
    const before = { 'X-Identity-Token': await token({ tenant_id: 1, scope_id: 'ann' }) }
    expect((await list('signed', before)).status).toBe(200)
    await platform.app.store.databases.putIdentity(OWN, ids.signed, 'required', 'is_another')
    expect((await list('signed', before)).status).toBe(401)
    const after = { 'X-Identity-Token': await token({ tenant_id: 1, scope_id: 'ann' }, 'is_another') }
    expect((await list('signed', after)).status).toBe(200)
    await platform.app.store.databases.putIdentity(OWN, ids.signed, 'required', SECRETS.signed)
  })
})

describe('a database that does not require identity tokens', () => {
  it('accepts plain headers, and prefers a token to them', async () => {
    const plain = { 'X-Tenant-Id': '1', 'X-Scope-Id': 'ann' }
    expect((await list('other', plain)).status).toBe(200)
    const signed = { ...plain, 'X-Identity-Token': await token({ tenant_id: 0, scope_id: 'ann' }, SECRETS.other) }
    expect((await list('other', signed)).status).toBe(403)
    const forged = { ...plain, 'X-Identity-Token': await token({ tenant_id: 1, scope_id: 'ann' }, 'forged') }
    expect((await list('other', forged)).status).toBe(401)
  })

  it('rejects tokens if it has no secret', async () => {
    const plain = { 'X-Tenant-Id': '1', 'X-Scope-Id': 'ann' }
    expect((await list('plain', plain)).status).toBe(200)
    expect((await list('plain', { ...plain, 'X-Identity-Token': await token({ tenant_id: 1 }) })).status).toBe(401)
  })

  it('does not expose its secret in the database record or to another organization', async () => {
    expect(await platform.app.store.databases.findIdentitySecret({ organizationId: 2 }, ids.other)).toBeUndefined()
    expect(await platform.app.store.databases.putIdentity({ organizationId: 2 }, ids.other, 'required')).toBe(false)
    expect(JSON.stringify(await platform.app.store.databases.find(OWN, ids.other))).not.toContain(SECRETS.other)
  })
})
