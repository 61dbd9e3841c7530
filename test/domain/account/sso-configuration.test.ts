import fc from 'fast-check'
import {
  isDomainAllowed,
  isHostAllowed,
  providedRole,
  type RolesClaim,
} from '../../../src/manage/sso/rules/sso-configuration.ts'

describe('the domains of a configuration', () => {
  it.each(['ann@shop.example', 'ann@SHOP.example', 'evil.example@shop.example', 'ann@xn--mller-kva.example'])(
    'let in %s',
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
  ])('are meant exactly: %j is of none of them', (email) => {
    expect(isDomainAllowed(email, { domains: ['shop.example'] })).toBe(false)
  })

  it('let in everybody where there are none', () => {
    expect(isDomainAllowed('ann@anywhere.example', {})).toBe(true)
  })
})

describe('an account at Google', () => {
  const isAllowed = (claims: Readonly<Record<string, unknown>>, domains?: readonly string[], issuer?: string) =>
    isHostAllowed({ issuer: issuer ?? 'https://accounts.google.com', claims }, { domains })

  it.each([{ hd: 'shop.example' }, { hd: 'SHOP.example' }])('is of a Workspace of the domains: %j', (claims) => {
    expect(isAllowed(claims, ['other.example', 'shop.example'])).toBe(true)
  })

  it.each([
    {},
    { hd: '' },
    { hd: 'other.example' },
    { hd: ['shop.example'] },
    { hd: true },
    Object.create({ hd: 'shop.example' }),
  ])('is a personal one, or of another Workspace, whatever its address: %j', (claims) => {
    for (const issuer of ['https://accounts.google.com', 'accounts.google.com'])
      expect(
        isAllowed({ email: 'ann+x@shop.example', email_verified: true, ...claims }, ['shop.example'], issuer),
      ).toBe(false)
  })

  it('is not asked for its Workspace where there are no domains, or at another provider', () => {
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

const roleOf = (said: unknown, defaultRole: 'admin' | 'member' = 'member') =>
  providedRole({ [RULE.claim]: said }, RULE, defaultRole)

describe('the role that a claim gives', () => {
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
  ])('%j is %s: the highest of its values, else the default', (said, role) => {
    expect(roleOf(said)).toBe(role)
  })

  it('is lower than the default where a value says so, and the default where none says anything', () => {
    expect([roleOf('staff', 'admin'), roleOf('nothing', 'admin')]).toEqual(['member', 'admin'])
  })

  it('is none where the token lacks the claim, whatever objects have by themselves', () => {
    expect(providedRole({}, RULE, 'admin')).toBeUndefined()
    expect(roleOf(null, 'admin')).toBeUndefined()
    for (const claim of ['constructor', 'toString', '__proto__'])
      expect(providedRole({}, { ...RULE, claim }, 'admin')).toBeUndefined()
  })

  it('is never that of an owner, whatever a provider says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('admin' as const, 'member' as const), (said, fallback) => {
        expect(['admin', 'member', undefined]).toContain(roleOf(said, fallback))
      }),
    )
  })
})
