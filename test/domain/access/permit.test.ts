import type { Caller } from '../../../src/access/rules/caller.ts'
import {
  type AccessRequirements,
  ANY_KEY,
  KEY_PERMISSIONS,
  permit,
  requireGrantable,
} from '../../../src/access/rules/permit.ts'
import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import type { DatabaseSettings } from '../../../src/manage/databases/rules/database-settings.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'

const shops: DatabaseSettings = {
  id: 'shops',
  organizationId: 1,
  name: 'shops',
  engine: 'any',
  requiresOrganizationScoping: true,
  policy: { version: 1, engine: 'any', tenant: { column: 'shop_id', type: 'integer' }, tables: {} },
  glossary: EMPTY_GLOSSARY,
}
const open: DatabaseSettings = { ...shops, requiresOrganizationScoping: false }

const server: Caller = { organizationId: 1, kind: 'organization', userId: 1 }
const widget: Caller = { ...server, kind: 'database', databaseId: 'shops', tenantId: '1' }
const { tenantId: _, ...widgetWithoutTenant } = widget

const chat: AccessRequirements = { permission: 'chat', keys: ANY_KEY, scope: 'optional' }
const history: AccessRequirements = { permission: 'history', keys: ANY_KEY, scope: 'required' }
const manage: AccessRequirements = { permission: 'manage', keys: ['organization'], scope: 'optional' }

/** Name of the problem, or `permitted`. */
const decision = (caller: Caller, needs: AccessRequirements, ownDatabase?: DatabaseSettings): string => {
  try {
    permit(caller, needs, ownDatabase)
    return 'permitted'
  } catch (error) {
    if (error instanceof Problem) return error.problem
    throw error
  }
}

it.each<[string, string, Caller, AccessRequirements, DatabaseSettings | undefined]>([
  ['an organization key', 'permitted', server, chat, undefined],
  [
    'an organization key with a tenant before a database is selected',
    'permitted',
    { ...server, tenantId: 'x' },
    chat,
    shops,
  ],
  ['history without a scope', 'scope_missing', server, history, undefined],
  ['history with a scope', 'permitted', { ...server, scopeId: 'ann' }, history, undefined],
  ['a database key with its tenant', 'permitted', widget, chat, shops],
  ['a database key without a tenant', 'tenant_missing', widgetWithoutTenant, chat, shops],
  ['a database key with an invalid tenant', 'tenant_invalid', { ...widget, tenantId: '0' }, chat, shops],
  ['a database key of an unscoped database', 'permitted', widgetWithoutTenant, chat, open],
  ['a database key with a tenant for an unscoped database', 'tenant_not_expected', widget, chat, open],
  ['a database key of a deleted database', 'database_not_found', widget, chat, undefined],
  ['history by a database key without a scope', 'scope_missing', widget, history, shops],
  ['a database key on a route for organization keys', 'key_not_permitted', widget, manage, shops],
  ['an organization key on a route for organization keys', 'permitted', server, manage, undefined],
])('permit for %s: %s', (_name, expected, caller, needs, ownDatabase) => {
  expect(decision(caller, needs, ownDatabase)).toBe(expected)
})

it('permit reports key_not_permitted before a missing scope or tenant', () => {
  expect(decision(widgetWithoutTenant, { ...manage, scope: 'required' }, undefined)).toBe('key_not_permitted')
})

describe('requireGrantable', () => {
  it.each([
    [KEY_PERMISSIONS, ['manage', 'chat']],
    [['history'], ['history']],
    [[], []],
  ] as const)('lets a grantor with %j grant %j', (permissions, wanted) => {
    expect(() => requireGrantable(permissions, wanted)).not.toThrow()
  })

  it('rejects permissions that the grantor lacks, naming the requested field or else the key', () => {
    const text = 'An API key can only grant permissions that it has itself: it lacks manage, chat.'
    const refused = (field?: string) => {
      try {
        requireGrantable(['history'], ['manage', 'history', 'chat'], field)
      } catch (error) {
        return error
      }
      throw new Error('not refused')
    }
    expect(refused()).toMatchObject({ problem: 'permission_missing', message: text, details: [{ field: 'X-API-Key' }] })
    const details = [{ field: 'permissions', message: text, code: 'AUTH_FAILED' }]
    expect(refused('permissions')).toMatchObject({ message: text, details })
  })
})
