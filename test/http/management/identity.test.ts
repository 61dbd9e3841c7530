import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { DEMO } from '../../../demo/organization.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { testServers } from '../../support/test-servers.ts'
import { codeOf, type Manager, managerOf } from './manager.ts'

let platform: Platform
let own: Manager
const id = randomUUID()
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  own = await managerOf(platform)
  const { organizationId } = own
  await platform.app.store.databases.put({ ...DEMO.database, organizationId, id }, `sqlite:${testServers().demoFile}`)
})
afterAll(() => platform.close())

const path = `/databases/${id}/identity`
const put = async (body: object) => (await own.send('PUT', path, body)).body.data

describe('identity tokens of a database', () => {
  it('are signed with a secret that is shown once, and are required from public keys', async () => {
    expect((await own.get(path)).body.data).toEqual({ identity: 'off' })
    const made = await put({ required: true })
    expect(made).toEqual({ identity: 'required', secret: expect.stringMatching(/^is_[\w-]{43}$/) })
    expect(await put({ required: true })).toEqual({ identity: 'required', secret: null })
    const { key } = (await own.send('POST', '/api-keys', { name: 'widget', database_id: id })).body.data
    const list = (headers: Readonly<Record<string, string | null>>) =>
      platform.request('/api/v1/chat/conversations', { headers: { 'X-API-Key': key, ...headers } })
    expect((await list({})).status).toBe(401)
    const sign = (secret: string) =>
      new SignJWT({ tenant_id: 1, scope_id: 'ann' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('15m')
        .sign(new TextEncoder().encode(secret))
    const token = { 'X-Identity-Token': await sign(made.secret) }
    expect((await list(token)).status).toBe(200)
    const renewed = await put({ required: false, rotate: true })
    expect(renewed.secret).not.toBe(made.secret)
    expect((await list(token)).status).toBe(401)
    expect((await list({})).status).toBe(200)
    const { text } = await own.get('/audit')
    for (const { secret } of [made, renewed]) expect(text).not.toContain(secret)
    expect((await own.audit())[0]).toEqual(['database.identity_changed', id, ['identity', 'identity_secret']])
  })

  it('cannot be read or configured by other organizations', async () => {
    const other = await managerOf(platform)
    for (const reply of [await other.get(path), await other.send('PUT', path, { required: false })])
      expect(codeOf(reply)).toEqual([404, 'NOT_FOUND_DATABASE'])
    expect(codeOf(await own.send('PUT', path, {}))[0]).toBe(400)
  })
})
