import type { RequestHandler, Response } from 'express'
import type { Limits } from '../access/limits/limits.ts'
import type { Window, WindowState, Windows } from '../access/limits/windows.ts'
import { type Epoch, epochId } from '../access/rules/epoch.ts'
import type { Organization } from '../access/rules/organization.ts'
import { requestLimits } from '../access/rules/plan.ts'
import { conversationWindows, planWindows } from '../access/rules/request-windows.ts'
import { Problem, type ProblemName } from '../platform/problems/problem.ts'
import type { OpenRoute } from './route.ts'

/** Headers of the specification (section Limits), on every response, whatever was asked for. */
export const RATE_LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

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
): Promise<Epoch | undefined> => {
  const limits = requestLimits(organization)
  const wanted = [...planWindows(limits), ...(inConversation ? conversationWindows(limits) : [])]
  return await take(windows, res, epochId(organization.id), wanted, epoch)
}

/** What may be refused in a minute: wrong keys, keys that may not do this, and addresses where nothing is. */
const REFUSALS: Window = { name: 'refusals', units: 600, seconds: 60 }

/**
 * Counts a request that is refused and was not counted yet.
 * @param by whose it is: an organization, or the address that it comes from
 * @throws Problem `refusal_limit_reached`
 */
export const countRefusal = async ({ local }: Limits, res: Response, by: string): Promise<void> => {
  if (res.locals.isCounted !== true) await take(local, res, by, [REFUSALS])
}

/**
 * Says in every response that is not counted (health, the contract, the reference page, preflights) what its address has left
 * of refusals, and takes nothing. A request that is counted overwrites it.
 */
export const uncountedLimits =
  ({ local }: Pick<Limits, 'local'>): RequestHandler =>
  async (req, res, next) => {
    const [use] = await local.look(req.ip ?? '', [REFUSALS])
    if (use !== undefined) {
      const endsAt = use.endsAt ?? Date.now() + REFUSALS.seconds * 1000
      tell(res, { window: REFUSALS, remaining: Math.max(0, REFUSALS.units - use.used), endsAt })
    }
    next()
  }

/** What anybody may ask for without saying who they are: logging in with a password, and what is mailed. */
const OPEN: Window = { name: 'open', units: 120, seconds: 60 }

/** Log-ins that go on, or come from a provider: thousands may share the address of their office. */
const PAGES: Window = { name: 'pages', units: 1_200, seconds: 60 }

/** The payment processor tells of many subscriptions at once, on the first of a month; from a network of its own. */
const EVENTS: Window = { name: 'events', units: 6_000, seconds: 60 }

/**
 * Counts a request to a route for whoever comes.
 * @param network where it comes from
 * @param comesFrom what may come, where it is not people who type
 * @throws Problem `open_limit_reached`
 */
export const countOpen = async (
  { local }: Limits,
  res: Response,
  network: string,
  comesFrom: OpenRoute['comesFrom'],
): Promise<void> => {
  await take(local, res, `network ${network}`, [openWindow(comesFrom)])
}

const openWindow = (comesFrom: OpenRoute['comesFrom']): Window => {
  if (comesFrom === 'processor') return EVENTS
  return comesFrom === 'pages' ? PAGES : OPEN
}

/** A question that could not be taken in is none: who asks it again when all is back has as many left as before. */
const AWAY = 503

const take = async (
  windows: Windows,
  res: Response,
  key: string,
  wanted: readonly Window[],
  asOf?: Epoch,
): Promise<Epoch | undefined> => {
  const { ok, states, epoch, giveBack } = await windows.take(key, wanted, asOf)
  if (asOf !== undefined && epoch !== undefined && epoch !== asOf) return epoch
  const [tightest] = ok ? states.toSorted((a, b) => a.remaining - b.remaining) : states.slice(-1)
  if (tightest === undefined) return epoch
  res.locals.isCounted = true
  tell(res, tightest)
  if (ok) {
    if (giveBack !== undefined)
      res.once('finish', () => void (res.statusCode === AWAY && giveBack().catch(() => undefined)))
    return epoch
  }
  const retryAfterS = Math.max(1, Math.ceil((tightest.endsAt - Date.now()) / 1000))
  throw new Problem(refusalBy(tightest.window), { retryAfterS })
}

const tell = (res: Response, { window, remaining, endsAt }: WindowState): void => {
  res.setHeader('X-RateLimit-Limit', window.units)
  res.setHeader('X-RateLimit-Remaining', remaining)
  res.setHeader('X-RateLimit-Reset', Math.ceil(endsAt / 1000))
}

const refusalBy = ({ name }: Window): ProblemName => {
  if (name === 'month') return 'monthly_limit_reached'
  if (name === REFUSALS.name) return 'refusal_limit_reached'
  if (name === OPEN.name || name === PAGES.name || name === EVENTS.name) return 'open_limit_reached'
  return name.startsWith('conversation') ? 'conversation_limit_reached' : 'plan_limit_reached'
}
