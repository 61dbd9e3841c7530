import type { Observation } from '../../src/platform/observation.ts'
import { connectStore } from '../../src/store/connection.ts'
import { type Platform, type Reply, startPlatform } from '../support/platform.ts'
import { accepted, codeOf, loggedInAs, open, PASSWORD, withToken } from './logged-in.ts'
import { newPage } from './signed-on.ts'

const PORTAL = 'https://portal.shop.example'
const COOKIE = /^tabletalk_refresh=(?<token>[^;]*)(?<attributes>.*)$/

let platform: Platform
const observed: Observation[] = []
beforeAll(async () => {
  platform = await startPlatform({
    env: {
      TABLETALK_PUBLIC_URL: 'https://shop.example/tabletalk',
      TABLETALK_PORTAL_URL: `${PORTAL}/app`,
      TABLETALK_TRUSTED_PROXIES: 'loopback',
    },
    observe: (one) => void observed.push(one),
  })
})
afterAll(() => platform.close())

/** Headers that a page of the portal sends. */
const ownPage = () => ({ Origin: platform.baseUrl })

/** The cookie that a response sets: its value, empty if it is cleared, and its attributes. */
const cookieIn = ({ headers }: Reply): { readonly token: string; readonly attributes: string } | undefined => {
  const { token = '', attributes = '' } = COOKIE.exec(headers.getSetCookie()[0] ?? '')?.groups ?? {}
  return headers.getSetCookie().length === 0 ? undefined : { token, attributes }
}

const tokenIn = (reply: Reply): string => {
  const token = cookieIn(reply)?.token
  if (token === undefined || token === '') throw new Error(`no cookie: ${reply.status} ${reply.text}`)
  return token
}

/** Refreshes as a browser with this cookie. */
const refresh = (token: string, headers: Record<string, string> = ownPage()): Promise<Reply> =>
  platform.request('/api/v1/auth/refresh', {
    method: 'POST',
    headers: { 'X-API-Key': null, Cookie: `theme=dark; tabletalk_refresh=${token}`, ...headers },
  })

const refreshByBody = (refresh_token: string, headers = {}) => open(platform, 'refresh', { refresh_token }, headers)

/** Logs a new user in, as a page of the portal does. */
const logIn = async (headers: Record<string, string> = ownPage()) => {
  const { id, email } = await accepted(platform, 'member')
  const reply = await open(platform, 'login', { email, password: PASSWORD, session: 'cookie' }, headers)
  return { id, email, reply, token: reply.status === 200 ? tokenIn(reply) : '' }
}

/** The stored session of a refresh token. @param set changes that time would make */
const inStore = async (token: string, set: object = {}) => {
  const store = await connectStore(platform.env.MONGODB_URI ?? '')
  const sessions = store.collection<{ _id: string; replacedAt?: Date[] }>('portal_sessions')
  const one = { _id: token.slice(3, 39) }
  if (Object.keys(set).length > 0) await sessions.updateOne(one, { $set: set })
  const found = await sessions.findOne(one)
  await store.close()
  return found
}

/** Dates the latest replacements of a session back. */
const replacedEarlier = async (token: string, ms: number): Promise<void> => {
  const replacedAt = (await inStore(token))?.replacedAt?.map((at) => new Date(at.getTime() - ms))
  await inStore(token, { replacedAt })
}

const INVALID = [401, 'AUTH_TOKEN_INVALID']
const NOT_PERMITTED = [403, 'AUTH_INSUFFICIENT_PERMISSIONS']

describe('a login that requests a cookie', () => {
  it('withholds the refresh token from the page and limits the cookie to the refresh route below the public prefix', async () => {
    const { id, reply, token } = await logIn()
    expect([reply.status, reply.body.data]).toEqual([
      200,
      {
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 900,
        refresh_expires_at: expect.any(String),
        user: expect.objectContaining({ user_id: id }),
      },
    ])
    expect(reply.text).not.toContain(token)
    const { attributes = '' } = cookieIn(reply) ?? {}
    const [maxAge] = /(?<=Max-Age=)\d+/.exec(attributes) ?? []
    expect(attributes.replace(/Max-Age=\d+/, '').replace(/Expires=[^;]*/, '')).toBe(
      '; ; Path=/tabletalk/api/v1/auth/refresh; ; HttpOnly; SameSite=Strict',
    )
    const endsInS = (Date.parse(reply.body.data.refresh_expires_at) - Date.now()) / 1000
    expect(Math.abs(Number(maxAge) - endsInS)).toBeLessThan(60)
  })

  it('sets a Secure cookie only if the request came by HTTPS', async () => {
    const { reply, token } = await logIn({ 'X-Forwarded-Proto': 'https', Origin: PORTAL })
    expect(cookieIn(reply)?.attributes).toContain('; Secure')
    const next = await refresh(token, { 'X-Forwarded-Proto': 'https', Origin: PORTAL })
    expect(cookieIn(next)?.attributes).toContain('; Secure')
  })

  it('is refused for pages of other origins and without an origin', async () => {
    const { email } = await accepted(platform, 'member')
    const { verifier: code_verifier } = newPage()
    for (const headers of [{}, { Origin: 'https://elsewhere.example' }]) {
      const login = await open(platform, 'login', { email, password: PASSWORD, session: 'cookie' }, headers)
      expect([codeOf(login), cookieIn(login)]).toEqual([NOT_PERMITTED, undefined])
      const sso = await open(platform, 'sso/token', { code: 'c', code_verifier, session: 'cookie' }, headers)
      expect(codeOf(sso)).toEqual(NOT_PERMITTED)
    }
  })

  it('is the only kind of login whose response sets a cookie', async () => {
    const one = await loggedInAs(platform, 'member')
    expect(one.refreshToken).toMatch(/^rt_/)
    const replies = [
      await open(platform, 'login', { email: one.email, password: PASSWORD }, ownPage()),
      await refreshByBody(one.refreshToken, ownPage()),
      await one.request('/auth/logout', { method: 'POST', headers: ownPage() }),
    ]
    expect(replies.map((reply) => [reply.status, cookieIn(reply)])).toEqual(Array(3).fill([200, undefined]))
  })
})

describe('a refresh with a cookie', () => {
  it('returns an access token and sets the next cookie', async () => {
    const { id, token } = await logIn()
    const next = await refresh(token)
    expect(Object.keys(next.body.data).toSorted()).toEqual(
      ['access_token', 'expires_in', 'refresh_expires_at', 'token_type', 'user'].toSorted(),
    )
    expect(tokenIn(next)).not.toBe(token)
    const me = await withToken(platform, next.body.data.access_token, '/auth/me')
    expect(me.body.data.user_id).toBe(id)
    expect((await refresh(tokenIn(next))).status).toBe(200)
  })

  it.each([
    ['the host that the request came to', 200, undefined],
    ['TABLETALK_PUBLIC_URL', 200, 'https://shop.example'],
    ['TABLETALK_PORTAL_URL', 200, PORTAL],
    ['another site', 403, 'https://elsewhere.example'],
    ['another port of the same host', 403, 'http://127.0.0.1:1'],
    ['the public host, without its encryption', 403, 'http://shop.example'],
    ['an opaque origin', 403, 'null'],
  ])('from a page of %s returns %i', async (_, status, origin = platform.baseUrl) => {
    const { token } = await logIn()
    const reply = await refresh(token, { Origin: origin })
    expect([reply.status, cookieIn(reply) !== undefined]).toEqual([status, status === 200])
    // A refused request does not consume the token.
    if (status === 403) expect((await refresh(token)).status).toBe(200)
  })

  it('is refused without an Origin, and from an HTTP page if the service is reached by HTTPS', async () => {
    const { token } = await logIn()
    expect(codeOf(await refresh(token, {}))).toEqual(NOT_PERMITTED)
    const downgraded = { 'X-Forwarded-Proto': 'https', ...ownPage() }
    expect(codeOf(await refresh(token, downgraded))).toEqual(NOT_PERMITTED)
  })

  it('ignores the cookie if the body has a refresh token', async () => {
    const [cookie, one] = [await logIn(), await loggedInAs(platform, 'member')]
    const headers = { Cookie: `tabletalk_refresh=${cookie.token}` }
    const next = await refreshByBody(one.refreshToken, headers)
    expect([next.body.data.user.user_id, cookieIn(next)]).toEqual([one.id, undefined])
    expect((await refresh(cookie.token)).status).toBe(200)
  })

  it('is refused with a missing field if neither cookie nor body has a token', async () => {
    for (const json of [{}, undefined]) {
      const options = { method: 'POST', headers: { 'X-API-Key': null, ...ownPage() } }
      const { status, body } = await platform.request('/api/v1/auth/refresh', json ? { ...options, json } : options)
      expect([status, body.error_code, body.details[0].field]).toEqual([
        400,
        'VALIDATION_MISSING_REQUIRED_FIELD',
        'refresh_token',
      ])
    }
  })

  it('never allows credentials for other origins, neither in a response nor in a preflight', async () => {
    const { token } = await logIn()
    const replies = [
      await refresh(token),
      await refresh(token, { Origin: 'https://elsewhere.example' }),
      await platform.request('/api/v1/auth/refresh', {
        method: 'OPTIONS',
        headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' },
      }),
    ]
    for (const { headers } of replies) {
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
  })
})

describe('a repeated refresh cookie', () => {
  it('gets the current cookie if it is repeated immediately, as by two tabs or after a lost response', async () => {
    const { token } = await logIn()
    const tabs = await Promise.all([refresh(token), refresh(token), refresh(token)])
    expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200])
    const [next = '', ...others] = new Set(tabs.map(tokenIn))
    expect([next === token, others]).toEqual([false, []])
    const late = await refresh(token)
    expect(tokenIn(late)).toBe(next)
    const me = await withToken(platform, late.body.data.access_token, '/auth/me')
    expect(me.status).toBe(200)
    expect((await refresh(next)).status).toBe(200)
  })

  it('gets the latest cookie after several replacements', async () => {
    const { token } = await logIn()
    const second = tokenIn(await refresh(token))
    const third = tokenIn(await refresh(second))
    expect([tokenIn(await refresh(token)), tokenIn(await refresh(second))]).toEqual([third, third])
  })

  it.each([5_000, 11_000])(
    'is accepted until 10 s after its replacement and ends the session afterwards (%i ms)',
    async (ms) => {
      const { id, token } = await logIn()
      const next = await refresh(token)
      await replacedEarlier(token, ms)
      const again = await refresh(token)
      const log = await platform.request(`/api/v1/audit?action=session.ended_by_reuse&subject_id=${id}`)
      if (ms < 10_000) {
        expect([again.status, log.body.data]).toEqual([200, []])
        return
      }
      expect([codeOf(again), cookieIn(again)?.token]).toEqual([INVALID, ''])
      expect(codeOf(await refresh(tokenIn(next)))).toEqual(INVALID)
      expect(codeOf(await withToken(platform, next.body.data.access_token, '/auth/me'))).toEqual(INVALID)
      expect(log.body.data).toHaveLength(1)
    },
  )

  it('ends the session immediately if it is sent in a body', async () => {
    const { token } = await logIn()
    const next = await refresh(token)
    expect(codeOf(await refreshByBody(token))).toEqual(INVALID)
    expect(codeOf(await refresh(tokenIn(next)))).toEqual(INVALID)
  })

  it('ends the session immediately if the login requested no cookie', async () => {
    const { refreshToken } = await loggedInAs(platform, 'member')
    const next = await refreshByBody(refreshToken)
    expect(codeOf(await refresh(refreshToken))).toEqual(INVALID)
    expect(codeOf(await refreshByBody(next.body.data.refresh_token))).toEqual(INVALID)
  })
})

describe('the refresh cookie', () => {
  it('is cleared with the same attributes at logout', async () => {
    const { reply, token } = await logIn()
    const out = await withToken(platform, reply.body.data.access_token, '/auth/logout', { method: 'POST' })
    expect([out.status, cookieIn(out)]).toEqual([
      200,
      {
        token: '',
        attributes:
          '; Path=/tabletalk/api/v1/auth/refresh; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict',
      },
    ])
    expect(codeOf(await refresh(token))).toEqual(INVALID)
  })

  it('is cleared if it is unknown or expired, and kept while the user is suspended', async () => {
    for (const unknown of ['rt_', 'x'.repeat(5_000), `rt_${crypto.randomUUID()}_0_${'x'.repeat(43)}`]) {
      const reply = await refresh(unknown)
      expect([codeOf(reply), cookieIn(reply)?.token]).toEqual([INVALID, ''])
    }
    const { id, token } = await logIn()
    const patch = (status: string) => platform.request(`/api/v1/users/${id}`, { method: 'PATCH', json: { status } })
    await patch('suspended')
    const suspended = await refresh(token)
    expect([codeOf(suspended), cookieIn(suspended)]).toEqual([[403, 'AUTH_ACCOUNT_SUSPENDED'], undefined])
    await patch('active')
    await inStore(token, { expiresAt: new Date(Date.now() - 1_000) })
    const expired = await refresh(token)
    expect([codeOf(expired), cookieIn(expired)?.token]).toEqual([[401, 'AUTH_TOKEN_EXPIRED'], ''])
  })

  it('never appears in an observation of the service', async () => {
    const { token } = await logIn()
    const next = tokenIn(await refresh(token))
    await refresh('rt_unknown')
    await refreshByBody(token)
    const noticed = JSON.stringify(observed)
    expect(noticed).toContain('/api/v1/auth/refresh')
    for (const secret of [token, next, 'rt_']) expect(noticed).not.toContain(secret)
  })
})
