import { type Admission, admit, admitUser, canonicalOrigin } from '../../../src/access/rules/admit.ts'
import type { AccessRequirements, KeyPermission, Permission } from '../../../src/access/rules/permit.ts'
import type { Role } from '../../../src/access/rules/role.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'

/** Name of the problem, or `admitted`. */
const decision = (admission: Partial<Admission>, permission: Permission = 'chat'): string => {
  const whole: Admission = {
    organization: { plan: 'starter' },
    key: { kind: 'organization' },
    origin: undefined,
    isFromOwnOrigin: false,
    ...admission,
  }
  try {
    admit(whole, { permission })
    return 'admitted'
  } catch (error) {
    if (error instanceof Problem) return error.problem
    throw error
  }
}

it.each([
  ['active', 'admitted'],
  ['suspended', 'organization_suspended'],
  ['inactive', 'organization_inactive'],
] as const)('admit for an organization with status %s: %s', (status, expected) => {
  expect(decision({ organization: { plan: 'starter', status } })).toBe(expected)
})

it.each([
  ['active', 'chat', 'admitted'],
  ['past_due', 'chat', 'subscription_past_due'],
  ['past_due', 'history', 'admitted'],
  ['canceled', 'chat', 'subscription_canceled'],
  ['canceled', 'history', 'admitted'],
  ['canceled', 'manage', 'admitted'],
  ['none', 'chat', 'subscription_required'],
  ['none', 'manage', 'admitted'],
] as const)('admit with subscription %s for permission %s: %s', (subscription, permission, expected) => {
  expect(decision({ organization: { plan: 'starter', subscription } }, permission)).toBe(expected)
})

it.each([
  ['free', 'organization', 'plan_feature_required'],
  ['free', 'database', 'admitted'],
  ['starter', 'organization', 'admitted'],
  ['enterprise', 'organization', 'admitted'],
] as const)('admit on plan %s with a key of kind %s: %s', (plan, kind, expected) => {
  expect(decision({ organization: { plan }, key: { kind } })).toBe(expected)
})

it.each<[readonly KeyPermission[] | undefined, Permission, string]>([
  [undefined, 'manage', 'admitted'],
  [['chat'], 'chat', 'admitted'],
  [['chat'], 'history', 'permission_missing'],
  [['history'], 'chat', 'permission_missing'],
  [['chat', 'history'], 'manage', 'permission_missing'],
  [['chat'], 'branding', 'admitted'],
  [[], 'chat', 'permission_missing'],
])('admit with a key of permissions %p for permission %s: %s', (permissions, permission, expected) => {
  const key = { kind: 'organization', ...(permissions && { permissions }) } as const
  expect(decision({ key }, permission)).toBe(expected)
})

it.each<[Role, Pick<AccessRequirements, 'permission' | 'roles'>, string | undefined]>([
  [
    'admin',
    { permission: 'manage', roles: ['owner'] },
    'Your role does not allow this; an owner of your organization can do it.',
  ],
  [
    'member',
    { permission: 'manage' },
    'Your role does not allow this; an owner or an admin of your organization can do it.',
  ],
  [
    'owner',
    { permission: 'chat', roles: [] },
    'Your role does not allow this; this endpoint is for API keys (X-API-Key).',
  ],
  ['admin', { permission: 'manage' }, undefined],
])('admitPerson for role %s and needs %j: %s', (role, needs, expected) => {
  const admitted = () =>
    admitUser({ organization: { plan: 'starter' }, role }, { ...needs, keys: [], scope: 'optional' })
  if (expected === undefined) expect(admitted).not.toThrow()
  else expect(admitted).toThrow(expected)
})

describe('Origin of a public key', () => {
  const origins = ['https://shop.example', 'https://*.shop.example', 'http://localhost:8080']
  const from = (origin: string | undefined) => decision({ key: { kind: 'database', origins }, origin })

  it.each([...['https://shop.example', 'https://a.shop.example', 'https://a.b.shop.example', 'http://localhost:8080']])(
    'is admitted: %s',
    (origin) => {
      expect(from(origin)).toBe('admitted')
    },
  )

  it.each([
    ...[undefined, '', 'null', 'https://evil.example', 'http://shop.example', 'https://shop.example:444'],
    ...[
      'https://shop.example.',
      'https://SHOP.example',
      'https://shop.example.evil.example',
      'https://evilshop.example',
    ],
    ...['https://evil.example/.shop.example', 'https://evil.example#.shop.example', 'https://u@a.shop.example'],
    ...['https://.shop.example', 'https://a..shop.example', 'http://localhost', 'https://a.shop.example:8443'],
  ])('is rejected: %p', (origin) => {
    expect(from(origin)).toBe('origin_not_permitted')
  })

  it('is checked only for public keys that list origins', () => {
    expect(decision({ key: { kind: 'organization', origins } })).toBe('admitted')
    expect(decision({ key: { kind: 'database' } })).toBe('admitted')
    expect(decision({ key: { kind: 'database', origins: [] }, origin: 'https://shop.example' })).not.toBe('admitted')
  })
})

it.each([
  ['https://Shop.example/', 'https://shop.example'],
  ['https://shop.example:443', 'https://shop.example'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['https://*.shop.example', 'https://*.shop.example'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://shop.example/path', undefined],
  ['https://shop.example?x', undefined],
  ['https://u:p@shop.example', undefined],
  ['https://a.*.example', undefined],
  ['https://*', undefined],
  ['ftp://shop.example', undefined],
  ['*', undefined],
  ['null', undefined],
])('canonicalOrigin normalizes %s to %s', (text, expected) => {
  expect(canonicalOrigin(text)).toBe(expected)
})
