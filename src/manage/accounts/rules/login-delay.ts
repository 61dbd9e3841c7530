/** How attempts that fail are slowed down: so many are free, then each waits twice as long as the one before. */
export interface DelayRule {
  readonly free: number
  readonly longestMs: number
  /** What has failed counts half after this. Absent: whole, until a day has passed without an attempt. */
  readonly halvesMs?: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Counters of login attempts (OWASP, Slow Down Online Guessing Attacks with Device Cookies; a network with an earlier
 * login stands for the cookie). `pair`: one account from one network. `account`: one account from networks without an
 * earlier login. `address`: all accounts from one network. From a known network only `pair` throttles, so that
 * strangers and neighbours lock no user out. `code`: second factors of one account, after a correct password. `mail`:
 * mails to one address, which are requested without authentication.
 */
export const LOGIN_DELAYS = {
  pair: { free: 5, longestMs: 5 * MINUTE_MS },
  account: { free: 30, longestMs: MINUTE_MS, halvesMs: HOUR_MS },
  // An office makes mistakes all day long.
  address: { free: 50, longestMs: MINUTE_MS, halvesMs: HOUR_MS },
  mail: { free: 3, longestMs: 60 * MINUTE_MS },
  code: { free: 5, longestMs: 15 * MINUTE_MS },
} as const satisfies Record<string, DelayRule>

export type DelayKind = keyof typeof LOGIN_DELAYS

const FIRST_MS = 1_000

/** What is left of attempts that have failed, so long after the last one. */
export const failedStill = (failed: number, sinceMs: number, { halvesMs }: DelayRule): number =>
  halvesMs === undefined ? failed : failed * 2 ** (-Math.max(0, sinceMs) / halvesMs)

/** How long after this many attempts that failed the next one waits, in ms. */
export const delayAfter = (failed: number, { free, longestMs }: DelayRule): number =>
  failed < free ? 0 : Math.min(longestMs, FIRST_MS * 2 ** Math.min(failed - free, 20))
