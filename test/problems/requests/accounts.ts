import { generate } from 'otplib'
import { accessTokens } from '../../../src/manage/accounts/access-tokens.ts'
import { USERS_MAX } from '../../../src/manage/accounts/rules/user.ts'
import { connectStore } from '../../../src/store/connection.ts'
import { deriveKey } from '../../../src/store/sealer.ts'
import { accepted, type LoggedIn, loggedInAs, PASSWORD } from '../../accounts/logged-in.ts'
import { freshAddress } from '../../accounts/mailbox.ts'
import { type Platform, type Reply, SECRET } from '../../support/platform.ts'
import { type Causes, send, UNKNOWN, withKey } from '../world.ts'

const NO_KEY = { 'X-API-Key': null }
const USERS = '/api/v1/users'

/** Sends a request to an authentication route, without a credential. */
const auth = (platform: Platform, path: string, json: object): Promise<Reply> =>
  send(platform, `/api/v1/auth/${path}`, { json, headers: NO_KEY })

const logIn = (platform: Platform, email: string, code?: string): Promise<Reply> =>
  auth(platform, 'login', { email, password: PASSWORD, ...(code === undefined ? {} : { code }) })

/** Sends a request with an access token. */
const as = (platform: Platform, accessToken: string, path: string, options: { method?: string; json?: object } = {}) =>
  send(platform, `/api/v1${path}`, { ...options, headers: { ...NO_KEY, Authorization: `Bearer ${accessToken}` } })

/** A user with a second factor. */
const withFactor = async (platform: Platform): Promise<LoggedIn> => {
  const one = await loggedInAs(platform, 'member')
  const begun = await one.request('/auth/second-factor', { json: { password: PASSWORD } })
  const code = await generate({ secret: begun.body.data.secret })
  await one.request('/auth/second-factor/confirm', { json: { code } })
  return one
}

/** Changes documents in the store, for example to let them expire. */
const inStore = async (platform: Platform, collection: string, filter: object, set: object): Promise<void> => {
  const store = await connectStore(platform.env.MONGODB_URI ?? '')
  await store.collection(collection).updateMany(filter, { $set: set })
  await store.close()
}

/** The only owner of a new organization, and a key of that organization. */
const onlyOwner = async (
  platform: Platform,
): Promise<{ readonly path: string; readonly headers: Record<string, string> }> => {
  const { store } = platform.app
  const { id: organizationId } = await store.organizations.add({ name: 'Owned', plan: 'professional' })
  const headers = await withKey(platform, { kind: 'organization' }, organizationId)
  const { id } = await accepted(platform, 'owner', { key: headers['X-API-Key'] ?? '' })
  return { path: `${USERS}/${id}`, headers }
}

/** Logins and accounts of users. */
export const ACCOUNTS: Causes = {
  token_missing: ({ answering }) => send(answering, '/api/v1/auth/me', { headers: NO_KEY }),
  token_invalid: ({ answering }) => as(answering, 'a.b.c', '/auth/me'),
  async token_expired({ answering }) {
    const claims = { userId: 1, organizationId: 1, sessionId: 's', role: 'owner' } as const
    const { token } = await accessTokens([deriveKey(SECRET, 'accounts')]).sign(claims, new Date(Date.now() - 901_000))
    return await as(answering, token, '/auth/me')
  },
  async role_not_permitted({ answering }) {
    return await as(answering, (await loggedInAs(answering, 'member')).accessToken, '/users')
  },
  login_invalid: ({ answering }) => logIn(answering, freshAddress()),
  async login_delayed({ answering }) {
    const email = freshAddress()
    let reply = await logIn(answering, email)
    for (let attempts = 1; reply.status !== 429 && attempts < 15; attempts++) reply = await logIn(answering, email)
    return reply
  },
  async mails_delayed({ answering }) {
    const email = freshAddress()
    let reply = await auth(answering, 'password-resets', { email })
    for (let asked = 1; reply.status !== 429 && asked < 15; asked++)
      reply = await auth(answering, 'password-resets', { email })
    return reply
  },
  async email_not_verified({ answering }) {
    const email = freshAddress()
    await send(answering, USERS, { json: { email, password: PASSWORD } })
    return await logIn(answering, email)
  },
  async second_factor_missing({ answering }) {
    return await logIn(answering, (await withFactor(answering)).email)
  },
  async second_factor_invalid({ answering }) {
    return await logIn(answering, (await withFactor(answering)).email, '000')
  },
  async account_suspended({ answering }) {
    const { id, email } = await accepted(answering, 'member')
    await send(answering, `${USERS}/${id}`, { method: 'PATCH', json: { status: 'suspended' } })
    return await logIn(answering, email)
  },
  async refresh_token_invalid({ answering }) {
    const { refreshToken } = await loggedInAs(answering, 'member')
    await auth(answering, 'refresh', { refresh_token: refreshToken })
    return await auth(answering, 'refresh', { refresh_token: refreshToken })
  },
  async refresh_token_expired({ answering }) {
    const { id, refreshToken } = await loggedInAs(answering, 'member')
    await inStore(answering, 'portal_sessions', { userId: id }, { expiresAt: new Date(Date.now() - 1_000) })
    return await auth(answering, 'refresh', { refresh_token: refreshToken })
  },
  page_not_permitted: ({ answering }) =>
    auth(answering, 'login', { email: freshAddress(), password: PASSWORD, session: 'cookie' }),
  mailed_token_invalid: ({ answering }) =>
    auth(answering, 'email-verifications/confirm', { token: `mt_${'x'.repeat(43)}` }),
  email_invalid: ({ answering }) => send(answering, USERS, { json: { email: 'nobody' } }),
  password_invalid: ({ answering }) =>
    send(answering, USERS, { json: { email: freshAddress(), password: '12345678' } }),
  user_not_found: ({ answering }) => send(answering, `${USERS}/999999`),
  async email_taken({ answering }) {
    const email = freshAddress()
    await send(answering, USERS, { json: { email } })
    return await send(answering, USERS, { json: { email } })
  },
  async last_owner({ answering }) {
    const { path, headers } = await onlyOwner(answering)
    return await send(answering, path, { method: 'DELETE', headers })
  },
  async owner_not_suspendable({ answering }) {
    const { path, headers } = await onlyOwner(answering)
    return await send(answering, path, { method: 'PATCH', json: { status: 'suspended' }, headers })
  },
  async user_changed({ answering }) {
    const { id } = await accepted(answering, 'member')
    const patch = (role: string) => send(answering, `${USERS}/${id}`, { method: 'PATCH', json: { role } })
    // One of two concurrent changes is refused.
    for (let attempts = 0; ; attempts++) {
      const [one, other] = await Promise.all([patch('admin'), patch('member')])
      const late = [one, other].find(({ status }) => status !== 200)
      if (late !== undefined || attempts > 50) return late ?? one
    }
  },
  async invitation_over({ answering }) {
    const { id } = await accepted(answering, 'member')
    return await send(answering, `${USERS}/${id}/invitation`, { method: 'POST' })
  },
  async second_factor_on({ answering }) {
    return await as(answering, (await withFactor(answering)).accessToken, '/auth/second-factor', {
      json: { password: PASSWORD },
    })
  },
  async second_factor_off({ answering }) {
    const { accessToken } = await loggedInAs(answering, 'member')
    return await as(answering, accessToken, '/auth/second-factor/confirm', { json: { code: '000' } })
  },
  async oauth_request_not_found({ answering }) {
    const { accessToken } = await loggedInAs(answering, 'member')
    return await as(answering, accessToken, '/auth/oauth/requests/unknown')
  },
  async oauth_grant_not_found({ answering }) {
    const { accessToken } = await loggedInAs(answering, 'member')
    return await as(answering, accessToken, `/auth/grants/${UNKNOWN}`, { method: 'DELETE' })
  },
  async provider_link_off({ answering }) {
    const { id } = await loggedInAs(answering, 'member')
    return await send(answering, `/api/v1/users/${id}/provider-link`, { method: 'DELETE' })
  },
  async users_full({ answering }) {
    const { id: organizationId } = await answering.app.store.organizations.add({ name: 'Full', plan: 'professional' })
    const store = await connectStore(answering.env.MONGODB_URI ?? '')
    const first = 1_000_000
    const many = Array.from({ length: USERS_MAX }, (_, index) => ({
      _id: first + index,
      organizationId,
      uniqueEmail: `f${index}`,
    }))
    await store.collection<{ _id: number }>('users').insertMany(many)
    await store.close()
    const headers = await withKey(answering, { kind: 'organization' }, organizationId)
    return await send(answering, USERS, { json: { email: freshAddress() }, headers })
  },
  async open_limit_reached({ counting }) {
    let reply = await auth(counting, 'login', {})
    for (let sent = 1; reply.status !== 429 && sent < 200; sent++) reply = await auth(counting, 'login', {})
    return reply
  },
}
