import type { Caller } from '../../../src/access/rules/caller.ts'
import { type DocumentOwner, isVisible, ownerOf, visibleTo } from '../../../src/access/rules/visibility.ts'

const organization: Caller = { organizationId: 1, kind: 'organization', userId: 1 }
const database: Caller = { ...organization, kind: 'database', databaseId: 'shops' }

/** Records of every combination of two organizations, scopes, databases and tenants. */
const records: readonly DocumentOwner[] = [1, 2].flatMap((organizationId) =>
  ['ann', 'default'].flatMap((scopeId) =>
    ['shops', 'farms'].flatMap((databaseId) =>
      ['1', '2', undefined].map((tenantId) => ({
        organizationId,
        scopeId,
        databaseId,
        ...(tenantId === undefined ? {} : { tenantId }),
      })),
    ),
  ),
)

const textOf = ({ organizationId, scopeId, databaseId, tenantId }: DocumentOwner): string =>
  [organizationId, scopeId, databaseId, tenantId ?? '-'].join(' ')
const seenBy = (caller: Caller): string[] => records.filter((record) => isVisible(record, caller)).map(textOf)

const inScope = (scope: string, ...rest: readonly string[]) => rest.map((one) => `1 ${scope} ${one}`)
const ALL = ['shops 1', 'shops 2', 'shops -', 'farms 1', 'farms 2', 'farms -']

describe('Visible records', () => {
  it.each<[string, Caller, string[]]>([
    ['an organization key without a tenant: all records of its scope', organization, inScope('default', ...ALL)],
    ['an organization key with a scope', { ...organization, scopeId: 'ann' }, inScope('ann', ...ALL)],
    [
      'an organization key with a tenant: the records of that tenant in every database',
      { ...organization, tenantId: '2' },
      inScope('default', 'shops 2', 'farms 2'),
    ],
    ['a database key with a tenant', { ...database, tenantId: '1' }, inScope('default', 'shops 1')],
    ['a database key with tenant and scope', { ...database, tenantId: '1', scopeId: 'ann' }, ['1 ann shops 1']],
    ['a database key without a tenant: the records without a tenant', database, inScope('default', 'shops -')],
    ['a database key without a database', { ...organization, kind: 'database', tenantId: '1' }, []],
    ['another organization', { ...organization, organizationId: 3 }, []],
    ['a tenant id with a leading zero', { ...organization, tenantId: '01' }, []],
    ['a scope in another case', { ...organization, scopeId: 'Ann' }, []],
  ])('of %s', (_, caller, seen) => {
    expect(seenBy(caller)).toEqual(seen)
  })

  it('have the same conditions in a store filter, with null for a field that must be absent', () => {
    expect(visibleTo(organization)).toEqual({ organizationId: 1, scopeId: 'default' })
    expect(visibleTo({ ...organization, tenantId: '2', scopeId: 'ann' })).toEqual({
      organizationId: 1,
      scopeId: 'ann',
      tenantId: '2',
    })
    expect(visibleTo(database)).toEqual({
      organizationId: 1,
      scopeId: 'default',
      tenantId: null,
      databaseId: 'shops',
    })
  })
})

describe('Owner of a new record', () => {
  it('has the scope of the caller, who can see the record', () => {
    for (const caller of [organization, database, { ...database, tenantId: '1', scopeId: 'ann' }])
      expect([caller, isVisible(ownerOf(caller, 'shops'), caller)]).toEqual([caller, true])
    expect(ownerOf(organization, 'farms')).toEqual({ organizationId: 1, scopeId: 'default', databaseId: 'farms' })
  })
})
