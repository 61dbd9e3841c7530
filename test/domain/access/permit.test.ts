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
  ...{ id: 'shops', organizationId: 1, name: 'shops', engine: 'any', requiresOrganizationScoping: true },
  policy: { version: 1, engine: 'any', tenant: { column: 'shop_id', type: 'integer' }, tables: {} },
  glossary: EMPTY_GLOSSARY,
}
const open: DatabaseSettings = { ...shops, requiresOrganizationScoping: false }

const server: Caller = { organizationId: 1, kind: 'organization', userId: 1 }
const widget: Caller = { ...server, kind: 'database', databaseId: 'shops', tenantId: '1' }
const { tenantId: _, ...nobody } = widget

const chat: AccessRequirements = { permission: 'chat', keys: ANY_KEY, scope: 'optional' }
const history: AccessRequirements = { permission: 'history', keys: ANY_KEY, scope: 'required' }
const manage: AccessRequirements = { permission: 'manage', keys: ['organization'], scope: 'optional' }

/** The name of the problem, or `permitted`. */
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
    'an organization key whose tenant no database has judged yet',
    'permitted',
    { ...server, tenantId: 'x' },
    chat,
    shops,
  ],
  ['history without a scope', 'scope_missing', server, history, undefined],
  ['history with a scope', 'permitted', { ...server, scopeId: 'ann' }, history, undefined],
  ['a database key with its tenant', 'permitted', widget, chat, shops],
  ['a database key without a tenant', 'tenant_missing', nobody, chat, shops],
  ['a database key with a tenant that is none', 'tenant_invalid', { ...widget, tenantId: '0' }, chat, shops],
  ['a database key of an unscoped database', 'permitted', nobody, chat, open],
  ['a database key that names a tenant there', 'tenant_not_expected', widget, chat, open],
  ['a database key whose database is gone', 'database_not_found', widget, chat, undefined],
  ['a database key, history without a scope', 'scope_missing', widget, history, shops],
  ['a database key where only organization keys may', 'key_not_permitted', widget, manage, shops],
  ['an organization key there', 'permitted', server, manage, undefined],
])('%s: %s', (_name, expected, caller, needs, ownDatabase) => {
  expect(decision(caller, needs, ownDatabase)).toBe(expected)
})

it('says nothing of scope or tenant to a key that may not use the route at all', () => {
  expect(decision(nobody, { ...manage, scope: 'required' }, undefined)).toBe('key_not_permitted')
})

describe('what somebody gives away', () => {
  it.each([
    [KEY_PERMISSIONS, ['manage', 'chat']],
    [['history'], ['history']],
    [[], []],
  ] as const)('may be all of what they may do: of %j, %j', (permissions, wanted) => {
    expect(() => requireGrantable(permissions, wanted)).not.toThrow()
  })

  it('is no more than that, and what is lacking is told of the field that asks for it, or else of the key', () => {
    const text = 'An API key can only grant permissions that it has itself: it lacks manage, chat.'
    const refused = (field?: string) => {
      try {
        requireGrantable(['history'], ['manage', 'history', 'chat'], field)
      } catch (error) {
        return error
      }
      throw new Error('nothing was refused')
    }
    expect(refused()).toMatchObject({ problem: 'permission_missing', message: text, details: [{ field: 'X-API-Key' }] })
    const details = [{ field: 'permissions', message: text, code: 'AUTH_FAILED' }]
    expect(refused('permissions')).toMatchObject({ message: text, details })
  })
})
