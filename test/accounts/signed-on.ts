import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { startIdentityProvider, type TestProvider } from '../support/identity-provider.ts'
import { type Platform, type Reply, startPlatform } from '../support/platform.ts'
import { open, tokenOf, withToken } from './logged-in.ts'
import { freshAddress } from './mailbox.ts'

/** A user of the provider. */
export interface Known {
  readonly subject: string
  readonly email: string
}

/** A service, and an identity provider at which it is registered. */
export interface SsoBench {
  readonly platform: Platform
  readonly provider: TestProvider
  /** Adds a user with a verified address to the provider. @param claims that differ */
  known(claims?: object, email?: string): Promise<Known>
  /** Adds an organization without automatic provisioning. @param change of the usual configuration */
  strict(change?: object): Promise<SsoOrganization>
  close(): Promise<void>
}

/** @param portalUrl pages of the portal to which browsers are redirected */
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

/** What a page stores from the start of a login to its end. */
export interface Page {
  readonly verifier: string
  readonly challenge: string
}

export const newPage = (): Page => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** An organization with an SSO configuration. */
export interface SsoOrganization {
  readonly organizationId: number
  readonly ownerToken: string
  /** Sends a request as its owner. */
  owner(path: string, method?: string, json?: object): Promise<Reply>
  /** Stores an SSO configuration with these differences. */
  configure(change?: object): Promise<Reply>
}

/** The SSO configuration of a test provider. */
export const configurationOf = ({ issuer, clientId, clientSecret }: TestProvider) => ({
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
})

/** Adds an organization with this provider, and an owner. */
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

/** Adds a user as the owner. */
export const added = async ({ owner }: SsoOrganization, email: string, more: object = {}): Promise<number> => {
  const { body, status, text } = await owner('/users', 'POST', { email, ...more })
  if (status !== 201) throw new Error(text)
  return body.data.id
}

/** Entries of the audit log, latest first, with their outcome. */
export const actions = async ({ owner }: Pick<SsoOrganization, 'owner'>): Promise<readonly unknown[]> =>
  (await owner('/audit?page_size=100')).body.data.map((entry: Record<string, unknown>) => [entry.action, entry.outcome])

const NO_ROWS = { 'X-Tenant-Id': null, 'X-Scope-Id': null } as const

/** Starts a login, as a browser coming from the page. */
export const begin = (platform: Platform, organizationId: number | string, { challenge }: Pick<Page, 'challenge'>) =>
  open(platform, `sso?organization_id=${organizationId}&code_challenge=${challenge}`)

/** The redirect target of a response. @throws if it is no redirect */
export const sentTo = ({ status, headers, text }: Reply): string => {
  const location = headers.get('location')
  if (status !== 302 || location === null) throw new Error(`${status} ${text}`)
  return location
}

/** Follows the provider's redirect to the response of the callback. */
export const comeBack = (platform: Platform, url: URL): Promise<Reply> => open(platform, `sso/callback${url.search}`)

/** The code in the redirect to the page. */
export const codeIn = (returned: Reply): string => {
  if (returned.status === 200) return returned.body.data.code
  return new URLSearchParams(new URL(sentTo(returned)).hash.slice(1)).get('code') ?? ''
}

/** Exchanges the code for tokens, as the page does. */
export const tokens = (platform: Platform, code: string, { verifier }: Pick<Page, 'verifier'>): Promise<Reply> =>
  open(platform, 'sso/token', { code, code_verifier: verifier })

/** A complete login up to the code. */
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

/** A complete login of a user. @returns the response to the page */
export const signOn = async (
  platform: Platform,
  provider: TestProvider,
  organizationId: number,
  subject?: string,
): Promise<Reply> => {
  const page = newPage()
  return await tokens(platform, await codeOf(platform, provider, organizationId, page, subject), page)
}
