/** A login session and all tokens derived from it, which end together. */
export interface PortalSession {
  readonly id: string
  readonly organizationId: number
  readonly userId: number
  /** Whether the login was made at the organization's identity provider. */
  readonly isFromProvider: boolean
  /** The key of that provider. */
  readonly provider?: string
  /** Whether the refresh token is in a cookie that no page can read. */
  readonly isCookieBased: boolean
  /** How many times the refresh token was replaced. */
  readonly generation: number
  /** Time of expiry (epoch ms). */
  readonly expiresAt: number
}

const DAY_MS = 24 * 60 * 60_000

/** A session without a refresh for this time ends. */
export const SESSION_IDLE_MS = 14 * DAY_MS

/** A session ends after this time in any case. */
export const SESSION_MAX_MS = 90 * DAY_MS

/** Maximum sessions per user; a new one ends the oldest. */
export const SESSIONS_MAX = 50

/**
 * Grace period for a replaced refresh token in a cookie: tabs share the cookie, and a page that is reloaded loses the
 * response with the next one.
 */
export const COOKIE_REUSE_GRACE_MS = 10_000

/** Lifetime of an access token. */
export const ACCESS_TOKEN_S = 15 * 60
