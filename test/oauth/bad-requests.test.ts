import { createHash } from 'node:crypto'
import { type LoggedIn, loggedInAs } from '../accounts/logged-in.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { connect, openRequest } from './connecting.ts'
import { startResourceServer } from './resource-server.ts'
import { REDIRECT_URI, type ScriptedHost, scriptedHost, visit } from './scripted-host.ts'

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

const register = async (client: object | string) => {
  const response = await fetch(`${platform.baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    ...(client instanceof ReadableStream
      ? { body: client, duplex: 'half' }
      : { body: typeof client === 'string' ? client : JSON.stringify(client) }),
  })
  const text = await response.text()
  const body: ReturnType<typeof JSON.parse> = text.startsWith('{') ? JSON.parse(text) : text
  return { status: response.status, body }
}

const HOST = { client_name: 'Host', redirect_uris: [REDIRECT_URI] }
const VERIFIER = 'v'.repeat(43)

/** Where a browser is sent by an authorization request that differs from a valid one. */
const authorize = async (changes: Readonly<Record<string, string | undefined>>) => {
  const { body } = await register(HOST)
  const valid = {
    response_type: 'code',
    client_id: body.client_id,
    redirect_uri: REDIRECT_URI,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${platform.baseUrl}/mcp`,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...valid, ...changes })) if (value !== undefined) query.set(name, value)
  const { response, location } = await visit(`${platform.baseUrl}/oauth/authorize?${query}`)
  return {
    status: response.status,
    error: location.searchParams.get('error'),
    path: location.pathname,
    text: await response.text(),
  }
}

describe('an authorization request', () => {
  it('that is valid is sent to the portal, also without a resource and a scope', async () => {
    expect((await authorize({})).path).toMatch(/^\/connect\/[\w-]+$/)
    expect((await authorize({ resource: undefined })).path).toMatch(/^\/connect\/[\w-]+$/)
    expect((await authorize({ scope: 'openid email nonsense' })).path).toMatch(/^\/connect\/[\w-]+$/)
  })

  it('of an unknown client or with another redirect URI is refused on a page, without a redirect', async () => {
    for (const changes of [{ client_id: 'unknown' }, { redirect_uri: 'https://evil.example/' }]) {
      const { status, text } = await authorize(changes)
      expect(status).toBe(400)
      expect(text).toContain('This connection cannot be made')
    }
  })

  it('without PKCE, with a plain challenge or for another resource is refused to the client', async () => {
    expect(await authorize({ code_challenge: undefined, code_challenge_method: undefined })).toMatchObject({
      status: 303,
      error: 'invalid_request',
    })
    expect(await authorize({ code_challenge_method: 'plain' })).toMatchObject({ error: 'invalid_request' })
    expect(await authorize({ code_challenge_method: undefined })).toMatchObject({ error: 'invalid_request' })
    expect(await authorize({ resource: 'https://other.example/mcp' })).toMatchObject({ error: 'invalid_target' })
    expect(await authorize({ response_type: 'token' })).toMatchObject({ status: 303 })
  })
})

/** Redeems the code in a redirect, without the client. */
const redeem = async (host: ScriptedHost, redirect: URL, verifier: string) => {
  const response = await fetch(`${platform.baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: redirect.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT_URI,
      client_id: host.clientId(),
      code_verifier: verifier,
    }),
  })
  const body: ReturnType<typeof JSON.parse> = await response.json()
  return { status: response.status, error: body.error }
}

describe('a code', () => {
  it('that is used twice ends the grant', async () => {
    const { host, redirect, token } = await connect(platform, user)
    expect((await server.ask(token)).status).toBe(200)
    expect(await redeem(host, redirect, host.verifier())).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect((await server.ask(token)).status).toBe(401)
  })

  it('needs its verifier', async () => {
    const host = scriptedHost(`${platform.baseUrl}/mcp`)
    const { uid, cookie } = await openRequest(await host.begin())
    const { body } = await user.request(`/auth/oauth/requests/${uid}/allow`, {
      json: { database_ids: [platform.access.databaseId] },
      headers: { 'X-Tenant-Id': '1' },
    })
    const { location } = await visit(body.data.redirect_to, cookie)
    expect(await redeem(host, location, VERIFIER)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })
})

describe('a registration', () => {
  it('is stored for a day, and longer once a user has allowed something', async () => {
    const { host } = await connect(platform, user)
    const { body } = await register(HOST)
    const endOf = async (id: string) =>
      ((await platform.app.store.oauthItems.find({ kind: 'Client', id }))?.expiresAt.getTime() ?? 0) - Date.now()
    const day = 24 * 60 * 60_000
    expect(await endOf(body.client_id)).toBeLessThanOrEqual(day)
    expect(await endOf(host.clientId())).toBeGreaterThan(29 * day)
  })

  it('may name a web page, an app or this machine as its redirect', async () => {
    const redirectUris = ['https://host.example/callback', 'cursor://host/callback', 'http://localhost:4711/callback']
    expect(await register({ ...HOST, redirect_uris: redirectUris })).toMatchObject({ status: 201 })
  })

  it('has no secret, and asks for none', async () => {
    const { status, body } = await register(HOST)
    expect(status).toBe(201)
    expect(body.client_secret).toBeUndefined()
    expect(await register({ ...HOST, token_endpoint_auth_method: 'client_secret_basic' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_client_metadata' },
    })
  })

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no redirect URI', {}],
    ['a redirect URI that is none', { redirect_uris: ['nonsense'] }],
    ['a script as redirect URI', { redirect_uris: ['javascript:alert(1)'] }],
    ['a redirect to another machine without TLS', { redirect_uris: ['http://host.example/callback'] }],
    ['names of another type', { ...HOST, client_name: 7 }],
  ])('with %s is refused', async (_what, client) => {
    const { status, body } = await register(client)
    expect([status, body.problem ?? body.error]).toEqual([400, expect.stringMatching(/^(invalid_|body_malformed)/)])
  })

  it('of 10 MB is refused, with and without Content-Length', async () => {
    const large = JSON.stringify({ ...HOST, client_name: 'x'.repeat(10_000_000) })
    const whole = await register(large)
    const streamed = await register(new Blob([large]).stream())
    expect([whole, streamed]).toMatchObject([
      { status: 413, body: { problem: 'body_too_large' } },
      { status: 413, body: { problem: 'body_too_large' } },
    ])
  })
})

it('paths and methods that the authorization server does not have are answered as any others', async () => {
  expect((await fetch(`${platform.baseUrl}/oauth/introspect`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${platform.baseUrl}/oauth/token`)).status).toBe(405)
  expect((await fetch(`${platform.baseUrl}/oauth/authorize/unknown`)).status).toBe(404)
})

it('one network can register 100 clients an hour', async () => {
  const limited = await startPlatform({ worker: false, env: { TABLETALK_LIMITS: 'memory' } })
  try {
    const statuses = new Set<number>()
    for (let count = 0; count < 101; count++) {
      const response = await fetch(`${limited.baseUrl}/oauth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(HOST),
      })
      statuses.add(response.status)
    }
    expect([...statuses]).toEqual([201, 429])
  } finally {
    await limited.close()
  }
})
