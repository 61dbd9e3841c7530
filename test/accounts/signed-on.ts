import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { startIdentityProvider, type TestProvider } from '../support/identity-provider.ts'
import { type Platform, type Reply, startPlatform } from '../support/platform.ts'
import { open, tokenOf, withToken } from './logged-in.ts'
import { freshAddress } from './mailbox.ts'

/** Somebody at the provider. */
export interface Known {
  readonly subject: string
  readonly email: string
}

/** A service, and an identity provider where it is registered. */
export interface SsoBench {
  readonly platform: Platform
  readonly provider: TestProvider
  /** Makes somebody at the provider, whose address it calls verified. @param claims that are to be others */
  known(claims?: object, email?: string): Promise<Known>
  /** Makes an organization whose people are added by hand. @param change of what is usual */
  strict(change?: object): Promise<SsoOrganization>
  close(): Promise<void>
}

/** @param portalUrl where the pages of the portal are, for people to be sent back to */
export const ssoBench = async (portalUrl?: string): Promise<SsoBench> => {
  const provider = await startIdentityProvider()
  const portal = portalUrl === undefined ? {} : { TABLETALK_PORTAL_URL: portalUrl }
  const platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true', ...portal } })
  const redirectUri = `${platform.baseUrl}/api/v1/auth/sso/callback`
  await provider.register({ redirectUri, ...(portalUrl === undefined ? {} : { returnTo: portalUrl }) })
  return {
    platform,
    provider,
    async known(claims = {}, email = freshAddress()) {
      const subject = randomUUID()
      await provider.account(subject, { email, email_verified: true, ...claims })
      return { subject, email }
    },
    strict: (change = {}) => ssoOrganization(platform, provider, change),
    async close() {
      await platform.close()
      provider.close()
    },
  }
}

/** What a page keeps from the beginning of a log-in to its end. */
export interface Page {
  readonly verifier: string
  readonly challenge: string
}

export const newPage = (): Page => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** An organization that has a provider. */
export interface SsoOrganization {
  readonly organizationId: number
  readonly ownerToken: string
  /** A request of its owner. */
  owner(path: string, method?: string, json?: object): Promise<Reply>
  /** Sets single sign-on up, with what is another than usual. */
  configure(change?: object): Promise<Reply>
}

/** What an owner sends of the provider of a test. */
export const configurationOf = ({ issuer, clientId, clientSecret }: TestProvider) => ({
  ...{ issuer, client_id: clientId, client_secret: clientSecret },
})

/** Makes an organization whose provider this is, and an owner of it. */
export const ssoOrganization = async (
  platform: Platform,
  provider: TestProvider,
  change: object = {},
): Promise<SsoOrganization> => {
  const { store } = platform.app
  const { id: organizationId } = await store.organizations.add(
    { name: 'Signed on', plan: 'professional' },
    randomInt(1e8, 2e8),
  )
  const ownerToken = await tokenOf(platform, organizationId, 'owner')
  const owner: SsoOrganization['owner'] = (path, method = 'GET', json) =>
    withToken(platform, ownerToken, path, { method, ...(json && { json }), headers: NO_ROWS })
  const configure = async (more: object = {}) => {
    const reply = await owner('/sso/config', 'PUT', { ...configurationOf(provider), ...change, ...more })
    if (reply.status !== 200) throw new Error(reply.text)
    return reply
  }
  await configure()
  return { organizationId, ownerToken, owner, configure }
}

/** Adds somebody, as an owner does. */
export const added = async ({ owner }: SsoOrganization, email: string, more: object = {}): Promise<number> => {
  const { body, status, text } = await owner('/users', 'POST', { email, ...more })
  if (status !== 201) throw new Error(text)
  return body.data.id
}

/** What the log of an organization says, latest first, with its outcome. */
export const actions = async ({ owner }: Pick<SsoOrganization, 'owner'>): Promise<readonly unknown[]> =>
  (await owner('/audit?page_size=100')).body.data.map((entry: Record<string, unknown>) => [entry.action, entry.outcome])

const NO_ROWS = { 'X-Tenant-Id': null, 'X-Scope-Id': null } as const

/** Begins a log-in, as a browser that the page has sent. */
export const begin = (platform: Platform, organizationId: number | string, { challenge }: Pick<Page, 'challenge'>) =>
  open(platform, `sso?organization_id=${organizationId}&code_challenge=${challenge}`)

/** Where a browser is sent by an answer. @throws where it is not sent anywhere */
export const sentTo = ({ status, headers, text }: Reply): string => {
  const location = headers.get('location')
  if (status !== 302 || location === null) throw new Error(`${status} ${text}`)
  return location
}

/** Follows the provider's way back, to the answer of the callback. */
export const comeBack = (platform: Platform, url: URL): Promise<Reply> => open(platform, `sso/callback${url.search}`)

/** The code that a page is sent back with. */
export const codeIn = (returned: Reply): string => {
  if (returned.status === 200) return returned.body.data.code
  return new URLSearchParams(new URL(sentTo(returned)).hash.slice(1)).get('code') ?? ''
}

/** The page asks for tokens. */
export const tokens = (platform: Platform, code: string, { verifier }: Pick<Page, 'verifier'>): Promise<Reply> =>
  open(platform, 'sso/token', { code, code_verifier: verifier })

/** All of it, up to the code. */
export const codeOf = async (
  platform: Platform,
  provider: TestProvider,
  organizationId: number,
  page: Page,
  subject?: string,
): Promise<string> => {
  const begun = await begin(platform, organizationId, page)
  return codeIn(await comeBack(platform, await provider.logIn(sentTo(begun), subject)))
}

/** All of it, as somebody logs in. @returns what the page is answered at its end */
export const signOn = async (
  platform: Platform,
  provider: TestProvider,
  organizationId: number,
  subject?: string,
): Promise<Reply> => {
  const page = newPage()
  return await tokens(platform, await codeOf(platform, provider, organizationId, page, subject), page)
}
