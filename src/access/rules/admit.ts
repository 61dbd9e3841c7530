import { Problem } from '../../platform/problems/problem.ts'
import type { KeyLimits } from './api-key.ts'
import type { Caller } from './caller.ts'
import type { Organization } from './organization.ts'
import type { AccessRequirements, Permission } from './permit.ts'
import { type Feature, hasFeature } from './plan.ts'
import { allowedRolesText, mayUse, type Role } from './role.ts'

type Subscriber = Pick<Organization, 'status' | 'plan' | 'subscription'>

export interface Admission {
  readonly organization: Subscriber
  readonly key: KeyLimits & Pick<Caller, 'kind'>
  /** The `Origin` header. Browsers set it; other clients can send any value. */
  readonly origin: string | undefined
  /** The origins of a key decide which pages may frame the widget; the requests of the frame come from this service. */
  readonly isFromOwnOrigin: boolean
}

/**
 * Decides whether a key may use a route: by the status, subscription and plan of its organization, the permissions of the
 * key, and for public keys the origin. Public keys are available in all plans (specification, section Authentication).
 * Without payment only questions are refused, as for users: history can still be read, and a server can read the bill, pay
 * it, or remove the organization.
 *
 * @throws Problem `organization_suspended`, `organization_inactive`, `subscription_required`, `subscription_canceled`,
 * `subscription_past_due`, `plan_feature_required`, `permission_missing`, `origin_not_permitted`
 */
export const admit = (
  { organization, key, origin, isFromOwnOrigin }: Admission,
  { permission, orPermission, feature }: Pick<AccessRequirements, 'permission' | 'orPermission' | 'feature'>,
): void => {
  requireActive(organization)
  const { permissions, origins, kind } = key
  requirePaid(organization, permission)
  if (kind === 'organization') requireFeature(organization, 'api_access')
  requireFeature(organization, feature)
  const isPermitted =
    permissions === undefined ||
    permission === 'branding' ||
    permission === 'account' ||
    permissions.some((granted) => granted === permission || granted === orPermission)
  if (!isPermitted) throw new Problem('permission_missing')
  const isPermittedOrigin =
    kind !== 'database' ||
    isFromOwnOrigin ||
    origins === undefined ||
    origins.some((allowed) => matchesOrigin(origin, allowed))
  if (!isPermittedOrigin) throw new Problem('origin_not_permitted')
}

/**
 * Decides whether a user may use a route; users are admitted in every plan, except to routes that need a feature.
 *
 * @throws Problem `organization_suspended`, `organization_inactive`, `subscription_required`, `subscription_canceled`,
 * `subscription_past_due`, `role_not_permitted`, `plan_feature_required`
 */
export const admitUser = (
  { organization, role }: { organization: Subscriber; role: Role },
  needs: AccessRequirements,
): void => {
  requireActive(organization)
  if (!mayUse(role, needs)) {
    const message = `Your role does not allow this; ${allowedRolesText(needs)}`
    throw new Problem('role_not_permitted', { message })
  }
  requirePaid(organization, needs.permission)
  requireFeature(organization, needs.feature)
}

/** @throws Problem `organization_suspended`, `organization_inactive` */
export const requireActive = ({ status }: Pick<Organization, 'status'>): void => {
  if (status === 'suspended') throw new Problem('organization_suspended')
  if (status === 'inactive') throw new Problem('organization_inactive')
}

const NEEDS_PROFESSIONAL = 'This needs the Professional plan or a higher one.'

/** @throws Problem `plan_feature_required` */
const requireFeature = (organization: Subscriber, feature: Feature | undefined): void => {
  if (feature === undefined || hasFeature(organization, feature)) return
  throw new Problem('plan_feature_required', feature === 'custom_api_access' ? { message: NEEDS_PROFESSIONAL } : {})
}

/** Only questions require a paid subscription. */
const requirePaid = ({ subscription }: Subscriber, permission: Permission): void => {
  if (permission !== 'chat') return
  if (subscription === 'none') throw new Problem('subscription_required')
  if (subscription === 'canceled') throw new Problem('subscription_canceled')
  if (subscription === 'past_due') throw new Problem('subscription_past_due')
}

const ANY_HOST = '://*.'

/** Equal, except that `*` matches subdomains: `https://*.shop.example` does not match `https://a.shop.example.evil.example`. */
const matchesOrigin = (origin: string | undefined, allowed: string): boolean => {
  if (origin === undefined) return false
  const wildcardAt = allowed.indexOf(ANY_HOST)
  if (wildcardAt < 0) return origin === allowed
  const [scheme, rest] = [allowed.slice(0, wildcardAt + 3), allowed.slice(wildcardAt + ANY_HOST.length - 1)]
  if (!origin.startsWith(scheme) || !origin.endsWith(rest)) return false
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(origin.slice(scheme.length, -rest.length))
}

/**
 * An origin as browsers send it: scheme, host and non-default port; `*` may be the first label of the host. Undefined for any
 * other text, such as a URL with a path.
 */
export const canonicalOrigin = (text: string): string | undefined => {
  const hasWildcard = text.includes(ANY_HOST)
  const url = URL.parse(hasWildcard ? text.replace(ANY_HOST, '://wild.') : text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin || url.hostname.includes('*')) return undefined
  return hasWildcard ? url.origin.replace('://wild.', ANY_HOST) : url.origin
}
