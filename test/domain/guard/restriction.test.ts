import type { Caller } from '../../../src/access/rules/caller.ts'
import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import type { OwnerTypes } from '../../../src/guard/owner-types.ts'
import { restrict } from '../../../src/guard/restriction.ts'
import type { DatabaseSettings } from '../../../src/manage/databases/rules/database-settings.ts'

const database = (scopeType: 'integer' | 'string'): DatabaseSettings => ({
  id: 'd',
  organizationId: 1,
  name: 'shops',
  engine: 'sqlite',
  requiresOrganizationScoping: true,
  policy: {
    version: 1,
    engine: 'sqlite',
    tenant: { column: 'tenant_id', type: 'integer' },
    scope: { column: 'owner_id', type: scopeType, missing_scope: 'deny' },
    tables: {},
  },
  glossary: EMPTY_GLOSSARY,
})

const caller = (tenantId: string, scopeId: string): Caller => ({
  organizationId: 1,
  kind: 'organization',
  userId: 1,
  tenantId,
  scopeId,
})

describe('Scope on an integer column', () => {
  it.each([
    ['7', 7n],
    ['0', 0n],
    ['-5', -5n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
  ])('binds %s as an integer', (scope, value) => {
    expect(restrict(caller('1', scope), database('integer')).scope).toEqual({ type: 'integer', value })
  })

  it.each([
    'default',
    '',
    ' 7',
    '7 ',
    '07',
    '+7',
    '-0',
    '7.0',
    '7e0',
    '0x7',
    '٧',
    'NULL',
    '9223372036854775808',
    '1_0',
  ])('binds %p as a value that matches no row', (scope) => {
    expect(restrict(caller('1', scope), database('integer')).scope).toEqual({ type: 'nothing', value: null })
  })
})

it('a scope on a text column is bound as text', () => {
  expect(restrict(caller('1', '07'), database('string')).scope).toEqual({ type: 'string', value: '07' })
})

it.each(['0', '-5', '01', 'x', '9223372036854775808'])(
  'restrict rejects the tenant %s, which is not a positive integer',
  (tenant) => {
    expect(() => restrict(caller(tenant, '7'), database('integer'))).toThrow(
      expect.objectContaining({ problem: 'tenant_invalid' }),
    )
  },
)

it('a scope filters rows also of an unscoped database', () => {
  const open = { ...database('string'), requiresOrganizationScoping: false }
  const callerWithoutScope: Caller = { organizationId: 1, kind: 'organization', userId: 1 }
  expect(restrict({ ...callerWithoutScope, scopeId: 'ann' }, open)).toEqual({ scope: { type: 'string', value: 'ann' } })
  expect(restrict(callerWithoutScope, open)).toEqual({})
})

it('a tenant of type string is any text of 1 to 255 characters, unchanged', () => {
  const texts = database('integer')
  const named = { ...texts, policy: { ...texts.policy, tenant: { column: 'tenant', type: 'string' as const } } }
  for (const tenant of ['x', '007', 'x'.repeat(255)])
    expect(restrict(caller(tenant, '7'), named).tenant).toEqual({ type: 'string', value: tenant })
  for (const tenant of ['', 'x'.repeat(256)])
    expect(() => restrict(caller(tenant, '7'), named)).toThrow(expect.objectContaining({ problem: 'tenant_invalid' }))
})

it.each<[OwnerTypes, string]>([
  ['integer', 'X-Tenant-Id must be a positive integer.'],
  ['string', 'X-Tenant-Id must be text of 1 to 255 characters.'],
  ['objectId', 'X-Tenant-Id must be an ObjectId of 24 hexadecimal digits.'],
  ['uuid', 'X-Tenant-Id must be a UUID.'],
  [['integer', 'uuid'], 'X-Tenant-Id must be an integer or a UUID.'],
  [['integer', 'string'], 'X-Tenant-Id must be text of 1 to 255 characters.'],
])('restrict rejects a tenant that is not of type %s: %s', (type, message) => {
  const scoped = database('integer')
  const typed = { ...scoped, policy: { ...scoped.policy, tenant: { column: 'tenant', type } } }
  expect(() => restrict(caller('x'.repeat(256), '7'), typed)).toThrow(message)
})
