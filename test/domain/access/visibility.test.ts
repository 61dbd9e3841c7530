import type { Caller } from '../../../src/access/rules/caller.ts'
import { type DocumentOwner, isVisible, ownerOf, visibleTo } from '../../../src/access/rules/visibility.ts'

const organization: Caller = { organizationId: 1, kind: 'organization', userId: 1 }
const database: Caller = { ...organization, kind: 'database', databaseId: 'shops' }

/** Everything that can be stored, in small: two of each. */
const things: readonly DocumentOwner[] = [1, 2].flatMap((organizationId) =>
  ['ann', 'default'].flatMap((scopeId) =>
    ['shops', 'farms'].flatMap((databaseId) =>
      ['1', '2', undefined].map((tenantId) => ({
        ...{ organizationId, scopeId, databaseId },
        ...(tenantId === undefined ? {} : { tenantId }),
      })),
    ),
  ),
)

const textOf = ({ organizationId, scopeId, databaseId, tenantId }: DocumentOwner): string =>
  [organizationId, scopeId, databaseId, tenantId ?? '-'].join(' ')
const seenBy = (caller: Caller): string[] => things.filter((thing) => isVisible(thing, caller)).map(textOf)

const inScope = (scope: string, ...rest: readonly string[]) => rest.map((one) => `1 ${scope} ${one}`)
const ALL = ['shops 1', 'shops 2', 'shops -', 'farms 1', 'farms 2', 'farms -']

describe('what a caller may see', () => {
  it.each<[string, Caller, string[]]>([
    ['an organization key without a tenant: all of its scope', organization, inScope('default', ...ALL)],
    ['an organization key with a scope', { ...organization, scopeId: 'ann' }, inScope('ann', ...ALL)],
    [
      'an organization key with a tenant: that tenant in every database',
      { ...organization, tenantId: '2' },
      inScope('default', 'shops 2', 'farms 2'),
    ],
    ['a database key with a tenant', { ...database, tenantId: '1' }, inScope('default', 'shops 1')],
    ['a database key with tenant and scope', { ...database, tenantId: '1', scopeId: 'ann' }, ['1 ann shops 1']],
    ['a database key without a tenant: what belongs to none', database, inScope('default', 'shops -')],
    ['a database key without a database', { ...organization, kind: 'database', tenantId: '1' }, []],
    ['another organization', { ...organization, organizationId: 3 }, []],
    ['a tenant that only looks alike', { ...organization, tenantId: '01' }, []],
    ['a scope that only looks alike', { ...organization, scopeId: 'Ann' }, []],
  ])('%s', (_, caller, seen) => {
    expect(seenBy(caller)).toEqual(seen)
  })

  it('asks a store for the same: every field that decides, and null for one that must not be there', () => {
    expect(visibleTo(organization)).toEqual({ organizationId: 1, scopeId: 'default' })
    expect(visibleTo({ ...organization, tenantId: '2', scopeId: 'ann' })).toEqual({
      ...{ organizationId: 1, scopeId: 'ann', tenantId: '2' },
    })
    expect(visibleTo(database)).toEqual({
      ...{ organizationId: 1, scopeId: 'default', tenantId: null, databaseId: 'shops' },
    })
  })
})

describe('what a caller makes', () => {
  it('is what that caller sees again, filed under its scope', () => {
    for (const caller of [organization, database, { ...database, tenantId: '1', scopeId: 'ann' }])
      expect([caller, isVisible(ownerOf(caller, 'shops'), caller)]).toEqual([caller, true])
    expect(ownerOf(organization, 'farms')).toEqual({ organizationId: 1, scopeId: 'default', databaseId: 'farms' })
  })
})
