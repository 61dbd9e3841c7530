import { Problem } from '../../platform/problems/problem.ts'
import type { KeyLimits } from './api-key.ts'
import type { Caller } from './caller.ts'
import type { Organization } from './organization.ts'
import type { Needs, Permission } from './permit.ts'
import { hasFeature } from './plan.ts'
import { mayUse, type Role, whoMay } from './role.ts'

type Paying = Pick<Organization, 'status' | 'plan' | 'subscription'>

export interface Admission {
  readonly organization: Paying
  readonly key: KeyLimits & Pick<Caller, 'kind'>
  /** The `Origin` header. Browsers set it; whoever calls from elsewhere may write what they like. */
  readonly origin: string | undefined
}

/**
 * Decides whether a key is let in at all for what a route does: by the state of its organization and what that has paid
 * for, by what the key may, and for public keys by the page that it is used from. Public keys are for all plans
 * (specification, section Authentication). What is not paid for stops questions only, as it does for people: history can still be
 * read, and a server can see the bill, pay it, or remove the organization.
 *
 * @throws Problem `organization_suspended`, `organization_inactive`, `subscription_required`, `subscription_canceled`,
 * `subscription_past_due`, `plan_feature_required`, `permission_missing`, `origin_not_permitted`
 */
export const admit = (
  { organization, key, origin }: Admission,
  { permission, orPermission }: Pick<Needs, 'permission' | 'orPermission'>,
): void => {
  requireActive(organization)
  const { permissions, origins, kind } = key
  requirePaid(organization, permission)
  if (kind === 'organization' && !hasFeature(organization, 'api_access')) throw new Problem('plan_feature_required')
  const isPermitted =
    permissions === undefined ||
    permission === 'branding' ||
    permission === 'account' ||
    permissions.some((one) => one === permission || one === orPermission)
  if (!isPermitted) throw new Problem('permission_missing')
  if (kind === 'database' && origins !== undefined && !origins.some((allowed) => isFrom(origin, allowed)))
    throw new Problem('origin_not_permitted')
}

/**
 * The same for a person. Every plan lets people in.
 *
 * @throws Problem `organization_suspended`, `organization_inactive`, `subscription_required`, `subscription_canceled`,
 * `subscription_past_due`, `role_not_permitted`
 */
export const admitPerson = ({ organization, role }: { organization: Paying; role: Role }, needs: Needs): void => {
  requireActive(organization)
  if (!mayUse(role, needs)) {
    const message = `Your role does not allow this; ${whoMay(needs)}`
    throw new Problem('role_not_permitted', { message })
  }
  requirePaid(organization, needs.permission)
}

/** @throws Problem `organization_suspended`, `organization_inactive` */
export const requireActive = ({ status }: Pick<Organization, 'status'>): void => {
  if (status === 'suspended') throw new Problem('organization_suspended')
  if (status === 'inactive') throw new Problem('organization_inactive')
}

/** Questions alone cost something. */
const requirePaid = ({ subscription }: Paying, permission: Permission): void => {
  if (permission !== 'chat') return
  if (subscription === 'none') throw new Problem('subscription_required')
  if (subscription === 'canceled') throw new Problem('subscription_canceled')
  if (subscription === 'past_due') throw new Problem('subscription_past_due')
}

const ANY_HOST = '://*.'

/** Exactly, but for the hosts that `*` stands for: a page in `shop.example.evil.example` is none of `shop.example`. */
const isFrom = (origin: string | undefined, allowed: string): boolean => {
  if (origin === undefined) return false
  const at = allowed.indexOf(ANY_HOST)
  if (at < 0) return origin === allowed
  const [scheme, rest] = [allowed.slice(0, at + 3), allowed.slice(at + ANY_HOST.length - 1)]
  if (!origin.startsWith(scheme) || !origin.endsWith(rest)) return false
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(origin.slice(scheme.length, -rest.length))
}

/**
 * An origin as browsers write it: scheme, host and a port that is not the usual one, and `*` for the first part of the
 * host. Undefined for anything else, a path among it.
 */
export const canonicalOrigin = (text: string): string | undefined => {
  const isWild = text.includes(ANY_HOST)
  const url = URL.parse(isWild ? text.replace(ANY_HOST, '://wild.') : text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin || url.hostname.includes('*')) return undefined
  return isWild ? url.origin.replace('://wild.', ANY_HOST) : url.origin
}
