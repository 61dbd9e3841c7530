import type { Response } from 'express'
import { type Epoch, epochId } from '../domain/access/epoch.ts'
import type { Organization } from '../domain/access/organization.ts'
import { type RequestLimits, requestLimits } from '../domain/access/plan.ts'
import { Problem, type ProblemName } from '../domain/problem.ts'
import type { Limits } from '../limits/limits.ts'
import type { Window, Windows } from '../limits/windows.ts'

/** Headers of the specification (section Limits), on every response of the API. */
export const RATE_LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const MONTH_S = 30 * 24 * HOUR_S

const PLAN = 'plan'
const MONTH = 'month'
const CONVERSATION = 'conversation'

/** The widest first: what a narrower one refuses is given back to those before it. */
const windowsOf = (limits: RequestLimits, inConversation: boolean): readonly Window[] => [
  ...(limits.perMonth === undefined ? [] : [{ name: MONTH, units: limits.perMonth, seconds: MONTH_S }]),
  { name: `${PLAN}-minute`, units: limits.perMinute, seconds: MINUTE_S },
  { name: `${PLAN}-hour`, units: limits.perHour, seconds: HOUR_S },
  ...(inConversation
    ? [
        { name: `${CONVERSATION}-minute`, units: limits.conversationPerMinute, seconds: MINUTE_S, slides: true },
        { name: `${CONVERSATION}-hour`, units: limits.conversationPerHour, seconds: HOUR_S },
      ]
    : []),
]

/**
 * Counts a request, and says in its response how much is left of the tightest limit. A refused request costs nothing
 * in any other limit.
 *
 * @param inConversation whether it asks a question that names a conversation in its path
 * @param epoch of what the request was judged by so far
 * @returns the epoch that it is now, from windows that know it; where it is another one, nothing was counted
 * @throws Problem `plan_limit_reached`, `monthly_limit_reached`, `conversation_limit_reached`; the store's error when it does not answer
 */
export const countRequest = async (
  windows: Windows,
  res: Response,
  organization: Organization,
  inConversation: boolean,
  epoch: Epoch,
): Promise<Epoch | undefined> =>
  await take(windows, res, epochId(organization.id), windowsOf(requestLimits(organization), inConversation), epoch)

/** What may be refused in a minute: wrong keys, keys that may not do this, and addresses where nothing is. */
const REFUSALS: Window = { name: 'refusals', units: 600, seconds: MINUTE_S }

/**
 * Counts a request that is refused and was not counted yet.
 * @param by whose it is: an organization, or the address that it comes from
 * @throws Problem `refusal_limit_reached`
 */
export const countRefusal = async ({ local }: Limits, res: Response, by: string): Promise<void> => {
  if (!res.hasHeader('X-RateLimit-Limit')) await take(local, res, by, [REFUSALS])
}

const take = async (
  windows: Windows,
  res: Response,
  key: string,
  wanted: readonly Window[],
  asOf?: Epoch,
): Promise<Epoch | undefined> => {
  const { ok, states, epoch } = await windows.take(key, wanted, asOf)
  if (asOf !== undefined && epoch !== undefined && epoch !== asOf) return epoch
  const [tightest] = ok ? states.toSorted((a, b) => a.remaining - b.remaining) : states.slice(-1)
  if (tightest === undefined) return epoch
  res.setHeader('X-RateLimit-Limit', tightest.window.units)
  res.setHeader('X-RateLimit-Remaining', tightest.remaining)
  res.setHeader('X-RateLimit-Reset', Math.ceil(tightest.endsAt / 1000))
  if (ok) return epoch
  const retryAfterS = Math.max(1, Math.ceil((tightest.endsAt - Date.now()) / 1000))
  throw new Problem(refusalBy(tightest.window), { retryAfterS })
}

const refusalBy = ({ name }: Window): ProblemName => {
  if (name === MONTH) return 'monthly_limit_reached'
  if (name === REFUSALS.name) return 'refusal_limit_reached'
  return name.startsWith(CONVERSATION) ? 'conversation_limit_reached' : 'plan_limit_reached'
}
