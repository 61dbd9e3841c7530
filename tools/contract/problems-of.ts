import type { Permission } from '../../src/access/rules/permit.ts'
import { type KnownRoute, mayHaveBody, type Route } from '../../src/http/route.ts'
import type { ProblemName } from '../../src/platform/problems/problem.ts'

/** What any request to the API may end with, before its route is reached or when the service is in trouble. */
const EVERYWHERE: readonly ProblemName[] = [
  'input_invalid',
  'header_repeated',
  'refusal_limit_reached',
  'not_acceptable',
  'store_unavailable',
  'internal',
]

/** What may be found of who calls. */
const OF_CALLERS: readonly ProblemName[] = [
  'credentials_missing',
  'credentials_invalid',
  'bearer_not_supported',
  'key_expired',
  'address_not_permitted',
  'organization_not_found',
  'organization_suspended',
  'organization_inactive',
  'subscription_required',
  'subscription_canceled',
  'plan_feature_required',
  'plan_limit_reached',
  'monthly_limit_reached',
]

/** What may be found of people. */
const OF_PEOPLE: readonly ProblemName[] = [
  'token_invalid',
  'token_expired',
  'account_suspended',
  'email_not_verified',
  'role_not_permitted',
]

/** What else may be found before the route is reached, by what it needs. */
const BY_PERMISSION: Readonly<Partial<Record<Permission, readonly ProblemName[]>>> = {
  chat: ['permission_missing', 'subscription_past_due'],
  history: ['permission_missing'],
  manage: ['permission_missing'],
}

/** A public key is used from pages that it names. */
const WITH_DATABASE_KEY: readonly ProblemName[] = ['origin_not_permitted', 'database_not_found']

/** A public key says for which tenant it speaks. */
const OF_TENANTS: readonly ProblemName[] = [
  'tenant_missing',
  'tenant_invalid',
  'tenant_not_expected',
  'identity_token_missing',
  'identity_token_invalid',
  'identity_token_expired',
]

const WITH_BODY: readonly ProblemName[] = [
  'body_malformed',
  'body_too_large',
  'content_type_unsupported',
  'field_missing',
]

/** Every problem that a route may answer: those of its kind, and its own. No other may leave it. */
export const problemsOf = (route: Route): readonly ProblemName[] => {
  const { takes, problems } = route
  const { shape } = takes
  return [
    ...new Set([
      ...EVERYWHERE,
      ...(route.needs === 'anyone' ? (['open_limit_reached'] as const) : ofCallers(route)),
      ...(mayHaveBody(route) ? WITH_BODY : []),
      ...('query' in shape || 'params' in shape ? (['field_missing'] as const) : []),
      ...problems,
    ]),
  ]
}

const ofCallers = ({ needs, asksInConversation }: KnownRoute): readonly ProblemName[] => [
  ...OF_CALLERS,
  ...OF_PEOPLE,
  ...(BY_PERMISSION[needs.permission] ?? []),
  ...(needs.keys.length === 0 ? (['token_missing'] as const) : []),
  ...(needs.keys.includes('database') ? WITH_DATABASE_KEY : []),
  ...(needs.keys.includes('database') && needs.sameForAllTenants !== true ? OF_TENANTS : []),
  ...(needs.keys.length < 2 || needs.permission === 'chat' ? (['key_not_permitted'] as const) : []),
  ...(needs.scope === 'required' ? (['scope_missing'] as const) : []),
  ...(asksInConversation === undefined ? [] : (['conversation_limit_reached'] as const)),
]
