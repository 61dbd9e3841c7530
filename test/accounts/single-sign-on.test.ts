import { randomUUID } from 'node:crypto'
import { SSO_LOGINS_MAX } from '../../src/manage/sso/rules/sso-login.ts'
import { connectStore } from '../../src/store/connection.ts'
import { ssoLogin } from '../store/faults/seed.ts'
import { startPlatform } from '../support/platform.ts'
import { accepted, codeOf as ended, logIn, open, PASSWORD, withToken } from './logged-in.ts'
import { freshAddress, tokenTo } from './mailbox.ts'
import {
  actions,
  added,
  begin,
  codeIn,
  codeOf,
  comeBack,
  newPage,
  type SsoBench,
  type SsoOrganization,
  sentTo,
  signOn,
  ssoBench,
  ssoOrganization,
  tokens,
} from './signed-on.ts'
import { ssoConfiguration } from './sso-configuration.ts'

const PORTAL = 'https://portal.shop.example'

let bench: SsoBench
let provider: SsoBench['provider']
let platform: SsoBench['platform']
/** Users of the provider are added automatically. */
let shop: SsoOrganization
beforeAll(async () => {
  bench = await ssoBench(PORTAL)
  ;({ provider, platform } = bench)
  shop = await bench.strict({ provisioning: true, domains: ['shop.example'] })
})
afterAll(() => bench.close())

const userOf = async ({ owner }: SsoOrganization, id: number) => (await owner(`/users/${id}`)).body.data

const REFUSED = {
  invalid: [401, 'SSO_INVALID_TOKEN'],
  missing: [400, 'SSO_MISSING_CLAIMS'],
  unknownUser: [404, 'SSO_USER_NOT_PROVISIONED'],
  off: [403, 'SSO_NOT_ENABLED'],
  none: [400, 'SSO_NOT_CONFIGURED'],
}

describe('a user who logs in through the provider', () => {
  it('gets tokens as with a password, which are refreshed and end', async () => {
    const { subject, email } = await bench.known({ name: 'Ann Example' })
    const reply = await signOn(platform, provider, shop.organizationId, subject)
    expect([reply.status, reply.body.data]).toEqual([
      200,
      {
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 900,
        refresh_token: expect.any(String),
        refresh_expires_at: expect.any(String),
        user: expect.objectContaining({ email, name: 'Ann Example', role: 'member', second_factor: false }),
      },
    ])
    const { access_token: token, refresh_token: refresh, user } = reply.body.data
    expect((await withToken(platform, token, '/auth/me')).body.data).toEqual(user)
    expect((await open(platform, 'refresh', { refresh_token: refresh })).status).toBe(200)
    expect(await userOf(shop, user.user_id)).toMatchObject({ status: 'active', email_verified: true })
    expect(await actions(shop)).toContainEqual(['user.provisioned', 'done'])
    const byPassword = await open(platform, 'login', { email, password: PASSWORD })
    expect(ended(byPassword)).toEqual([401, 'AUTH_INVALID_CREDENTIALS'])
  })

  it('is provisioned once for concurrent first logins', async () => {
    const { subject, email } = await bench.known()
    const all = await Promise.all(
      Array.from({ length: 4 }, () => signOn(platform, provider, shop.organizationId, subject)),
    )
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(all.map(({ body }) => body.data.user.user_id)).size).toBe(1)
    expect(await platform.app.store.users.findAccounts(email, shop.organizationId)).toHaveLength(1)
  })

  it('is refused without automatic provisioning until an owner adds the user', async () => {
    const organization = await bench.strict()
    const { subject, email } = await bench.known()
    expect(ended(await signOn(platform, provider, organization.organizationId, subject))).toEqual(REFUSED.unknownUser)
    const id = await added(organization, email.toUpperCase())
    const reply = await signOn(platform, provider, organization.organizationId, subject)
    expect([reply.status, reply.body.data.user.user_id]).toEqual([200, id])
  })

  it('keeps the account after an address change at the provider, and no other user can take it over', async () => {
    const organization = await bench.strict()
    const { subject, email } = await bench.known()
    const id = await added(organization, email)
    await signOn(platform, provider, organization.organizationId, subject)
    await provider.account(subject, { email: freshAddress('married'), email_verified: true })
    const reply = await signOn(platform, provider, organization.organizationId, subject)
    expect([reply.body.data.user.user_id, reply.body.data.user.email]).toEqual([id, email])
    const successor = await bench.known({}, email)
    await organization.configure({ provisioning: true, domains: ['shop.example'] })
    const refused = await signOn(platform, provider, organization.organizationId, successor.subject)
    expect(ended(refused)).toEqual(REFUSED.unknownUser)
    await organization.owner(`/users/${id}`, 'DELETE')
    const now = await signOn(platform, provider, organization.organizationId, successor.subject)
    expect([now.status, now.body.data.user.user_id === id]).toEqual([200, false])
  })

  it('accepts an invitation by the login, also as an owner, and mailed tokens become invalid', async () => {
    const organization = await bench.strict()
    const { subject, email } = await bench.known()
    const id = await added(organization, email, { role: 'owner' })
    const token = await tokenTo(platform, email, 'Invitation')
    const reply = await signOn(platform, provider, organization.organizationId, subject)
    expect(reply.body.data.user).toMatchObject({ user_id: id, role: 'owner' })
    const late = await open(platform, 'invitations/accept', { token, password: PASSWORD })
    expect(ended(late)).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect(await actions(organization)).toContainEqual(['user.invitation_accepted', 'done'])
  })

  it('becomes an owner at login after a process died while accepting the invitation', async () => {
    const organization = await bench.strict()
    const { subject, email } = await bench.known()
    const id = await added(organization, email, { role: 'owner' })
    const link = { issuer: provider.issuer, clientId: provider.clientId, subject, email }
    await platform.app.store.users.linkSubject(organization, id, link)
    const reply = await signOn(platform, provider, organization.organizationId, subject)
    expect(reply.body.data.user).toMatchObject({ user_id: id, role: 'owner' })
  })

  it('can reset a password by mail as an owner if the provider is unavailable', async () => {
    const organization = await bench.strict()
    const { subject, email } = await bench.known()
    await added(organization, email, { role: 'owner' })
    await signOn(platform, provider, organization.organizationId, subject)
    await open(platform, 'password-resets', { email, organization_id: organization.organizationId })
    const token = await tokenTo(platform, email, 'Choose a new password')
    expect((await open(platform, 'password-resets/confirm', { token, password: PASSWORD })).status).toBe(200)
    expect((await open(platform, 'login', { email, password: PASSWORD })).status).toBe(200)
  })

  it('is refused while suspended and keeps the account afterwards', async () => {
    const { subject } = await bench.known()
    const { user } = (await signOn(platform, provider, shop.organizationId, subject)).body.data
    const set = (status: string) => shop.owner(`/users/${user.user_id}`, 'PATCH', { status })
    await set('suspended')
    const refused = await signOn(platform, provider, shop.organizationId, subject)
    expect(ended(refused)).toEqual([403, 'AUTH_ACCOUNT_SUSPENDED'])
    expect((await set('active')).body.data.status).toBe('active')
    const back = await signOn(platform, provider, shop.organizationId, subject)
    expect(back.body.data.user).toEqual(user)
  })

  it('is refused if the organization is not active', async () => {
    const organization = await bench.strict({ provisioning: true, domains: ['shop.example'] })
    const { subject } = await bench.known()
    await platform.app.store.organizations.change(organization, { status: 'inactive' })
    const refused = await signOn(platform, provider, organization.organizationId, subject)
    expect(ended(refused)).toEqual([403, 'AUTH_ORGANIZATION_INACTIVE'])
  })
})

describe('the claims of the provider', () => {
  it.each([
    ['unverified address', { email_verified: false }],
    ['a missing address', { email: undefined }],
    ['a malformed address', { email: 'ann' }],
    ['an address that a URL parser would truncate', { email: 'ann@shop.example/.evil.example' }],
  ])('are refused: %s', async (_, claims) => {
    const { subject } = await bench.known(claims)
    expect(ended(await signOn(platform, provider, shop.organizationId, subject))).toEqual(REFUSED.missing)
  })

  it('are accepted without email_verified', async () => {
    const { subject } = await bench.known({ email_verified: undefined })
    expect((await signOn(platform, provider, shop.organizationId, subject)).status).toBe(200)
  })

  it('are accepted for allowed domains only, in any script', async () => {
    const organization = await bench.strict({ domains: ['shop.example', 'Müller.example'], provisioning: true })
    const by = async (email: string) => {
      const { subject } = await bench.known({}, email)
      return ended(await signOn(platform, provider, organization.organizationId, subject))
    }
    for (const domain of ['SHOP.example', 'müller.example', 'xn--mller-kva.example'])
      expect(await by(`ann-${randomUUID()}@${domain}`)).toEqual([200, undefined])
    for (const domain of ['eu.shop.example', 'notshop.example', 'shop.example.evil.example'])
      expect(await by(`ann@${domain}`)).toEqual([403, 'SSO_DOMAIN_NOT_ALLOWED'])
  })

  it('set the role at each login if a role claim is configured, but never of an owner', async () => {
    const roles = { roles_claim: 'groups', roles: { staff: 'member', chiefs: 'admin', owner: 'admin' } }
    const organization = await bench.strict({ ...roles, provisioning: true, domains: ['shop.example'] })
    const { subject, email } = await bench.known({ groups: ['staff', 'chiefs'] })
    const roleNow = async (claims: object) => {
      await provider.account(subject, { email, email_verified: true, ...claims })
      const reply = await signOn(platform, provider, organization.organizationId, subject)
      return reply.status === 200 ? reply.body.data.user.role : ended(reply)
    }
    expect(await roleNow({ groups: ['staff', 'chiefs'] })).toBe('admin')
    expect(await roleNow({ groups: 'staff' })).toBe('member')
    expect(await roleNow({ groups: ['owner'] })).toBe('admin')
    expect(await roleNow({ groups: ['somebody'] })).toBe('member')
    expect(await roleNow({})).toEqual(REFUSED.missing)
    const [id = 0] = (await platform.app.store.users.findAccounts(email, organization.organizationId)).map(
      (one) => one.id,
    )
    await organization.owner(`/users/${id}`, 'PATCH', { role: 'owner' })
    expect(await roleNow({ groups: ['staff'] })).toBe('owner')
  })
})

describe('an SSO login', () => {
  it('returns to the page that started it, with a single-use code in the fragment', async () => {
    const { subject } = await bench.known()
    const page = newPage()
    const begun = await begin(platform, shop.organizationId, page)
    const url = await provider.logIn(sentTo(begun), subject)
    const returned = await comeBack(platform, url)
    expect([sentTo(returned).split('#')[0], returned.text]).toEqual([`${PORTAL}/sso`, ''])
    const again = await comeBack(platform, url)
    expect(ended(again)).toEqual(REFUSED.invalid)
    const code = codeIn(returned)
    const both = await Promise.all([tokens(platform, code, page), tokens(platform, code, page)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(ended(await tokens(platform, code, page))).toEqual(REFUSED.invalid)
  })

  it('is bound to the page that started it: an injected code is refused', async () => {
    const attacker = await bench.known()
    const [theirs, own] = [newPage(), newPage()]
    const code = await codeOf(platform, provider, shop.organizationId, theirs, attacker.subject)
    expect(ended(await tokens(platform, code, own))).toEqual(REFUSED.invalid)
    // The failed attempt does not consume the code.
    expect((await tokens(platform, code, theirs)).status).toBe(200)
  })

  it('is bound to its organization: a response for another one is refused', async () => {
    const other = await bench.strict({ provisioning: true, domains: ['shop.example'] })
    const { subject } = await bench.known()
    const [page, otherPage] = [newPage(), newPage()]
    const own = await provider.logIn(sentTo(await begin(platform, shop.organizationId, page)), subject)
    const foreign = new URL(sentTo(await begin(platform, other.organizationId, otherPage)))
    own.searchParams.set('state', foreign.searchParams.get('state') ?? '')
    const code = codeIn(await comeBack(platform, own))
    expect(ended(await tokens(platform, code, otherPage))).toEqual(REFUSED.invalid)
    expect(await platform.app.store.users.count(other)).toBe(1)
  })

  it.each(['state=nobodys', 'code=c', 'error=access_denied&state=nobodys', ''])(
    'is refused if it was not started here: %j',
    async (query) => {
      expect(ended(await open(platform, `sso/callback?${query}`))).toEqual(REFUSED.invalid)
    },
  )

  it('is not displaced by many logins started from elsewhere', async () => {
    const { subject } = await bench.known()
    const page = newPage()
    const begun = await begin(platform, shop.organizationId, page)
    const store = await connectStore(platform.env.MONGODB_URI ?? '')
    const logins = store.collection<{ codeChallenge: string; from: string }>('sso_logins')
    const own = await logins.findOne({ codeChallenge: page.challenge })
    expect(own?.from).toMatch(/^[\w-]{43}$/)
    await store.close()
    for (let index = 0; index < SSO_LOGINS_MAX; index++)
      await platform.app.store.ssoLogins.add(shop, ssoLogin(`${index} ${page.challenge}`, 'elsewhere'))
    const code = codeIn(await comeBack(platform, await provider.logIn(sentTo(begun), subject)))
    expect((await tokens(platform, code, page)).status).toBe(200)
  })

  it('stores at most 4 KB of the data from the provider', async () => {
    const back = async (length: number) =>
      ended(await open(platform, `sso/callback?state=nobodys&iss=i&code=${'c'.repeat(length)}`))
    expect(await back(4_000)).toEqual(REFUSED.invalid)
    expect(await back(4_090)).toEqual([400, 'VALIDATION_ERROR'])
  })

  it('ends if the user cancels at the provider', async () => {
    const reply = await signOn(platform, provider, shop.organizationId)
    expect(ended(reply)).toEqual(REFUSED.invalid)
    expect(reply.text).not.toMatch(/canary/)
  })

  it.each(['sso_x', `sso_${'a'.repeat(86)}`])('returns no tokens for the code %j', async (code) => {
    expect(ended(await tokens(platform, code, newPage()))).toEqual(REFUSED.invalid)
  })

  it('is neither started nor consumed by a HEAD request', async () => {
    const page = newPage()
    const { subject } = await bench.known()
    const url = await provider.logIn(sentTo(await begin(platform, shop.organizationId, page)), subject)
    const looks = await Promise.all(
      [`sso?organization_id=${shop.organizationId}&code_challenge=${page.challenge}`, `sso/callback${url.search}`].map(
        (path) => fetch(`${platform.baseUrl}/api/v1/auth/${path}`, { method: 'HEAD', redirect: 'manual' }),
      ),
    )
    expect(looks.map(({ status }) => status)).toEqual([405, 405])
    expect((await tokens(platform, codeIn(await comeBack(platform, url)), page)).status).toBe(200)
  })

  it('that took too long is refused with that reason', async () => {
    const page = newPage()
    const { subject } = await bench.known()
    const code = await codeOf(platform, provider, shop.organizationId, page, subject)
    const store = await connectStore(platform.env.MONGODB_URI ?? '')
    const set = { codeEndsAt: new Date(Date.now() - 1_000) }
    await store.collection('sso_logins').updateMany({ codeChallenge: page.challenge }, { $set: set })
    await store.close()
    expect(ended(await tokens(platform, code, page))).toEqual([401, 'SSO_TOKEN_EXPIRED'])
  })

  it('continues after a key rotation of the provider', async () => {
    const { subject } = await bench.known()
    expect((await signOn(platform, provider, shop.organizationId, subject)).status).toBe(200)
    const page = newPage()
    const begun = await begin(platform, shop.organizationId, page)
    await provider.rotateKeys()
    const code = codeIn(await comeBack(platform, await provider.logIn(sentTo(begun), subject)))
    expect((await tokens(platform, code, page)).status).toBe(200)
  })

  it('is not started without an enabled configuration, and ends if the configuration is disabled meanwhile', async () => {
    const organization = await bench.strict({ provisioning: true, domains: ['shop.example'] })
    const { organizationId, configure, owner } = organization
    const { subject } = await bench.known()
    const midway = async (change: () => Promise<unknown>) => {
      const page = newPage()
      const code = await codeOf(platform, provider, organizationId, page, subject)
      await change()
      return ended(await tokens(platform, code, page))
    }
    expect(await midway(() => configure({ client_id: 'another' }))).toEqual(REFUSED.invalid)
    await configure()
    expect(await midway(() => configure({ enabled: false }))).toEqual(REFUSED.off)
    expect(ended(await begin(platform, organizationId, newPage()))).toEqual(REFUSED.off)
    await configure()
    expect(await midway(() => owner('/sso/config', 'DELETE'))).toEqual(REFUSED.none)
    const responseTo = async (of: number | string) => {
      const { status, body } = await begin(platform, of, newPage())
      return { status, ...body, trace_id: '', timestamp: '' }
    }
    const none = await responseTo(organizationId)
    expect([none.status, none.error_code]).toEqual(REFUSED.none)
    // An unknown organization gets the same response.
    for (const other of [999_999_999_999, '0', 'x', '9'.repeat(60)]) expect(await responseTo(other)).toEqual(none)
    expect(await platform.app.store.users.count(organization)).toBe(1)
  })
})

it('a page that requests a cookie gets its refresh token in it', async () => {
  const { subject } = await bench.known()
  const page = newPage()
  const code = await codeOf(platform, provider, shop.organizationId, page, subject)
  const asked = { code, code_verifier: page.verifier, session: 'cookie' }
  const { status, headers, body } = await open(platform, 'sso/token', asked, { Origin: PORTAL })
  expect([status, body.data.refresh_token, headers.getSetCookie()]).toEqual([
    ...[200, undefined],
    [expect.stringMatching(/^tabletalk_refresh=rt_[^;]+; .*Path=\/api\/v1\/auth\/refresh;/)],
  ])
})

describe('logging out', () => {
  it('returns the logout URL of the provider for an SSO session', async () => {
    const { subject } = await bench.known()
    const { access_token: token } = (await signOn(platform, provider, shop.organizationId, subject)).body.data
    const { status, body } = await withToken(platform, token, '/auth/logout', { method: 'POST' })
    const url = new URL(body.data.logout_url)
    expect([status, url.origin, [...url.searchParams.keys()].toSorted()]).toEqual([
      ...[200, provider.issuer],
      ['client_id', 'id_token_hint', 'post_logout_redirect_uri'],
    ])
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(PORTAL)
    expect(ended(await withToken(platform, token, '/auth/me'))).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect((await fetch(url, { redirect: 'manual' })).status).toBeLessThan(400)
  })

  it('returns no logout URL for a password session', async () => {
    const person = await logIn(platform, await accepted(platform, 'member'))
    const { body } = await person.request('/auth/logout', { method: 'POST' })
    expect(body).toEqual({ success: true, message: 'You are logged out.' })
  })
})

describe('the redirect URL', () => {
  it('is the configured one, independent of the Host header', async () => {
    const env = { TABLETALK_PUBLIC_URL: 'https://api.shop.example/tabletalk', TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' }
    const elsewhere = await startPlatform({ worker: false, env })
    const one = await ssoOrganization(elsewhere, provider)
    const redirectUri = 'https://api.shop.example/tabletalk/api/v1/auth/sso/callback'
    expect((await one.owner('/sso/config')).body.data.redirect_uri).toBe(redirectUri)
    const url = new URL(sentTo(await begin(elsewhere, one.organizationId, newPage())))
    expect(url.searchParams.get('redirect_uri')).toBe(redirectUri)
    await elsewhere.close()
  })
})

ssoConfiguration(() => bench)
