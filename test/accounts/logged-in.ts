import type { Role } from '../../src/access/rules/role.ts'
import { accessTokens } from '../../src/manage/accounts/access-tokens.ts'
import { reconcileOwner } from '../../src/manage/accounts/ownership.ts'
import { deriveKey } from '../../src/store/sealer.ts'
import { type Platform, type Reply, type RequestOptions, SECRET } from '../support/platform.ts'
import { freshAddress, mailsTo, tokenTo } from './mailbox.ts'

export const PASSWORD = 'seven green umbrellas'

/** A user who has logged in over HTTP. */
export interface LoggedIn {
  readonly id: number
  readonly email: string
  readonly accessToken: string
  readonly refreshToken: string
  /** Sends a request as the user. */
  request(path: string, options?: RequestOptions): Promise<Reply>
}

const NO_KEY = { 'X-API-Key': null, 'X-Tenant-Id': null, 'X-Scope-Id': null } as const

/** Sends a request without credentials. */
export const open = (platform: Platform, path: string, json?: unknown, headers = {}): Promise<Reply> =>
  platform.request(`/api/v1/auth/${path}`, {
    ...(json === undefined ? {} : { json }),
    headers: { ...NO_KEY, ...headers },
  })

/** Sends a request with an access token. */
export const withToken = (platform: Platform, token: string, path: string, options: RequestOptions = {}) =>
  platform.request(`/api/v1${path}`, {
    ...options,
    headers: { 'X-API-Key': null, Authorization: `Bearer ${token}`, ...options.headers },
  })

/** Adds a user who has accepted an invitation and has not logged in yet. */
export const accepted = async (
  platform: Platform,
  role: Role,
  { key, email = freshAddress(role) }: { readonly key?: string; readonly email?: string } = {},
): Promise<{ readonly id: number; readonly email: string }> => {
  const headers = key === undefined ? {} : { 'X-API-Key': key }
  const earlier = (await mailsTo(platform, email)).length
  const invited = await platform.request('/api/v1/users', { json: { email, role }, headers })
  if (invited.status !== 201) throw new Error(invited.text)
  const token = await tokenTo(platform, invited.body.data.email, 'Invitation', earlier + 1)
  const { status, text } = await open(platform, 'invitations/accept', { token, password: PASSWORD })
  if (status !== 200) throw new Error(text)
  return { id: invited.body.data.id, email: invited.body.data.email }
}

export const logIn = async (
  platform: Platform,
  { id, email }: { readonly id: number; readonly email: string },
  more: object = {},
): Promise<LoggedIn> => {
  const { status, body, text } = await open(platform, 'login', { email, password: PASSWORD, ...more })
  if (status !== 200) throw new Error(text)
  const { access_token: accessToken, refresh_token: refreshToken } = body.data
  return {
    id,
    email,
    accessToken,
    refreshToken,
    request: (path, options) => withToken(platform, accessToken, path, options),
  }
}

/** Adds a user of a role and logs in. */
export const loggedInAs = async (platform: Platform, role: Role): Promise<LoggedIn> =>
  await logIn(platform, await accepted(platform, role))

/** Issues an access token for a new user of a role, without requests or mails. */
export const tokenOf = async ({ app }: Platform, organizationId: number, role: Role): Promise<string> => {
  const own = { organizationId }
  const userId = await app.store.users.newId()
  const fields = { email: freshAddress(role), role, status: 'active', emailVerified: true } as const
  await app.store.users.add(own, fields, userId)
  if (role === 'owner') await reconcileOwner(app, own, userId)
  const { session } = await app.store.portalSessions.add(own, userId)
  const tokens = accessTokens([deriveKey(SECRET, 'accounts')])
  return (await tokens.sign({ ...own, userId, sessionId: session.id, role })).token
}

/** The status and error code of a response. */
export const codeOf = ({ status, body }: Reply): readonly [number, string | undefined] => [status, body?.error_code]
