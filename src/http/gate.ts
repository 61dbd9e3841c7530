import type { Request, RequestHandler, Response } from 'express'
import type { Access } from '../access/access.ts'
import { accessTokenOf } from '../access/rules/credentials.ts'
import type { Epoch } from '../access/rules/epoch.ts'
import type { Operator } from '../access/rules/operator.ts'
import type { Organization } from '../access/rules/organization.ts'
import { OPERATORS_ONLY } from '../access/rules/permit.ts'
import { networkOf } from '../platform/network/client-address.ts'
import { Problem } from '../platform/problems/problem.ts'
import { credentialsOf } from './credentials.ts'
import { looksSigned } from './looks-signed.ts'
import { countOpen, countRequest } from './rate-limit.ts'
import type { KnownRoute, OpenRoute } from './route.ts'
import type { RouteParts } from './route-parts.ts'

interface Received {
  readonly req: Request
  readonly res: Response
}

/**
 * Admits the caller of a route, before the body is read: an unauthenticated request cannot make the server parse a
 * megabyte.
 */
export const gate =
  (app: RouteParts, access: Access, route: KnownRoute): RequestHandler =>
  async (req, res, next) => {
    const operator = route.handleOperator === undefined ? undefined : await operatorIn(app, route, { req, res })
    if (operator !== undefined) res.locals.operator = operator
    else {
      const admitted = await access.admit({
        credentials: credentialsOf(req),
        needs: route.needs,
        takesTickets: route.takesTickets === true,
        onOrganization: (id) => {
          res.locals.refusedAs = `organization ${id}`
        },
        onKey: (id) => noteUse(app, res, id),
        count: (organization, revision) => count(app, route, { req, res }, organization, revision),
      })
      Object.assign(res.locals, admitted)
    }
    next()
  }

/**
 * Of routes for whoever comes: so many requests from one network, whatever they ask for; more from pages, and from what looks like
 * the payment processor, where there is one.
 */
export const openGate =
  ({ limits, billing }: Pick<RouteParts, 'limits' | 'billing'>, { comesFrom }: OpenRoute): RequestHandler =>
  async (req, res, next) => {
    const isProcessor = () => billing.plans.length > 0 && looksSigned(req.get('Stripe-Signature'))
    const from = comesFrom === 'processor' && !isProcessor() ? undefined : comesFrom
    await countOpen(limits, res, networkOf(req.ip), from)
    next()
  }

/** The operator who calls; undefined where it is somebody of an organization. @throws Problem as `Operators.read` */
const operatorIn = async (
  { operators, limits }: Pick<RouteParts, 'operators' | 'limits'>,
  { needs }: Pick<KnownRoute, 'needs'>,
  { req, res }: Received,
): Promise<Operator | undefined> => {
  const bearer = accessTokenOf(credentialsOf(req))
  const isOperator = bearer !== undefined && (await operators.claimsAudience(bearer))
  if (isOperator) {
    await countOpen(limits, res, networkOf(req.ip), 'pages')
    return await operators.read(bearer)
  }
  if (needs.permission === 'operate' && bearer === undefined && req.get('X-API-Key') === undefined)
    throw new Problem('token_missing', { message: OPERATORS_ONLY })
  return undefined
}

/** Records the use of a key once the response is sent. */
const noteUse = (app: RouteParts, res: Response, keyId: string): void => {
  if (res.locals.keyNoted === keyId) return
  res.locals.keyNoted = keyId
  res.once('finish', () => void app.store.apiKeys.recordUse(keyId).catch(() => undefined))
}

/**
 * Counts a request. Where requests cannot be counted, questions are refused and all else goes on, counted by each process.
 *
 * @returns `stale` where what it was judged by is out of date, and nothing was counted; `unjudged` where nobody has said
 * whether it is: the windows do not know, or are away, so that this process alone has counted it
 */
const count = async (
  { limits, observe }: Pick<RouteParts, 'limits' | 'observe'>,
  { needs, asksInConversation }: Pick<KnownRoute, 'needs' | 'asksInConversation'>,
  { req, res }: Received,
  organization: Organization,
  epoch: Epoch,
): Promise<'counted' | 'unjudged' | 'stale'> => {
  const inConversation = asksInConversation?.(req) ?? false
  const outcome = (counted: Epoch | undefined) =>
    counted === undefined ? 'unjudged' : counted === epoch ? 'counted' : 'stale'
  try {
    const counted = outcome(await countRequest(limits.windows, res, organization, inConversation, epoch))
    if (counted !== 'stale') observe({ kind: 'limit_checked', outcome: 'allowed' })
    return counted
  } catch (error) {
    const isRefused = error instanceof Problem && error.problem !== 'store_unavailable'
    observe({ kind: 'limit_checked', outcome: isRefused ? 'refused' : 'counters_unreachable' })
    if (isRefused) throw error
    if (needs.permission === 'chat') throw new Problem('store_unavailable', { cause: error })
    return outcome(await countRequest(limits.local, res, organization, inConversation, epoch))
  }
}
