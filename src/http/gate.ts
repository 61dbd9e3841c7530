import type { Request, RequestHandler, Response } from 'express'
import { admit, admitPerson } from '../access/rules/admit.ts'
import type { Epoch } from '../access/rules/epoch.ts'
import type { Operator } from '../access/rules/operator.ts'
import type { Organization } from '../access/rules/organization.ts'
import { KEY_PERMISSIONS, OPERATORS_ONLY, permit } from '../access/rules/permit.ts'
import { isKeyFor, permissionsOf, whoMay } from '../access/rules/role.ts'
import type { StreamTicket } from '../access/rules/stream-ticket.ts'
import { standingOf } from '../manage/billing/rules/billing.ts'
import { Problem } from '../platform/problems/problem.ts'
import { type Called, callerOf } from './caller.ts'
import { networkOf } from './client-address.ts'
import { identified } from './identified.ts'
import { looksSigned } from './looks-signed.ts'
import { type CalledByPerson, portalCaller, sentBearer } from './portal-caller.ts'
import { countOpen, countRequest } from './rate-limit.ts'
import type { Exchange, KnownRoute, OpenRoute } from './route.ts'
import type { RouteParts } from './route-parts.ts'
import { type KeyTicket, sentTicket, shownTicket, ticketCaller, ticketPerson } from './ticket-caller.ts'

/** Who calls, judged and counted. */
type Admitted = Pick<Exchange, 'caller' | 'organization' | 'permissions' | 'role' | 'person' | 'epoch' | 'ticket'>

/** However often things change while a request is judged. */
const ATTEMPTS = 5

/**
 * Who calls, and whether it may: before the body is read, so that nobody else makes the server parse a megabyte. A
 * request is judged by what this process has kept of its key first; where that is out of date, or would refuse it, by
 * what the store says.
 */
export const gate =
  (app: RouteParts, route: KnownRoute): RequestHandler =>
  async (req, res, next) => {
    const operator = route.handleOperator === undefined ? undefined : await operatorIn(app, route, { req, res })
    if (operator !== undefined) {
      res.locals.operator = operator
      next()
      return
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const admitted = await admission(app, route, { req, res, anew: attempt > 0 })
      if (admitted === undefined) continue
      Object.assign(res.locals, admitted)
      next()
      return
    }
    throw new Problem('store_unavailable')
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
  { req, res }: Pick<Judged, 'req' | 'res'>,
): Promise<Operator | undefined> => {
  const bearer = sentBearer(req)
  const isOperator = bearer !== undefined && (await operators.isMeant(bearer))
  if (isOperator) {
    await countOpen(limits, res, networkOf(req.ip), 'pages')
    return await operators.read(bearer)
  }
  if (needs.permission === 'operate' && bearer === undefined && req.get('X-API-Key') === undefined)
    throw new Problem('token_missing', { message: OPERATORS_ONLY })
  return undefined
}

interface Judged {
  readonly req: Request
  readonly res: Response
  /** Whether everything is read from the store. */
  readonly anew: boolean
}

/** @returns undefined where what the request was judged by is out of date: then nothing was counted */
const admission = async (app: RouteParts, route: KnownRoute, judged: Judged): Promise<Admitted | undefined> => {
  const { req } = judged
  const bearer = sentBearer(req)
  if (bearer !== undefined) return await personAdmission(app, route, judged, await portalCaller(req, bearer, app))
  const sent = route.takesTickets === true ? sentTicket(req) : undefined
  const ticket = sent === undefined ? undefined : await shownTicket(req, sent, app.store)
  if (ticket === undefined || 'keyId' in ticket) return await keyAdmission(app, route, judged, ticket)
  return await personAdmission(app, route, judged, { ...(await ticketPerson(req, ticket, app)), ticket })
}

const keyAdmission = async (
  app: RouteParts,
  route: KnownRoute,
  { req, res, anew }: Judged,
  shown: KeyTicket | undefined,
): Promise<Admitted | undefined> => {
  const { needs } = route
  let kept: { readonly organizationId: number; readonly epoch: Epoch } | undefined
  let epoch: Epoch = ''
  const keyHolder = async (text: string) => {
    const holder = await app.store.keyHolders.findCached(text, anew)
    epoch = holder?.epoch ?? ''
    kept = holder?.isKept ? { organizationId: holder.key.organizationId, epoch } : undefined
    return holder
  }
  const whoCalls = async (): Promise<Called & { readonly ticket?: StreamTicket }> => {
    if (shown === undefined) return await callerOf(req, { keyHolder }, needs.keys.length > 0)
    const called = await ticketCaller(req, shown, app.store)
    epoch = called.epoch
    return called
  }
  const judge = async () => {
    const { caller: called, key, organization, ownDatabase, origin, ticket } = await whoCalls()
    res.locals.refusedAs = `organization ${called.organizationId}`
    if (organization === undefined) throw new Problem('organization_not_found')
    admit({ organization: standing(app, organization), key, origin }, needs)
    if (!isKeyFor(key.role, needs)) {
      const message = `The role of the user who created this API key does not allow this; ${whoMay(needs)}`
      throw new Problem('role_not_permitted', { message })
    }
    const isIdentified = ticket === undefined && needs.sameForAllTenants !== true
    const caller = isIdentified ? await identified(req, called, ownDatabase, app.store) : called
    return { caller, key, organization, ownDatabase, ticket }
  }
  const judged = await judge().catch((error: unknown) => {
    if (kept === undefined) throw error
  })
  if (judged === undefined) return undefined
  const { caller, key, organization, ownDatabase, ticket } = judged
  const isStale = async (): Promise<boolean> => kept !== undefined && (await app.store.epochs.find(kept)) !== kept.epoch
  const { windows } = app.limits
  if (!windows.knowsEpochs && (await isStale())) return undefined
  noteUse(app, res, key.id)
  const counted = await count(app, route, { req, res }, { organization, epoch })
  if (counted === 'stale') return undefined
  if (windows.knowsEpochs && counted === 'unjudged' && (await isStale())) return undefined
  permit(caller, needs, ownDatabase)
  const permissions = key.permissions ?? KEY_PERMISSIONS
  return { caller, organization, permissions, role: key.role ?? 'owner', person: undefined, epoch, ticket }
}

/** An organization with what it has paid for in this moment: a trial, and days of grace, end while nobody writes anything. */
const standing = ({ config }: Pick<RouteParts, 'config'>, organization: Organization): Organization => ({
  ...organization,
  subscription: standingOf(organization, Date.now(), config.payments.graceDays),
})

/** Of people nothing is kept: who they are is read for each request. */
const personAdmission = async (
  app: RouteParts,
  route: KnownRoute,
  { req, res }: Judged,
  { caller, person, epoch, ticket }: CalledByPerson & Partial<Pick<Admitted, 'ticket'>>,
): Promise<Admitted | undefined> => {
  const { needs } = route
  const { organization, role } = person
  res.locals.refusedAs = `organization ${organization.id}`
  admitPerson({ organization: standing(app, organization), role }, needs)
  if ((await count(app, route, { req, res }, { organization, epoch })) === 'stale') return undefined
  permit(caller, needs, undefined)
  const permissions = KEY_PERMISSIONS.filter((one) => permissionsOf(role).includes(one))
  return { caller, organization, permissions, role, person, epoch, ticket }
}

/** Nobody waits for that. */
const noteUse = (app: RouteParts, res: Response, keyId: string): void => {
  if (res.locals.keyNoted === keyId) return
  res.locals.keyNoted = keyId
  res.once('finish', () => void app.store.apiKeys.noteUse(keyId).catch(() => undefined))
}

interface Known {
  readonly organization: Organization
  /** What the request was judged by. */
  readonly epoch: Epoch
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
  { req, res }: Pick<Judged, 'req' | 'res'>,
  { organization, epoch }: Known,
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
