import type { RequestHandler, Response } from 'express'
import type { Limits } from '../access/limits/limits.ts'
import type { Window, WindowState, Windows } from '../access/limits/windows.ts'
import { type AuthorizationRevision, revisionId } from '../access/rules/authorization-revision.ts'
import type { Organization } from '../access/rules/organization.ts'
import { requestLimits } from '../access/rules/plan.ts'
import { conversationWindows, planWindows } from '../access/rules/request-windows.ts'
import { Problem, type ProblemName } from '../platform/problems/problem.ts'
import type { OpenRoute } from './route.ts'

/** Headers on every response (specification, section Limits). */
export const RATE_LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/**
 * Counts a request and sets the headers for the limit with the fewest remaining units. A refused request counts in no
 * limit.
 *
 * @param inConversation whether it asks a question in the conversation of its path
 * @param revision the one at which the request was authorized
 * @returns the current revision, from windows that know it; if it differs from `revision`, nothing was counted
 * @throws Problem `plan_limit_reached`, `monthly_limit_reached`, `conversation_limit_reached`; the store's error when it does not answer
 */
export const countRequest = async (
  windows: Windows,
  res: Response,
  organization: Organization,
  inConversation: boolean,
  revision: AuthorizationRevision,
): Promise<AuthorizationRevision | undefined> => {
  const limits = requestLimits(organization)
  const wanted = [...planWindows(limits), ...(inConversation ? conversationWindows(limits) : [])]
  return await takeUnits(windows, res, revisionId(organization.id), wanted, revision)
}

/**
 * Counts a question in the conversation that its body names. The request itself was counted before its body was read.
 * @throws Problem `conversation_limit_reached`; `store_unavailable` if the shared counters do not answer
 */
export const countInConversation = async (
  { windows }: Limits,
  res: Response,
  organization: Organization,
): Promise<void> => {
  const wanted = conversationWindows(requestLimits(organization))
  try {
    await takeUnits(windows, res, revisionId(organization.id), wanted)
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('store_unavailable', { cause: error })
  }
}

/** Limit for refused requests: invalid keys, missing permissions, unknown paths. */
const REFUSALS: Window = { name: 'refusals', units: 600, seconds: 60 }

/**
 * Counts a refused request that was not counted before.
 * @param by the organization, or the address of the client
 * @throws Problem `refusal_limit_reached`
 */
export const countRefusal = async ({ local }: Limits, res: Response, by: string): Promise<void> => {
  if (res.locals.isCounted !== true) await takeUnits(local, res, by, [REFUSALS])
}

/**
 * Sets the headers of uncounted responses (health, contract, reference page, preflights): the remaining refusals of the
 * address, of which nothing is taken. Counting a request overwrites them.
 */
export const uncountedLimits =
  ({ local }: Pick<Limits, 'local'>): RequestHandler =>
  async (req, res, next) => {
    const [use] = await local.read(req.ip ?? '', [REFUSALS])
    if (use !== undefined) {
      const endsAt = use.endsAt ?? Date.now() + REFUSALS.seconds * 1000
      setLimitHeaders(res, { window: REFUSALS, remaining: Math.max(0, REFUSALS.units - use.used), endsAt })
    }
    next()
  }

/** Limit for requests by people without authentication: logins with a password, and requests for mail. */
const OPEN: Window = { name: 'open', units: 120, seconds: 60 }

/** Limit for renewals of logins and for SSO: thousands of users may share one network, such as that of an office. */
const PAGES: Window = { name: 'pages', units: 1_200, seconds: 60 }

/** Limit for registrations of OAuth clients, each of which is stored for a day. */
const REGISTRATIONS: Window = { name: 'registrations', units: 100, seconds: 3_600 }

/** Limit for the payment processor: it sends events of many subscriptions at once, on the first of a month. */
const EVENTS: Window = { name: 'events', units: 6_000, seconds: 60 }

/**
 * Counts a request to an open route.
 * @param network the network of the client
 * @param comesFrom the kind of client, as in `OpenRoute`
 * @throws Problem `open_limit_reached`
 */
export const countOpen = async (
  { local }: Limits,
  res: Response,
  network: string,
  comesFrom: OpenRoute['comesFrom'] | 'registrations',
): Promise<void> => {
  await takeUnits(local, res, `network ${network}`, [openWindow(comesFrom)])
}

const openWindow = (comesFrom: OpenRoute['comesFrom'] | 'registrations'): Window => {
  if (comesFrom === 'processor') return EVENTS
  if (comesFrom === 'registrations') return REGISTRATIONS
  return comesFrom === 'pages' ? PAGES : OPEN
}

/** A question that this status refuses was not accepted: its units are given back. */
const UNAVAILABLE = 503

const takeUnits = async (
  windows: Windows,
  res: Response,
  key: string,
  wanted: readonly Window[],
  expectedRevision?: AuthorizationRevision,
): Promise<AuthorizationRevision | undefined> => {
  const { ok, states, revision, refund } = await windows.take(key, wanted, expectedRevision)
  if (expectedRevision !== undefined && revision !== undefined && revision !== expectedRevision) return revision
  const [tightest] = ok ? states.toSorted((a, b) => a.remaining - b.remaining) : states.slice(-1)
  if (tightest === undefined) return revision
  res.locals.isCounted = true
  setLimitHeaders(res, tightest)
  if (ok) {
    if (refund !== undefined)
      res.once('finish', () => void (res.statusCode === UNAVAILABLE && refund().catch(() => undefined)))
    return revision
  }
  const retryAfterS = Math.max(1, Math.ceil((tightest.endsAt - Date.now()) / 1000))
  throw new Problem(refusalProblem(tightest.window), { retryAfterS })
}

const setLimitHeaders = (res: Response, { window, remaining, endsAt }: WindowState): void => {
  // A protocol may count a question when its stream has begun.
  if (res.headersSent) return
  res.setHeader('X-RateLimit-Limit', window.units)
  res.setHeader('X-RateLimit-Remaining', remaining)
  res.setHeader('X-RateLimit-Reset', Math.ceil(endsAt / 1000))
}

const refusalProblem = ({ name }: Window): ProblemName => {
  if (name === 'month') return 'monthly_limit_reached'
  if (name === REFUSALS.name) return 'refusal_limit_reached'
  if ([OPEN, PAGES, REGISTRATIONS, EVENTS].some((window) => window.name === name)) return 'open_limit_reached'
  return name.startsWith('conversation') ? 'conversation_limit_reached' : 'plan_limit_reached'
}
