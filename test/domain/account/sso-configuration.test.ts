import fc from 'fast-check'
import {
  isDomainAllowed,
  isHostAllowed,
  providedRole,
  type RolesClaim,
} from '../../../src/manage/sso/rules/sso-configuration.ts'

describe('isDomainAllowed', () => {
  it.each(['ann@shop.example', 'ann@SHOP.example', 'evil.example@shop.example', 'ann@xn--mller-kva.example'])(
    'accepts %s',
    (email) => {
      expect(isDomainAllowed(email, { domains: ['shop.example', 'xn--mller-kva.example'] })).toBe(true)
    },
  )

  it.each([
    'ann@eu.shop.example',
    'ann@notshop.example',
    'ann@shop.example.evil.example',
    'ann@shop.example.',
    'ann@example',
    'shop.example@evil.example',
    'ann@shop.example@evil.example',
    'ann@',
  ])('requires the exact domain and rejects %j', (email) => {
    expect(isDomainAllowed(email, { domains: ['shop.example'] })).toBe(false)
  })

  it('accepts every domain if none is configured', () => {
    expect(isDomainAllowed('ann@anywhere.example', {})).toBe(true)
  })
})

describe('isHostAllowed for a Google account', () => {
  const isAllowed = (claims: Readonly<Record<string, unknown>>, domains?: readonly string[], issuer?: string) =>
    isHostAllowed({ issuer: issuer ?? 'https://accounts.google.com', claims }, { domains })

  it.each([{ hd: 'shop.example' }, { hd: 'SHOP.example' }])(
    'accepts a Workspace with a configured domain: %j',
    (claims) => {
      expect(isAllowed(claims, ['other.example', 'shop.example'])).toBe(true)
    },
  )

  it.each([
    {},
    { hd: '' },
    { hd: 'other.example' },
    { hd: ['shop.example'] },
    { hd: true },
    Object.create({ hd: 'shop.example' }),
  ])('rejects a personal account or another Workspace with any email: %j', (claims) => {
    for (const issuer of ['https://accounts.google.com', 'accounts.google.com'])
      expect(
        isAllowed({ email: 'ann+x@shop.example', email_verified: true, ...claims }, ['shop.example'], issuer),
      ).toBe(false)
  })

  it('checks no Workspace without configured domains or for another provider', () => {
    expect(isAllowed({})).toBe(true)
    expect(isAllowed({}, ['shop.example'], 'https://login.shop.example')).toBe(true)
  })
})

const RULE: RolesClaim = {
  claim: 'https://shop.example/roles',
  roles: [
    { value: 'staff', role: 'member' },
    { value: 'chiefs', role: 'admin' },
    { value: 'bosses', role: 'admin' },
  ],
}

const roleOf = (claimed: unknown, defaultRole: 'admin' | 'member' = 'member') =>
  providedRole({ [RULE.claim]: claimed }, RULE, defaultRole)

describe('providedRole', () => {
  it.each([
    ['staff', 'member'],
    ['chiefs', 'admin'],
    [['staff', 'bosses'], 'admin'],
    [['staff'], 'member'],
    ['Chiefs', 'member'],
    ['staff chiefs', 'member'],
    [[], 'member'],
    [[['chiefs']], 'member'],
    [{ chiefs: true }, 'member'],
    [7, 'member'],
    [false, 'member'],
  ])('maps the claim %j to %s: the highest role of its values, or the default', (claimed, role) => {
    expect(roleOf(claimed)).toBe(role)
  })

  it('returns a role below the default if a value maps to it, and the default if no value maps', () => {
    expect([roleOf('staff', 'admin'), roleOf('nothing', 'admin')]).toEqual(['member', 'admin'])
  })

  it('returns undefined for a missing claim, also if its name is an inherited property', () => {
    expect(providedRole({}, RULE, 'admin')).toBeUndefined()
    expect(roleOf(null, 'admin')).toBeUndefined()
    for (const claim of ['constructor', 'toString', '__proto__'])
      expect(providedRole({}, { ...RULE, claim }, 'admin')).toBeUndefined()
  })

  it('never returns the owner role, for any claim of a provider', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('admin' as const, 'member' as const), (claimed, fallback) => {
        expect(['admin', 'member', undefined]).toContain(roleOf(claimed, fallback))
      }),
    )
  })
})
