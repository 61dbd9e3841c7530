/** Throttle for failed attempts: the first ones are free, then the delay doubles with each. */
export interface DelayRule {
  readonly freeAttempts: number
  readonly maxDelayMs: number
  /** Half-life of the failure count. Absent: the count is kept until a day passes without an attempt. */
  readonly halvesMs?: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Throttles for login attempts (OWASP, Slow Down Online Guessing Attacks with Device Cookies; a network with an earlier
 * login stands for the cookie). `pair`: one account from one network. `account`: one account from networks without an
 * earlier login. `address`: all accounts from one network. A user in a known network is throttled by `pair` only, so
 * that neither strangers nor neighbours can lock users out. `code`: second factors of one account, after its password.
 * `mail`: requested mails to one address.
 */
export const LOGIN_DELAYS = {
  pair: { freeAttempts: 5, maxDelayMs: 5 * MINUTE_MS },
  account: { freeAttempts: 30, maxDelayMs: MINUTE_MS, halvesMs: HOUR_MS },
  // Many users of an office share one network and mistype passwords all day.
  address: { freeAttempts: 50, maxDelayMs: MINUTE_MS, halvesMs: HOUR_MS },
  mail: { freeAttempts: 3, maxDelayMs: 60 * MINUTE_MS },
  code: { freeAttempts: 5, maxDelayMs: 15 * MINUTE_MS },
} as const satisfies Record<string, DelayRule>

export type DelayKind = keyof typeof LOGIN_DELAYS

const FIRST_MS = 1_000

/** The failure count after decay. @param sinceMs time since the last attempt */
export const decayedFailures = (failed: number, sinceMs: number, { halvesMs }: DelayRule): number =>
  halvesMs === undefined ? failed : failed * 2 ** (-Math.max(0, sinceMs) / halvesMs)

/** The delay in ms before the next attempt. */
export const delayAfter = (failed: number, { freeAttempts, maxDelayMs }: DelayRule): number =>
  failed < freeAttempts ? 0 : Math.min(maxDelayMs, FIRST_MS * 2 ** Math.min(failed - freeAttempts, 20))
