import { type LoggedIn, loggedInAs, PASSWORD, tokenOf, withToken } from '../accounts/logged-in.ts'
import { managerOf } from '../http/management/manager.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { allow, connect, openRequest } from './connecting.ts'
import { startResourceServer } from './resource-server.ts'
import { REDIRECT_URI, scriptedHost, visit } from './scripted-host.ts'

let platform: Platform
let server: Awaited<ReturnType<typeof startResourceServer>>
let user: LoggedIn
beforeAll(async () => {
  platform = await startPlatform()
  server = await startResourceServer(platform)
  user = await loggedInAs(platform, 'member')
})
afterAll(async () => {
  await Promise.all([server.close(), platform.close()])
})

const newHost = () => scriptedHost(`${platform.baseUrl}/mcp`)

/** A request to the token endpoint. */
const redeem = async (parameters: Readonly<Record<string, string>>) => {
  const response = await fetch(`${platform.baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(parameters),
  })
  const body: ReturnType<typeof JSON.parse> = await response.json()
  return { status: response.status, body }
}

const grantsOf = async (by: LoggedIn) => (await by.request('/auth/grants')).body.data.grants

describe('the official client', () => {
  it('gets a token that is the user, with the databases, tenant and scope of the consent', async () => {
    const { token, redirect, tokens } = await connect(platform, user, { tenantId: '2', scopeId: 'ann' })
    expect(redirect.href.split('?')[0]).toBe(REDIRECT_URI)
    expect(redirect.searchParams.get('iss')).toBe(platform.baseUrl)
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'mcp' })
    const { organizationId, databaseId } = platform.access
    const { status, body } = await server.ask(token)
    expect({ status, ...body.data }).toEqual({
      status: 200,
      role: 'member',
      databases: [databaseId],
      caller: {
        organizationId,
        kind: 'organization',
        userId: user.id,
        databaseIds: [databaseId],
        tenantId: '2',
        scopeId: 'ann',
      },
    })
  })

  it('refreshes its tokens, each refresh token once: a second use ends the grant', async () => {
    const { host, tokens } = await connect(platform, user)
    const first = tokens.refresh_token ?? ''
    const use = { grant_type: 'refresh_token', refresh_token: first, client_id: host.clientId() }
    const foreign = await redeem({ ...use, resource: 'https://elsewhere.example/mcp' })
    expect(foreign).toMatchObject({ status: 400, body: { error: 'invalid_target' } })
    const next = await host.refresh()
    expect((await server.ask(next.access_token)).status).toBe(200)
    const again = await redeem(use)
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await server.ask(next.access_token)).status).toBe(401)
  })

  it('can be served by another process at each step', async () => {
    const env = { ...platform.env, TABLETALK_PUBLIC_URL: platform.baseUrl }
    const elsewhere = await startPlatform({ worker: false, env })
    const there = (url: string) => url.replace(platform.baseUrl, elsewhere.baseUrl)
    const host = newHost()
    const { uid, cookie } = await openRequest(await host.begin())
    const { body } = await withToken(elsewhere, user.accessToken, `/auth/oauth/requests/${uid}/allow`, {
      json: { database_ids: [platform.access.databaseId] },
    })
    const { location } = await visit(there(body.data.redirect_to), cookie)
    const { access_token: token } = await host.finish(location)
    expect((await server.ask(token)).status).toBe(200)
    await elsewhere.close()
  })

  it('cannot use a refresh token twice at once', async () => {
    const { host, tokens } = await connect(platform, user)
    const use = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '', client_id: host.clientId() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(use)))
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted.length).toBeLessThanOrEqual(1)
    for (const { body } of accepted) expect((await server.ask(body.access_token)).status).toBe(401)
  })
})

describe('a token', () => {
  it('is refused under /api/v1, where only logged-in users are known', async () => {
    const { token } = await connect(platform, user)
    for (const path of ['/auth/me', '/chat/databases', '/chat/history'])
      expect(await withToken(platform, token, path)).toMatchObject({ status: 401, body: { problem: 'token_invalid' } })
  })

  it('of another server, and an unknown one, is refused with the address of the metadata', async () => {
    const { token } = await connect(platform, user)
    await expect(platform.app.oauth.grantOf(token, 'https://other.example/mcp')).rejects.toThrow()
    const unknown = await server.ask('x'.repeat(43))
    expect(unknown.status).toBe(401)
    const challenge = unknown.headers.get('WWW-Authenticate') ?? ''
    expect(challenge).toContain('error="invalid_token"')
    const [, url = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
    const metadata: ReturnType<typeof JSON.parse> = await (await fetch(url)).json()
    expect(metadata).toMatchObject({
      resource: `${platform.baseUrl}/mcp`,
      authorization_servers: [platform.baseUrl],
    })
    expect(await (await fetch(`${platform.baseUrl}/.well-known/oauth-protected-resource`)).json()).toEqual(metadata)
  })

  it('does not replace an API key, and a key is no token', async () => {
    const { orgKey } = platform.access
    expect(await server.ask({ 'X-API-Key': orgKey })).toMatchObject({ status: 200, body: { data: { role: 'owner' } } })
    expect(await server.ask(orgKey)).toMatchObject({ status: 401, body: { problem: 'bearer_not_supported' } })
    expect(await server.ask({})).toMatchObject({ status: 401, body: { problem: 'credentials_missing' } })
  })

  it('ends with a new password, a suspension and the removal of its user', async () => {
    const [changing, suspended, removed] = [
      await loggedInAs(platform, 'member'),
      await loggedInAs(platform, 'member'),
      await loggedInAs(platform, 'member'),
    ]
    const tokens = [
      (await connect(platform, changing)).token,
      (await connect(platform, suspended)).token,
      (await connect(platform, removed)).token,
    ]
    for (const token of tokens) expect((await server.ask(token)).status).toBe(200)
    await changing.request('/auth/password', {
      json: { current_password: PASSWORD, password: 'eight green umbrellas' },
    })
    await platform.request(`/api/v1/users/${suspended.id}`, { method: 'PATCH', json: { status: 'suspended' } })
    await platform.request(`/api/v1/users/${removed.id}`, { method: 'DELETE' })
    const answers = await Promise.all(tokens.map((token) => server.ask(token)))
    expect(answers.map(({ body }) => body.problem)).toEqual(['token_invalid', 'account_suspended', 'token_invalid'])
  })

  it('sees conversations of its databases only', async () => {
    const { store } = platform.app
    const caller = { organizationId: platform.access.organizationId, kind: 'organization', userId: user.id } as const
    const asked = await platform.request('/api/v1/chat/message', { json: { message: 'How many customers?' } })
    const { conversation_id: id } = asked.body.data
    const own = { ...caller, scopeId: 'tester', tenantId: '1' }
    expect(await store.conversations.find(own, id)).toBeDefined()
    expect(await store.conversations.find({ ...own, databaseIds: [platform.access.databaseId] }, id)).toBeDefined()
    expect(await store.conversations.find({ ...own, databaseIds: ['another'] }, id)).toBeUndefined()
    const elsewhere = { ...own, databaseIds: ['another'] }
    expect(await platform.app.cachedReads.databases(elsewhere)).toEqual([])
    await expect(platform.app.databases.database(elsewhere, platform.access.databaseId)).rejects.toThrow()
  })
})

describe('a consent', () => {
  it('names the app, its redirect host and the organization', async () => {
    const { uid } = await openRequest(await newHost().begin())
    const { body } = await user.request(`/auth/oauth/requests/${uid}`)
    expect(body.data).toMatchObject({ client_name: 'Scripted host', redirect_host: new URL(REDIRECT_URI).host })
  })

  it('is given in the browser that asked: a link sent to another user connects nothing', async () => {
    const host = newHost()
    const { uid, cookie } = await openRequest(await host.begin())
    const victim = await loggedInAs(platform, 'member')
    const { body } = await allow(platform, victim, uid)
    const address = new URL(body.data.redirect_to)
    // The browser of the victim has no cookie of the request, and that of the attacker has no proof.
    expect((await visit(address)).response.status).toBe(400)
    const [again] = [await openRequest(await newHost().begin())]
    expect((await visit(`${address.origin}${address.pathname}`, cookie)).response.status).toBe(404)
    expect((await visit(`${address.origin}${address.pathname}?proof=${again.uid}`, cookie)).response.status).toBe(404)
    // The attacker has both of another request, which continues without the answer of the victim.
    const own = await allow(platform, user, again.uid)
    const { response, location } = await visit(own.body.data.redirect_to, cookie)
    expect([response.status, location.searchParams.has('code')]).toEqual([400, false])
  })

  it('is given once; the app gets a refusal as an error', async () => {
    const { uid, cookie } = await openRequest(await newHost().begin())
    const refused = await user.request(`/auth/oauth/requests/${uid}/refuse`, { method: 'POST' })
    const { location } = await visit(refused.body.data.redirect_to, cookie)
    expect(location.searchParams.get('error')).toBe('access_denied')
    expect(await allow(platform, user, uid)).toMatchObject({
      status: 404,
      body: { problem: 'oauth_request_not_found' },
    })
  })

  it('needs a plan with access by API', async () => {
    const { organizationId } = await managerOf(platform, 'free')
    const token = await tokenOf(platform, organizationId, 'owner')
    const { uid } = await openRequest(await newHost().begin())
    expect(await withToken(platform, token, `/auth/oauth/requests/${uid}`)).toMatchObject({
      status: 403,
      body: { problem: 'plan_feature_required' },
    })
  })

  it('needs a database of the organization, and the tenant of a scoped one', async () => {
    const { uid } = await openRequest(await newHost().begin())
    const unknown = { databaseIds: ['00000000-0000-4000-8000-000000000000'] }
    expect((await allow(platform, user, uid, unknown)).body.problem).toBe('database_not_found')
    expect((await allow(platform, user, uid, { tenantId: null })).body.problem).toBe('tenant_missing')
    expect((await allow(platform, user, uid, { databaseIds: [] })).body.problem).toBe('input_invalid')
    expect((await allow(platform, user, uid)).status).toBe(200)
  })
})

describe('a connected app', () => {
  it('is listed for its user and for admins, and ends at once when one of them disconnects it', async () => {
    const [owner, other] = [await loggedInAs(platform, 'admin'), await loggedInAs(platform, 'member')]
    const mine = await loggedInAs(platform, 'member')
    const [first, second] = [await connect(platform, mine), await connect(platform, mine)]
    await server.ask(first.token)
    const grants = await grantsOf(mine)
    expect(grants).toHaveLength(2)
    expect(grants[1]).toMatchObject({
      client_name: 'Scripted host',
      user_id: mine.id,
      database_ids: [platform.access.databaseId],
      tenant_id: '1',
      last_used_at: expect.any(String),
    })
    expect(await grantsOf(other)).toEqual([])
    expect((await grantsOf(owner)).map(({ id }: { readonly id: string }) => id)).toContain(grants[0].id)
    const revoke = (by: LoggedIn, id: string) => by.request(`/auth/grants/${id}`, { method: 'DELETE' })
    expect((await revoke(other, grants[1].id)).status).toBe(404)
    expect((await revoke(mine, grants[1].id)).status).toBe(200)
    expect((await server.ask(first.token)).status).toBe(401)
    expect((await server.ask(second.token)).status).toBe(200)
    expect((await revoke(owner, grants[0].id)).status).toBe(200)
    expect((await server.ask(second.token)).status).toBe(401)
    const { body } = await owner.request(`/audit?subject_id=${grants[1].id}`)
    expect(body.data.map(({ action }: { readonly action: string }) => action)).toEqual([
      'oauth_grant.revoked',
      'oauth_grant.created',
    ])
  })

  it('can end its own connection at the revocation endpoint', async () => {
    const { host, token, tokens } = await connect(platform, user)
    await fetch(`${platform.baseUrl}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: tokens.refresh_token ?? '', client_id: host.clientId() }),
    })
    expect((await server.ask(token)).status).toBe(401)
  })
})
