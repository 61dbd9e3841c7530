import type { Request, RequestHandler, Response } from 'express'
import type { Access } from '../access/access.ts'
import type { AuthorizationRevision } from '../access/rules/authorization-revision.ts'
import { accessTokenOf } from '../access/rules/credentials.ts'
import type { Operator } from '../access/rules/operator.ts'
import type { Organization } from '../access/rules/organization.ts'
import { OPERATORS_ONLY } from '../access/rules/permit.ts'
import { networkOf } from '../platform/network/client-address.ts'
import { Problem } from '../platform/problems/problem.ts'
import { addDiagnostics } from '../platform/tracing/diagnostic-context.ts'
import { type CredentialForm, credentialsOf } from './credentials.ts'
import { hasPlausibleSignature } from './has-plausible-signature.ts'
import { countOpen, countRequest } from './rate-limit.ts'
import type { KnownRoute, OpenRoute } from './route.ts'
import type { RouteParts } from './route-parts.ts'

interface Received {
  readonly req: Request
  readonly res: Response
}

/** Admits the caller of a route before the body is read: only authenticated requests can make the server parse one. */
export const gate =
  (app: RouteParts, access: Access, route: KnownRoute, form: CredentialForm): RequestHandler =>
  async (req, res, next) => {
    const operator = route.handleOperator === undefined ? undefined : await findOperator(app, route, { req, res })
    if (operator !== undefined) res.locals.operator = operator
    else {
      const admitted = await access.admit({
        credentials: credentialsOf(req, app.config, form),
        needs: route.needs,
        takesTickets: route.takesTickets === true,
        onOrganization: (id) => {
          res.locals.refusalKey = `organization ${id}`
          addDiagnostics({ organizationId: id })
        },
        onKey: (id) => recordKeyUse(app, res, id),
        count: (organization, revision) =>
          isPageLoad(route, req)
            ? countPageLoad(app, { req, res })
            : count(app, route, { req, res }, organization, revision),
      })
      Object.assign(res.locals, admitted)
    }
    next()
  }

/**
 * Limits the requests to open routes per network, all routes together. The limit is higher for pages and, if plans are
 * sold, for requests with a plausible signature of the payment processor.
 */
export const openGate =
  ({ limits, billing }: Pick<RouteParts, 'limits' | 'billing'>, { comesFrom }: OpenRoute): RequestHandler =>
  async (req, res, next) => {
    const isProcessor = () => billing.plans.length > 0 && hasPlausibleSignature(req.get('Stripe-Signature'))
    const from = comesFrom === 'processor' && !isProcessor() ? undefined : comesFrom
    await countOpen(limits, res, networkOf(req.ip), from)
    next()
  }

/** The operator of a request; undefined for callers of an organization. @throws Problem as `Operators.read` */
const findOperator = async (
  { operators, limits, config }: Pick<RouteParts, 'operators' | 'limits' | 'config'>,
  { needs }: Pick<KnownRoute, 'needs'>,
  { req, res }: Received,
): Promise<Operator | undefined> => {
  const bearer = accessTokenOf(credentialsOf(req, config))
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
const recordKeyUse = (app: RouteParts, res: Response, keyId: string): void => {
  if (res.locals.usedKeyId === keyId) return
  res.locals.usedKeyId = keyId
  res.once('finish', () => void app.store.apiKeys.recordUse(keyId).catch(() => undefined))
}

/** Each page with the widget reads the branding of its key when it is loaded, also by visitors who ask nothing. */
const isPageLoad = ({ needs }: KnownRoute, req: Request): boolean =>
  needs.permission === 'branding' && req.get('X-API-Key')?.startsWith('pk_') === true

/** Counts a request by the network of its client: visitors of a page use up no limit of the organization. */
const countPageLoad = async ({ limits }: Pick<RouteParts, 'limits'>, { req, res }: Received): Promise<'unjudged'> => {
  await countOpen(limits, res, networkOf(req.ip), 'pages')
  return 'unjudged'
}

/**
 * Counts a request. While the shared counters are unavailable, questions are refused, and other requests are counted by
 * each process.
 *
 * @returns `stale` if `revision` is out of date, and nothing was counted; `unjudged` if that is unknown, because the windows
 * do not know authorizationRevisions or only this process has counted
 */
const count = async (
  { limits, observe }: Pick<RouteParts, 'limits' | 'observe'>,
  { needs, asksInConversation }: Pick<KnownRoute, 'needs' | 'asksInConversation'>,
  { req, res }: Received,
  organization: Organization,
  revision: AuthorizationRevision,
): Promise<'counted' | 'unjudged' | 'stale'> => {
  const inConversation = asksInConversation?.(req) ?? false
  const outcome = (counted: AuthorizationRevision | undefined) =>
    counted === undefined ? 'unjudged' : counted === revision ? 'counted' : 'stale'
  try {
    const counted = outcome(await countRequest(limits.windows, res, organization, inConversation, revision))
    if (counted !== 'stale') observe({ kind: 'limit_checked', outcome: 'allowed' })
    return counted
  } catch (error) {
    const isRefused = error instanceof Problem && error.problem !== 'store_unavailable'
    observe({ kind: 'limit_checked', outcome: isRefused ? 'refused' : 'counters_unreachable' })
    if (isRefused) throw error
    if (needs.permission === 'chat') throw new Problem('store_unavailable', { cause: error })
    return outcome(await countRequest(limits.local, res, organization, inConversation, revision))
  }
}
