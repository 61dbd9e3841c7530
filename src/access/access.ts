import type { Person } from '../manage/accounts/person.ts'
import { subscriptionStatus } from '../manage/billing/rules/billing.ts'
import { Problem } from '../platform/problems/problem.ts'
import type { Store } from '../store/store.ts'
import { callerOf, identified } from './caller-of.ts'
import { findHolder, type Holder, type HolderParts } from './find-holder.ts'
import type { Windows } from './limits/windows.ts'
import { admit, admitUser } from './rules/admit.ts'
import type { AuthorizationRevision } from './rules/authorization-revision.ts'
import type { Caller } from './rules/caller.ts'
import type { Credentials } from './rules/credentials.ts'
import { type AnswerDisclosure, disclosureOf, FULL_DISCLOSURE } from './rules/disclosure.ts'
import type { Organization } from './rules/organization.ts'
import { type AccessRequirements, KEY_PERMISSIONS, type KeyPermission, permit } from './rules/permit.ts'
import { allowedRolesText, isKeyFor, permissionsOf, type Role } from './rules/role.ts'
import type { StreamTicket } from './rules/stream-ticket.ts'

/** A caller that may use a route, with its organization and rights. */
interface AdmittedCaller {
  readonly caller: Caller
  readonly organization: Organization
  readonly permissions: readonly KeyPermission[]
  /** The role of the user, or of the creator of the key (owner by default). */
  readonly role: Role
  /** What answers contain for this caller. */
  readonly disclosure: AnswerDisclosure
  /** Undefined for keys. */
  readonly person: Person | undefined
  /** The authorization revision at which these values were read. */
  readonly revision: AuthorizationRevision
  /** The stream ticket that was sent instead of a key or token. */
  readonly ticket: StreamTicket | undefined
}

/** A request for a route. */
interface AccessRequest {
  readonly credentials: Credentials
  readonly needs: AccessRequirements
  /** Whether the route accepts stream tickets. */
  readonly takesTickets: boolean
  /** Called as soon as the organization is known, before any of its checks can refuse the request. */
  onOrganization(id: number): void
  onKey(id: string): void
  /**
   * Counts the request.
   * @returns `stale` if `revision` is out of date (nothing was counted); `unjudged` if the counters do not store revisions
   * or are unavailable
   */
  count(organization: Organization, revision: AuthorizationRevision): Promise<'counted' | 'unjudged' | 'stale'>
}

interface AccessParts extends HolderParts {
  readonly store: HolderParts['store'] & Pick<Store, 'databases'>
  readonly windows: Pick<Windows, 'knowsRevisions'>
  /** Days of grace for unpaid organizations without an agreed number of their own. */
  readonly graceDays: number
}

/** Authentication and authorization for API keys, users and stream tickets. */
export interface Access {
  /**
   * Checks a request with cached data; if that is stale or would refuse the request, reads from the store and checks again.
   *
   * @throws Problem of `findHolder`, `callerOf`, `identified`, `admit`, `admitUser`, `permit` and `count`;
   * `store_unavailable` if the authorizations change during every attempt
   */
  admit(request: AccessRequest): Promise<AdmittedCaller>
}

/** Attempts while authorizations change concurrently. */
const ATTEMPTS = 5

export const createAccess = (parts: AccessParts): Access => ({
  async admit(request) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const admitted = await attemptAdmission(parts, request, attempt === 0)
      if (admitted !== undefined) return admitted
    }
    throw new Problem('store_unavailable')
  },
})

/** @returns undefined if the cached data is stale or would refuse the request: then nothing was counted */
const attemptAdmission = async (
  parts: AccessParts,
  request: AccessRequest,
  cached: boolean,
): Promise<AdmittedCaller | undefined> => {
  const { credentials, needs, takesTickets } = request
  const accepted = { keys: needs.keys.length > 0, tickets: takesTickets, cached }
  const holder = await findHolder(parts, credentials, accepted)
  const authorized = await authorize(parts, request, holder).catch((error: unknown) => {
    if (!holder.isCached) throw error
  })
  if (authorized === undefined) return undefined
  const { caller, organization } = authorized
  const { isCached, revision } = holder
  const isStale = async (): Promise<boolean> =>
    isCached && (await parts.store.authorizationRevisions.find(caller)) !== revision
  if (!parts.windows.knowsRevisions && (await isStale())) return undefined
  if (holder.kind === 'key') request.onKey(holder.key.id)
  const counted = await request.count(organization, revision)
  if (counted === 'stale') return undefined
  if (counted === 'unjudged' && parts.windows.knowsRevisions && (await isStale())) return undefined
  permit(caller, needs, holder.kind === 'key' ? holder.ownDatabase : undefined)
  return { caller, organization, ...rightsOf(holder), revision, ticket: holder.ticket }
}

const authorize = async (
  parts: AccessParts,
  { credentials, needs, onOrganization }: AccessRequest,
  holder: Holder,
): Promise<Pick<AdmittedCaller, 'caller' | 'organization'>> => {
  const caller = callerOf(credentials, holder)
  onOrganization(caller.organizationId)
  const { organization } = holder.kind === 'key' ? holder : holder.person
  if (organization === undefined) throw new Problem('organization_not_found')
  // The end of a trial or of the days of grace is not written to the store.
  const subscription = subscriptionStatus(organization, Date.now(), parts.graceDays)
  const current = { ...organization, subscription }
  if (holder.kind === 'user') {
    admitUser({ organization: current, role: holder.person.role }, needs)
    return { caller, organization }
  }
  const { key, ticket } = holder
  const { origin, isFromOwnOrigin } = credentials
  admit({ organization: current, key, origin, isFromOwnOrigin }, needs)
  if (!isKeyFor(key.role, needs)) {
    const message = `The role of the user who created this API key does not allow this; ${allowedRolesText(needs)}`
    throw new Problem('role_not_permitted', { message })
  }
  const isIdentified = ticket === undefined && needs.sameForAllTenants !== true
  return { caller: isIdentified ? await identified(credentials, caller, holder, parts.store) : caller, organization }
}

const rightsOf = (holder: Holder): Pick<AdmittedCaller, 'permissions' | 'role' | 'disclosure' | 'person'> => {
  if (holder.kind === 'key') {
    const { permissions = KEY_PERMISSIONS, role = 'owner' } = holder.key
    return { permissions, role, disclosure: disclosureOf(holder.key), person: undefined }
  }
  const { person } = holder
  const { role } = person
  const permissions = KEY_PERMISSIONS.filter((permission) => permissionsOf(role).includes(permission))
  return { permissions, role, disclosure: FULL_DISCLOSURE, person }
}
