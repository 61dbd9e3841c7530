/** A log-in of a person, and all tokens that come of it: they end together. */
export interface PortalSession {
  readonly id: string
  readonly organizationId: number
  readonly userId: number
  /** Whether it came of a log-in at the organization's identity provider. */
  readonly isFromProvider: boolean
  /** Whether a browser keeps its refresh token in a cookie, and no page sees it. */
  readonly isCookieBased: boolean
  /** How often its refresh token was replaced. */
  readonly generation: number
  /** From this moment on it is worth nothing (epoch ms). */
  readonly expiresAt: number
}

const DAY_MS = 24 * 60 * 60_000

/** Without a refresh for so long it ends. */
export const SESSION_IDLE_MS = 14 * DAY_MS

/** So long after the log-in it ends in any case. */
export const SESSION_MAX_MS = 90 * DAY_MS

/** How many one person may have at once; the oldest ends for another. */
export const SESSIONS_MAX = 50

/**
 * A refresh token in a cookie may come again for so long after it was replaced: tabs share the cookie, and a browser that is
 * reloaded drops the answer that would have replaced it.
 */
export const COOKIE_REPEAT_MS = 10_000

/** An access token lives so long. */
export const ACCESS_TOKEN_S = 15 * 60
