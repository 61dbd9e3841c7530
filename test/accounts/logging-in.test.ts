import { DEMO } from '../../demo/organization.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { accepted, codeOf, loggedInAs, logIn, open, PASSWORD, withToken } from './logged-in.ts'
import { freshAddress, mailsTo, tokenTo } from './mailbox.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

const refresh = (token: string) => open(platform, 'refresh', { refresh_token: token })

/** A second organization, with a key that may manage it. */
const otherOrganization = async () => {
  const { store } = platform.app
  const { id } = await store.organizations.add({ name: 'Second', plan: 'professional' })
  const { text } = await store.apiKeys.add({ organizationId: id }, { kind: 'organization', userId: 0 })
  return { id, key: text }
}

/** A response without the fields that identify the request. */
const plain = ({ body: { trace_id, timestamp, ...rest } }: Awaited<ReturnType<typeof open>>) => rest

describe('an invited user', () => {
  it('chooses a password with the mailed token, once, and can log in with it', async () => {
    const email = freshAddress('Ann+demo')
    const invited = await platform.request('/api/v1/users', { json: { email, role: 'admin', name: 'Ann' } })
    expect([invited.status, invited.body.data]).toMatchObject([
      201,
      { email, name: 'Ann', role: 'admin', status: 'invited', email_verified: false, last_login_at: null },
    ])
    expect(codeOf(await open(platform, 'login', { email, password: PASSWORD }))).toEqual([
      401,
      'AUTH_INVALID_CREDENTIALS',
    ])
    const token = await tokenTo(platform, email, 'Invitation')
    const weak = await open(platform, 'invitations/accept', { token, password: 'password1' })
    expect(codeOf(weak)).toEqual([400, 'VALIDATION_INVALID_PASSWORD'])
    const twice = await Promise.all(
      [0, 1].map(() => open(platform, 'invitations/accept', { token, password: PASSWORD })),
    )
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const { body } = await open(platform, 'login', {
      email: email.toUpperCase().replace('SHOP.EXAMPLE', 'Shop.Example'),
      password: PASSWORD,
    })
    expect(body.data).toMatchObject({
      token_type: 'Bearer',
      expires_in: 900,
      user: {
        user_id: invited.body.data.id,
        organization_id: 1,
        email,
        name: 'Ann',
        role: 'admin',
        second_factor: false,
      },
    })
    const me = await withToken(platform, body.data.access_token, '/auth/me')
    expect(me.body.data).toEqual(body.data.user)
  })

  it('cannot use a token of an earlier address or of another purpose', async () => {
    const [email, later] = [freshAddress(), freshAddress()]
    const { body } = await platform.request('/api/v1/users', { json: { email } })
    const token = await tokenTo(platform, email, 'Invitation')
    await platform.request(`/api/v1/users/${body.data.id}`, { method: 'PATCH', json: { email: later } })
    expect(codeOf(await open(platform, 'password-resets/confirm', { token, password: PASSWORD }))).toEqual([
      401,
      'AUTH_TOKEN_INVALID',
    ])
    expect(codeOf(await open(platform, 'invitations/accept', { token, password: PASSWORD }))).toEqual([
      401,
      'AUTH_TOKEN_INVALID',
    ])
    const right = await tokenTo(platform, later, 'Invitation')
    expect((await open(platform, 'invitations/accept', { token: right, password: PASSWORD })).status).toBe(200)
  })
})

describe('a login', () => {
  it('is refused with the same response for a wrong password, an unknown account and a malformed address', async () => {
    const { email } = await accepted(platform, 'member')
    const wrong = await open(platform, 'login', { email, password: 'seven red umbrellas' })
    const unknown = await open(platform, 'login', { email: freshAddress(), password: PASSWORD })
    const noAddress = await open(platform, 'login', { email: 'nobody', password: PASSWORD })
    expect(codeOf(wrong)).toEqual([401, 'AUTH_INVALID_CREDENTIALS'])
    expect([plain(unknown), plain(noAddress)]).toEqual([plain(wrong), plain(wrong)])
  })

  it('requires a verified address, and says so only after the correct password', async () => {
    const email = freshAddress()
    await platform.request('/api/v1/users', { json: { email, password: PASSWORD } })
    expect(codeOf(await open(platform, 'login', { email, password: PASSWORD }))).toEqual([
      401,
      'AUTH_EMAIL_NOT_VERIFIED',
    ])
    expect(codeOf(await open(platform, 'login', { email, password: 'wrong umbrellas' }))).toEqual([
      401,
      'AUTH_INVALID_CREDENTIALS',
    ])
    const token = await tokenTo(platform, email, 'Confirm')
    expect((await open(platform, 'email-verifications/confirm', { token })).status).toBe(200)
    expect(codeOf(await open(platform, 'email-verifications/confirm', { token }))).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect((await open(platform, 'login', { email, password: PASSWORD })).status).toBe(200)
  })

  it('does not trim the password and accepts every Unicode composition of it', async () => {
    const email = freshAddress()
    await platform.request('/api/v1/users', { json: { email, password: ' caf\u00e9 umbrellas ' } })
    await open(platform, 'email-verifications/confirm', { token: await tokenTo(platform, email, 'Confirm') })
    const status = async (password: string) => (await open(platform, 'login', { email, password })).status
    expect([await status('cafe\u0301 umbrellas'), await status(' cafe\u0301 umbrellas ')]).toEqual([401, 200])
  })

  it('of a user of two organizations selects the named one, or the one with this password', async () => {
    const other = await otherOrganization()
    const email = freshAddress()
    const first = await accepted(platform, 'member', { email })
    const second = await accepted(platform, 'member', { email, key: other.key })
    expect(first.id).not.toBe(second.id)
    const organizationOf = async (more: object) =>
      (await open(platform, 'login', { email, password: PASSWORD, ...more })).body.data.user.organization_id
    expect([await organizationOf({}), await organizationOf({ organization_id: other.id })]).toEqual([1, other.id])
    const into = await logIn(platform, second, { organization_id: other.id })
    expect((await into.request('/auth/me')).body.data).toMatchObject({ user_id: second.id, organization_id: other.id })
    expect(codeOf(await platform.request(`/api/v1/users/${second.id}`))).toEqual([404, 'NOT_FOUND_USER'])
  })

  it('ends at logout together with its access token, and no other session does', async () => {
    const one = await loggedInAs(platform, 'member')
    const again = await logIn(platform, one)
    expect((await one.request('/auth/logout', { method: 'POST' })).status).toBe(200)
    expect(codeOf(await one.request('/auth/me'))).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect(codeOf(await refresh(one.refreshToken))).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect((await again.request('/auth/me')).status).toBe(200)
  })

  it('reports a suspension for every token and continues after reactivation', async () => {
    const { id, ...one } = await loggedInAs(platform, 'member')
    const ended = await logIn(platform, { id, email: one.email })
    await ended.request('/auth/logout', { method: 'POST' })
    const patch = (json: object) => platform.request(`/api/v1/users/${id}`, { method: 'PATCH', json })
    expect((await patch({ status: 'suspended' })).body.data.status).toBe('suspended')
    const suspended = [403, 'AUTH_ACCOUNT_SUSPENDED']
    for (const [path, options] of [
      ['/auth/me', {}],
      ['/auth/logout', { method: 'POST' }],
      ['/chat/conversations', { headers: { 'X-Scope-Id': 'me' } }],
      ['/chat/message', { json: { message: 'hello' } }],
      ['/databases', {}],
    ] as const)
      expect([path, codeOf(await one.request(path, options))]).toEqual([path, suspended])
    expect(codeOf(await ended.request('/auth/me'))).toEqual(suspended)
    expect(codeOf(await refresh(one.refreshToken))).toEqual(suspended)
    expect(codeOf(await open(platform, 'login', { email: one.email, password: PASSWORD }))).toEqual(suspended)
    await patch({ status: 'active' })
    expect((await one.request('/auth/me')).status).toBe(200)
    expect((await refresh(one.refreshToken)).status).toBe(200)
    expect(codeOf(await ended.request('/auth/me'))).toEqual([401, 'AUTH_TOKEN_INVALID'])
  })

  it('is refused after its user is suspended or removed, with the reason', async () => {
    const { id, ...one } = await loggedInAs(platform, 'member')
    const patch = (json: object) => platform.request(`/api/v1/users/${id}`, { method: 'PATCH', json })
    expect((await patch({ status: 'suspended' })).body.data.status).toBe('suspended')
    expect(codeOf(await one.request('/auth/me'))).toEqual([403, 'AUTH_ACCOUNT_SUSPENDED'])
    expect(codeOf(await open(platform, 'login', { email: one.email, password: PASSWORD }))).toEqual([
      403,
      'AUTH_ACCOUNT_SUSPENDED',
    ])
    expect((await patch({ status: 'active' })).body.data.status).toBe('active')
    const back = await logIn(platform, { id, email: one.email })
    expect((await platform.request(`/api/v1/users/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect(codeOf(await back.request('/auth/me'))).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect(codeOf(await open(platform, 'login', { email: one.email, password: PASSWORD }))).toEqual([
      401,
      'AUTH_INVALID_CREDENTIALS',
    ])
  })
})

describe('a refresh token', () => {
  it('works once and returns the next one', async () => {
    const one = await loggedInAs(platform, 'member')
    const next = await refresh(one.refreshToken)
    expect([next.status, next.body.data.user.user_id]).toEqual([200, one.id])
    expect((await refresh(next.body.data.refresh_token)).status).toBe(200)
  })

  it('ends its session if it is reused, and the audit log records that', async () => {
    const one = await loggedInAs(platform, 'member')
    const next = await refresh(one.refreshToken)
    expect(codeOf(await refresh(one.refreshToken))).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect(codeOf(await refresh(next.body.data.refresh_token))).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect(codeOf(await withToken(platform, next.body.data.access_token, '/auth/me'))).toEqual([
      401,
      'AUTH_TOKEN_INVALID',
    ])
    const log = await platform.request(`/api/v1/audit?action=session.ended_by_reuse&subject_id=${one.id}`)
    expect(log.body.data).toEqual([expect.objectContaining({ actor: expect.objectContaining({ email: one.email }) })])
  })

  it('is not consumed while its user is temporarily refused', async () => {
    const { id: organizationId, key } = await otherOrganization()
    const one = await logIn(platform, await accepted(platform, 'member', { key }))
    await platform.app.store.organizations.change({ organizationId }, { status: 'inactive' })
    expect(codeOf(await refresh(one.refreshToken))).toEqual([403, 'AUTH_ORGANIZATION_INACTIVE'])
    await platform.app.store.organizations.change({ organizationId }, { status: 'active' })
    expect((await refresh(one.refreshToken)).status).toBe(200)
  })

  it('gives at most one pair of tokens for two concurrent uses', async () => {
    const one = await loggedInAs(platform, 'member')
    const both = await Promise.all([refresh(one.refreshToken), refresh(one.refreshToken)])
    expect(both.filter(({ status }) => status === 200).length).toBeLessThan(2)
  })

  it.each(['', 'rt_', `rt_${crypto.randomUUID()}_0_${'x'.repeat(43)}`, 'sk_demo', `rt_${'0'.repeat(150)}`])(
    'is refused if malformed or unknown: %j',
    async (token) => {
      expect([400, 401]).toContain((await refresh(token)).status)
    },
  )
})

describe('a password', () => {
  it('is changed with the current password, which ends every other session', async () => {
    const one = await loggedInAs(platform, 'member')
    const other = await logIn(platform, one)
    const change = (current_password: string, password: string) =>
      one.request('/auth/password', { json: { current_password, password } })
    expect(codeOf(await change('wrong umbrellas', 'eight green umbrellas'))).toEqual([401, 'AUTH_INVALID_CREDENTIALS'])
    expect(codeOf(await change(PASSWORD, one.email))).toEqual([400, 'VALIDATION_INVALID_PASSWORD'])
    expect((await change(PASSWORD, 'eight green umbrellas')).status).toBe(200)
    expect([(await one.request('/auth/me')).status, (await other.request('/auth/me')).status]).toEqual([200, 401])
    expect((await open(platform, 'login', { email: one.email, password: PASSWORD })).status).toBe(401)
  })

  it('is reset with a mailed token, once, which ends all sessions', async () => {
    const one = await loggedInAs(platform, 'member')
    const asked = await open(platform, 'password-resets', { email: one.email })
    const unknown = freshAddress('nobody')
    const forUnknown = await open(platform, 'password-resets', { email: unknown })
    expect([asked.status, asked.body]).toEqual([202, forUnknown.body])
    const token = await tokenTo(platform, one.email, 'Choose')
    const reset = () => open(platform, 'password-resets/confirm', { token, password: 'nine green umbrellas' })
    expect((await reset()).status).toBe(200)
    expect(codeOf(await reset())).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect((await one.request('/auth/me')).status).toBe(401)
    expect((await open(platform, 'login', { email: one.email, password: 'nine green umbrellas' })).status).toBe(200)
    expect(await mailsTo(platform, unknown)).toEqual([])
  })

  it.each(['short', 'aaaaaaaaaaaa', 'Password123', 'x'.repeat(257), 'nul\0nul nul'])(
    'is refused: %j',
    async (password) => {
      const { status, body } = await platform.request('/api/v1/users', { json: { email: freshAddress(), password } })
      expect([status, body.error_code, body.details[0].field]).toEqual([400, 'VALIDATION_INVALID_PASSWORD', 'password'])
    },
  )
})

describe('a logged-in user', () => {
  it('asks questions and reads history with tenant and scope like a server key, and is recorded as the user', async () => {
    const one = await loggedInAs(platform, 'member')
    const headers = { 'X-Tenant-Id': '1', 'X-Scope-Id': 'ann' }
    const asked = await one.request('/chat/message', { json: { message: 'How many orders were placed?' }, headers })
    expect([asked.status, asked.body.data.message]).toEqual([200, expect.stringMatching(/\d/)])
    const conversation = `/chat/${asked.body.data.conversation_id}/history`
    const read = await one.request(conversation, { headers })
    expect(read.body.data).toMatchObject({ user_id: one.id, organization_id: 1 })
    expect(codeOf(await one.request(conversation, { headers: { ...headers, 'X-Scope-Id': null } }))).toEqual([
      403,
      'AUTH_INSUFFICIENT_PERMISSIONS',
    ])
    const other = await one.request('/chat/message', {
      json: { message: 'hello' },
      headers: { ...headers, 'X-Tenant-Id': '0' },
    })
    expect(codeOf(other)).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS'])
    const tenant = DEMO.tenants[1]?.id
    const elsewhere = await one.request(conversation, { headers: { ...headers, 'X-Tenant-Id': String(tenant) } })
    expect(elsewhere.status).toBe(404)
  })

  it('who manages is in the audit log with the address, and repeated requests count once', async () => {
    const admin = await loggedInAs(platform, 'admin')
    const make = () =>
      admin.request('/api-keys', {
        json: { name: `key of ${admin.id}` },
        headers: { 'Idempotency-Key': `k${admin.id}` },
      })
    const [first, again] = [await make(), await make()]
    expect([first.status, again.body]).toEqual([201, first.body])
    expect(first.body.data.user_id).toBe(admin.id)
    const log = await platform.request(`/api/v1/audit?subject_id=${first.body.data.id}`)
    expect(log.body.data).toMatchObject([
      { action: 'api_key.created', actor: { kind: 'user', id: String(admin.id), email: admin.email } },
    ])
  })
})
