import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { NameFolding } from '../../../src/guard/name-folding.ts'
import type { Policy, TablePolicy } from '../../../src/guard/policy.ts'
import type { Restriction, RestrictionValue } from '../../../src/guard/restriction.ts'
import type { Schema, Table } from '../../../src/guard/schema.ts'
import { filtersOf, type TableAccess, tableAccess } from '../../../src/guard/table-access.ts'

const ASCII = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
const FOLDED: NameFolding = { table: ASCII, column: ASCII }
const AS_WRITTEN: NameFolding = { table: (name) => name, column: (name) => name }

const table = (name: string, ...columns: readonly string[]): Table => ({
  name,
  primaryKey: [],
  foreignKeys: [],
  columns: columns.map((column) => ({ name: column, type: 'INTEGER', nullable: true })),
})

const ORDERS = table('orders', 'id', 'tenant_id', 'owner', 'secret')
const ITEMS = table('items', 'id', 'order_id')
const NOTES = table('notes', 'id', 'item_id')
const MARKS = table('marks', 'id', 'note_id')
const STAMPS = table('stamps', 'id', 'mark_id')
const SCHEMA: Schema = { engine: 'any', tables: [ORDERS, ITEMS, NOTES, MARKS, STAMPS] }

const TENANT: RestrictionValue = { type: 'integer', value: 7n }
const SCOPE: RestrictionValue = { type: 'string', value: 'ann' }
const BOTH: Restriction = { tenant: TENANT, scope: SCOPE }

interface Case {
  readonly tables: Readonly<Record<string, TablePolicy>>
  readonly restriction?: Restriction
  readonly schema?: Schema
  readonly policy?: Partial<Policy>
  readonly folding?: NameFolding
}

const accessOf = (
  one: Table,
  { tables, restriction = { tenant: TENANT }, schema = SCHEMA, policy, folding = FOLDED }: Case,
): TableAccess | undefined => {
  const tenant = { column: 'tenant_id', type: 'integer' } as const
  const rules: GuardRules = { schema, restriction, policy: { version: 1, engine: 'any', tenant, ...policy, tables } }
  return tableAccess(one, rules, folding)
}

const rulesOf = (one: Table, given: Case) => accessOf(one, given)?.rules

const own = (column: string, { by = 'tenant', bound = TENANT, orShared = false }: Partial<OwnRule> = {}) => ({
  kind: 'own',
  column,
  bound,
  by,
  orShared,
})
type OwnRule = { readonly by: 'tenant' | 'scope'; readonly bound: RestrictionValue; readonly orShared: boolean }

describe('Visible rows of a table', () => {
  it('are filtered by the tenant column of the database, with all columns', () => {
    expect(accessOf(ORDERS, { tables: { orders: { mode: 'tenant' } } })).toEqual({
      table: ORDERS,
      columns: ['id', 'tenant_id', 'owner', 'secret'],
      rules: [own('tenant_id')],
    })
  })
  it.each(['tenant', 'tenantRoot', 'sharedOrOwn'] as const)(
    'are filtered by the own column of a table with mode %s',
    (mode) => {
      expect(rulesOf(ORDERS, { tables: { orders: { mode, column: 'id' } } })).toEqual([
        own('id', { orShared: mode === 'sharedOrOwn' }),
      ])
    },
  )
  it('include rows without a tenant in mode sharedOrOwn', () => {
    expect(rulesOf(ORDERS, { tables: { orders: { mode: 'sharedOrOwn' } } })).toEqual([
      own('tenant_id', { orShared: true }),
    ])
  })
  it('are all rows in mode shared', () => {
    expect(rulesOf(ITEMS, { tables: { items: { mode: 'shared' } } })).toEqual([])
  })
  it('are all rows for a caller without restriction, in every mode but deny', () => {
    const restriction = {}
    for (const entry of [
      ...[{ mode: 'tenant' }, { mode: 'tenantRoot' }, { mode: 'sharedOrOwn' }, { mode: 'shared' }],
      ...[{ mode: 'via', fk: 'gone', ref: 'gone.gone' }],
    ] as const)
      expect(rulesOf(ITEMS, { tables: { items: entry }, restriction })).toEqual([])
    expect(accessOf(ITEMS, { tables: { items: { mode: 'deny' } }, restriction })).toBeUndefined()
  })
  it('are filtered by a bound that matches no row', () => {
    const nothing: RestrictionValue = { type: 'nothing', value: null }
    expect(rulesOf(ORDERS, { tables: { orders: { mode: 'tenant' } }, restriction: { tenant: nothing } })).toEqual([
      own('tenant_id', { bound: nothing }),
    ])
  })
})

describe('Denied table', () => {
  const denied = (one: Table, given: Case) => expect(accessOf(one, given)).toBeUndefined()

  it('has mode deny or no entry', () => {
    denied(ORDERS, { tables: { orders: { mode: 'deny' } } })
    denied(ORDERS, { tables: {} })
    denied(ORDERS, { tables: { items: { mode: 'shared' } } })
  })
  it('has the name of an inherited property and no entry', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      denied(table(name, 'tenant_id'), { tables: { orders: { mode: 'shared' } } })
  })
  it('has no tenant column: missing in the table, or not configured', () => {
    denied(ITEMS, { tables: { items: { mode: 'tenant' } } })
    for (const mode of ['tenant', 'tenantRoot', 'sharedOrOwn'] as const)
      denied(ORDERS, { tables: { orders: { mode, column: 'gone' } } })
    const rules = {
      schema: SCHEMA,
      policy: { version: 1, engine: 'any', tables: { orders: { mode: 'tenant' } } },
    } as const
    expect(tableAccess(ORDERS, { ...rules, restriction: { tenant: TENANT } }, FOLDED)).toBeUndefined()
  })
  it('has only hidden columns', () => {
    denied(ITEMS, { tables: { items: { mode: 'shared', hide: ['id', 'ORDER_ID'] } } })
  })
})

describe('Entry *', () => {
  it('applies only to tables without an entry', () => {
    const tables = { '*': { mode: 'tenant' }, items: { mode: 'deny' } } as const
    expect(rulesOf(ORDERS, { tables })).toEqual([own('tenant_id')])
    expect(accessOf(ITEMS, { tables })).toBeUndefined()
    expect(accessOf(ITEMS, { tables: { '*': { mode: 'tenant' } } })).toBeUndefined()
  })
  it('hides columns', () => {
    expect(accessOf(ORDERS, { tables: { '*': { mode: 'shared', hide: ['secret'] } } })?.columns).not.toContain('secret')
  })
})

describe('Child table with mode via', () => {
  const via = (fk: string, ref: string): TablePolicy => ({ mode: 'via', fk, ref })
  const chain = {
    orders: { mode: 'tenant' },
    items: via('order_id', 'orders.id'),
    notes: via('item_id', 'items.id'),
    marks: via('note_id', 'notes.id'),
    stamps: via('mark_id', 'marks.id'),
  } as const

  it('is filtered through up to three parents', () => {
    const below = (column: string, parent: Table, rules: unknown) => [
      { kind: 'parent', column, parent, parentColumn: 'id', rules },
    ]
    const ofItems = below('order_id', ORDERS, [own('tenant_id')])
    expect(rulesOf(ITEMS, { tables: chain })).toEqual(ofItems)
    expect(rulesOf(MARKS, { tables: chain })).toEqual(below('note_id', NOTES, below('item_id', ITEMS, ofItems)))
  })
  it('is denied beyond three parents and in a cycle', () => {
    expect(accessOf(STAMPS, { tables: chain })).toBeUndefined()
    expect(accessOf(ITEMS, { tables: { items: via('order_id', 'items.id') } })).toBeUndefined()
    const circle = { items: via('order_id', 'notes.id'), notes: via('item_id', 'items.id') }
    expect(accessOf(ITEMS, { tables: circle })).toBeUndefined()
  })
  it('is denied if a parent or key is missing or unnamed', () => {
    for (const entry of [
      ...[via('gone', 'orders.id'), via('order_id', 'orders.gone'), via('order_id', 'gone.id')],
      ...[via('order_id', 'orders'), via('order_id', '.id'), via('order_id', '')],
    ])
      expect(accessOf(ITEMS, { tables: { orders: { mode: 'tenant' }, items: entry } })).toBeUndefined()
    const alone: Schema = { engine: 'any', tables: [ITEMS] }
    expect(accessOf(ITEMS, { tables: chain, schema: alone })).toBeUndefined()
  })
  it('is denied if its parent is denied, unlisted or shared', () => {
    const items = via('order_id', 'orders.id')
    for (const orders of [{ mode: 'deny' }, { mode: 'shared' }, { mode: 'tenant', column: 'gone' }] as const)
      expect(accessOf(ITEMS, { tables: { items, orders } })).toBeUndefined()
    expect(accessOf(ITEMS, { tables: { items } })).toBeUndefined()
  })
  it('references a parent of another schema by its qualified name', () => {
    const orders = { ...ORDERS, schema: 'sales' }
    const items = { ...ITEMS, schema: 'sales' }
    const schema: Schema = { engine: 'any', tables: [orders, items] }
    const tables = { 'sales.orders': { mode: 'tenant' }, 'sales.items': via('order_id', 'sales.orders.id') } as const
    expect(rulesOf(items, { tables, schema })).toMatchObject([{ kind: 'parent', parent: orders, parentColumn: 'id' }])
    expect(
      accessOf(items, { tables: { ...tables, 'sales.items': via('order_id', 'orders.id') }, schema }),
    ).toBeUndefined()
    expect(accessOf(ITEMS, { tables, schema })).toBeUndefined()
  })
  it('is filtered once by the scope of its parent', () => {
    const scope = { column: 'owner', type: 'string', missing_scope: 'deny' } as const
    const found = rulesOf(ITEMS, { tables: chain, restriction: BOTH, policy: { scope } })
    expect(found).toMatchObject([{ rules: [own('tenant_id'), own('owner', { by: 'scope', bound: SCOPE })] }])
    expect(found).toHaveLength(1)
    const onlyScope = rulesOf(ITEMS, { tables: chain, restriction: { scope: SCOPE }, policy: { scope } })
    expect(onlyScope).toMatchObject([{ rules: [own('owner', { by: 'scope', bound: SCOPE })] }])
  })
})

describe('Scope', () => {
  const deny = { column: 'owner', type: 'string', missing_scope: 'deny' } as const
  const ignore = { ...deny, missing_scope: 'ignore' } as const
  const byOwner = own('owner', { by: 'scope', bound: SCOPE })

  it('filters in addition to the tenant, by the column of the database or of the table', () => {
    const restriction = BOTH
    const tables = { orders: { mode: 'tenant' } } as const
    expect(rulesOf(ORDERS, { tables, restriction, policy: { scope: deny } })).toEqual([own('tenant_id'), byOwner])
    const ownColumn = { orders: { mode: 'shared', scope_column: 'secret' } } as const
    expect(rulesOf(ORDERS, { tables: ownColumn, restriction, policy: { scope: deny } })).toEqual([
      own('secret', { by: 'scope', bound: SCOPE }),
    ])
  })
  it('filters nothing if it is not given', () => {
    expect(rulesOf(ORDERS, { tables: { orders: { mode: 'tenant' } }, policy: { scope: deny } })).toEqual([
      own('tenant_id'),
    ])
  })
  it('denies a table without the scope column, unless missing_scope is ignore', () => {
    const given = { tables: { items: { mode: 'shared' } }, restriction: BOTH } as const
    expect(accessOf(ITEMS, { ...given, policy: { scope: deny } })).toBeUndefined()
    expect(accessOf(ITEMS, { ...given, policy: {} })).toBeUndefined()
    expect(rulesOf(ITEMS, { ...given, policy: { scope: ignore } })).toEqual([])
  })
  it('denies a table whose own scope column is missing, for every missing_scope', () => {
    for (const scope of [deny, ignore]) {
      const tables = { orders: { mode: 'tenant', scope_column: 'gone' } } as const
      expect(accessOf(ORDERS, { tables, restriction: BOTH, policy: { scope } })).toBeUndefined()
    }
  })
})

describe('Hidden columns', () => {
  it('are omitted, in any letter case of the policy', () => {
    const hide = ['SECRET', 'tenant_id']
    expect(accessOf(ORDERS, { tables: { orders: { mode: 'tenant', hide } } })).toMatchObject({
      columns: ['id', 'owner'],
      rules: [own('tenant_id')],
    })
  })
})

describe('Names in a policy', () => {
  const Orders = table('Orders', 'ID', 'Tenant_Id', 'Secret')
  const schema: Schema = { engine: 'any', tables: [Orders, ITEMS] }

  it('match in any case if the engine folds case: tables, columns, parents and hidden columns', () => {
    const tables = {
      ORDERS: { mode: 'tenant', column: 'TENANT_ID', hide: ['SECRET'] },
      items: { mode: 'via', fk: 'ORDER_ID', ref: 'oRDERS.id' },
    } as const
    expect(accessOf(Orders, { tables, schema })).toMatchObject({
      columns: ['ID', 'Tenant_Id'],
      rules: [own('Tenant_Id')],
    })
    expect(rulesOf(ITEMS, { tables, schema })).toMatchObject([
      { column: 'order_id', parent: Orders, parentColumn: 'ID', rules: [own('Tenant_Id')] },
    ])
  })
  it('match only in the same case if the engine does not fold case', () => {
    const folding = AS_WRITTEN
    expect(accessOf(Orders, { tables: { orders: { mode: 'shared' } }, schema, folding })).toBeUndefined()
    const column = 'tenant_id'
    expect(accessOf(Orders, { tables: { Orders: { mode: 'tenant', column } }, schema, folding })).toBeUndefined()
    const items = { mode: 'via', fk: 'order_id', ref: 'orders.ID' } as const
    const tables = { Orders: { mode: 'tenant', column: 'Tenant_Id' }, items } as const
    expect(accessOf(ITEMS, { tables, schema, folding })).toBeUndefined()
    expect(
      accessOf(Orders, { tables: { Orders: { mode: 'shared', hide: ['SECRET'] } }, schema, folding })?.columns,
    ).toEqual(['ID', 'Tenant_Id', 'Secret'])
  })
  it('match by separate rules for tables and columns', () => {
    const folding = { ...AS_WRITTEN, column: ASCII }
    const tables = { Orders: { mode: 'tenant', column: 'TENANT_ID' }, orders: { mode: 'deny' } } as const
    expect(rulesOf(Orders, { tables, schema, folding })).toEqual([own('Tenant_Id')])
    expect(accessOf(table('orders', 'tenant_id'), { tables, schema, folding })).toBeUndefined()
  })
  it('are resolved again for another engine', () => {
    const tables = { ORDERS: { mode: 'tenant' } } as const
    const rules: GuardRules = {
      schema: SCHEMA,
      restriction: { tenant: TENANT },
      policy: { version: 1, engine: 'any', tenant: { column: 'tenant_id', type: 'integer' }, tables },
    }
    expect(tableAccess(ORDERS, rules, FOLDED)).toBeDefined()
    expect(tableAccess(ORDERS, rules, AS_WRITTEN)).toBeUndefined()
    expect(tableAccess(ORDERS, rules, FOLDED)).toBeDefined()
  })
  it('prefer the exact name to an equivalent name', () => {
    const tables = { ORDERS: { mode: 'shared' }, orders: { mode: 'deny' } } as const
    expect(accessOf(ORDERS, { tables })).toBeUndefined()
    expect(accessOf(table('ORDERS', 'id'), { tables })).toBeDefined()
  })
})

describe('filtersOf', () => {
  it('returns the restrictions that filter a table itself or through its parents', () => {
    const scope = { column: 'owner', type: 'string', missing_scope: 'ignore' } as const
    const tables = {
      orders: { mode: 'tenant' },
      items: { mode: 'via', fk: 'order_id', ref: 'orders.id' },
      notes: { mode: 'shared' },
    } as const
    const access = (one: Table, restriction: Restriction): readonly TableAccess[] =>
      [accessOf(one, { tables, restriction, policy: { scope } })].filter((found) => found !== undefined)
    expect(filtersOf(access(ITEMS, BOTH))).toEqual(['tenant', 'scope'])
    expect(filtersOf(access(ITEMS, { tenant: TENANT }))).toEqual(['tenant'])
    expect(filtersOf(access(ITEMS, { scope: SCOPE }))).toEqual(['scope'])
    expect(filtersOf(access(NOTES, BOTH))).toEqual([])
    expect(filtersOf([...access(NOTES, BOTH), ...access(ORDERS, BOTH)])).toEqual(['tenant', 'scope'])
    expect(filtersOf([])).toEqual([])
  })
})
