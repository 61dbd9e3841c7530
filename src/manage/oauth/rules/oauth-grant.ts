/** What a user has allowed an OAuth client: to act as the user in some databases, for one tenant and scope. */
export interface OAuthGrant {
  readonly id: string
  readonly organizationId: number
  readonly userId: number
  /** Registered, or the URL of a client-id metadata document. */
  readonly clientId: string
  /** As the client calls itself. */
  readonly clientName: string
  /** Host to which the client was redirected, or the scheme of its app. */
  readonly redirectHost: string
  /** URL of the server for which its tokens are valid (RFC 8707). */
  readonly resource: string
  readonly databaseIds: readonly string[]
  readonly tenantId?: string
  readonly scopeId?: string
  /** The key of the identity provider, if the user was logged in there: the grant ends with the logins of that provider. */
  readonly provider?: string
  readonly createdAt: Date
  readonly lastUsedAt?: Date
  readonly expiresAt: Date
}

/** The only OAuth scope: what a token may do is decided by its grant. */
export const OAUTH_SCOPE = 'mcp'

const DAY_S = 24 * 60 * 60

/** A grant and its refresh token without a refresh for this time end. */
export const OAUTH_IDLE_S = 30 * DAY_S

/** The time to log in and to decide. */
export const OAUTH_REQUEST_S = 30 * 60

/** A registered client without a grant in this time is deleted. */
export const OAUTH_UNUSED_CLIENT_S = DAY_S

/** Maximum grants per user; a new one ends the oldest. */
export const OAUTH_GRANTS_MAX = 50

/** Maximum databases of a grant. */
export const OAUTH_DATABASES_MAX = 100

/** The server for which tokens are valid. @param base URL of the API, without a trailing `/` */
export const resourceAt = (base: string): string => `${base}/mcp`

/** The id of a user as the authorization server knows it: users have numbers within the installation. */
export const accountIdOf = ({ organizationId, userId }: Pick<OAuthGrant, 'organizationId' | 'userId'>): string =>
  `${organizationId}/${userId}`

/** The user of an account id. @throws if it is not one */
export const accountOf = (accountId: string): Pick<OAuthGrant, 'organizationId' | 'userId'> => {
  const [, organizationId, userId] = /^(\d{1,15})\/(\d{1,15})$/.exec(accountId) ?? []
  if (organizationId === undefined || userId === undefined) throw new TypeError('not an account id')
  return { organizationId: Number(organizationId), userId: Number(userId) }
}

/** The part of a redirect URI that a person can judge: its host, or the scheme of an app. */
export const redirectHostOf = (redirectUri: string): string => {
  const { host, protocol } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? host : protocol
}
