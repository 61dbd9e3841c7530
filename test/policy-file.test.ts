import { DEMO_POLICY } from '../demo/policy.ts'
import { readPolicy, readSchema } from '../src/manage/databases/policy-file.ts'
import { FileInvalid } from '../src/manage/written-files/input-file.ts'

const FULL = {
  version: 1,
  engine: 'postgres',
  tenant: { column: 'tenant_id', type: 'integer' },
  scope: { column: 'user_id', type: 'string', missing_scope: 'deny' },
  tables: {
    'public.tenants': { mode: 'tenantRoot', column: 'id' },
    'public.customers': { mode: 'tenant', hide: ['password_hash'] },
    'public.encounters': { mode: 'tenant', column: 'org_id', scope_column: 'doctor_id' },
    'public.order_items': { mode: 'via', fk: 'order_id', ref: 'orders.id' },
    'public.countries': { mode: 'shared' },
    'public.price_list': { mode: 'sharedOrOwn' },
    '*': { mode: 'deny' },
  },
} as const

const SCHEMA = {
  engine: 'postgres',
  tables: [
    {
      schema: 'public',
      name: 'orders',
      columns: [{ name: 'id', type: 'bigint', nullable: false }],
      primaryKey: ['id'],
      foreignKeys: [{ columns: ['id'], refTable: 'public.x', refColumns: ['id'] }],
    },
  ],
}

const mistakesOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof FileInvalid) return error.message
    throw error
  }
  throw new Error('no mistake was reported')
}

describe('Policy file', () => {
  it('can contain everything that a policy contains', () => {
    const items = { mode: 'via', fk: 'order_id', ref: 'public.orders.id' }
    expect(readPolicy(FULL)).toEqual({ ...FULL, tables: { ...FULL.tables, 'public.order_items': items } })
    expect(readPolicy(JSON.parse(JSON.stringify(DEMO_POLICY)))).toEqual(DEMO_POLICY)
  })

  it('may omit schemas: tables use the default schema, referenced tables that of the referencing table', () => {
    const via = { mode: 'via', fk: 'order_id', ref: 'orders.id' } as const
    const tables = { orders: { mode: 'tenant' }, items: via, 'sales.items': via, '*': { mode: 'deny' } } as const
    const rest = { version: 1, tenant: FULL.tenant } as const
    expect(readPolicy({ ...rest, engine: 'postgres', tables }).tables).toEqual({
      'public.orders': { mode: 'tenant' },
      'public.items': { ...via, ref: 'public.orders.id' },
      'sales.items': { ...via, ref: 'sales.orders.id' },
      '*': { mode: 'deny' },
    })
    expect(readPolicy({ ...rest, engine: 'mysql', tables }).tables).toEqual(tables)
    const [, items] = readSchema({
      engine: 'postgres',
      tables: [
        { name: 'orders', columns: [] },
        {
          schema: 'sales',
          name: 'items',
          columns: [],
          foreignKeys: [{ columns: ['id'], refTable: 'orders', refColumns: ['id'] }],
        },
      ],
    }).tables
    expect([items?.schema, items?.foreignKeys[0]?.refTable]).toEqual(['sales', 'sales.orders'])
  })

  it('is rejected with the locations of all mistakes at once', () => {
    const tables = {
      'public.orders': { mode: 'tenant', hiden: ['ssn'] },
      items: { mode: 'via', fk: 'order_id', ref: 'orders' },
      users: { mode: 'open' },
      notes: { mode: 'shared', hide: 'ssn' },
    }
    const message = mistakesOf(() => readPolicy({ ...FULL, version: 2, tables, tenant: { column: 'x', type: 'uuid' } }))
    expect(message.split('\n').map((line) => line.trim().split(': ')[0])).toEqual([
      'The policy is not valid:',
      'version',
      'tenant.type',
      'tables["public.orders"].hiden',
      'tables.items.ref',
      'tables.users.mode',
      'tables.notes.hide',
    ])
    expect(message).toContain('tables["public.orders"].hiden: is unknown')
  })

  it.each([
    ['an unknown key', { ...FULL, tenants: {} }, 'tenants: is unknown'],
    ['no tables', { version: 1, engine: 'x' }, 'tables: is required'],
    ['tables that are a number', { version: 1, engine: 'x', tables: 3 }, 'tables: must be a JSON object'],
    ['a list', [], 'the whole'],
    ['null', null, 'the whole'],
    [
      'a tenant table without a tenant column',
      { version: 1, engine: 'x', tables: { a: { mode: 'tenant' } } },
      'tables.a: tenant requires a column, or `tenant` at the top of the policy',
    ],
  ])('is rejected with %s', (_, value, mistake) => {
    expect(mistakesOf(() => readPolicy(value))).toContain(mistake)
  })

  it('may name several owner types only for document databases', () => {
    const types = (type: unknown, engine: string) => ({
      version: 1,
      engine,
      tables: {},
      tenant: { column: 'a', type },
      scope: { column: 'b', type, missing_scope: 'deny' },
    })
    for (const type of ['integer', 'string', 'objectId', 'uuid', ['integer', 'string'], ['objectId', 'uuid', 'string']])
      expect(readPolicy(types(type, 'mongodb')).tenant).toEqual({ column: 'a', type })
    for (const type of [[], ['integer', 'integer'], ['date'], 'date', 5, null])
      expect(mistakesOf(() => readPolicy(types(type, 'mongodb')))).toContain(
        'tenant.type: must be integer, string, objectId or uuid, or a list of these without duplicates',
      )
    for (const engine of ['postgres', 'mysql', 'sqlite'])
      for (const type of [['integer', 'string'], ['integer'], 'objectId', 'uuid']) {
        const mistakes = mistakesOf(() => readPolicy(types(type, engine)))
        for (const who of ['tenant', 'scope'])
          expect(mistakes).toContain(
            `${who}.type: must be integer or string: other types, or several types, are only supported for document databases`,
          )
      }
  })
})

describe('Schema file', () => {
  it('equals the description of a database', () => {
    expect(readSchema(SCHEMA)).toEqual(SCHEMA)
  })

  it('keeps the source columns of generated columns', () => {
    const column = { name: 'b', type: 'int', nullable: true, generatedFrom: ['a'], virtual: true }
    const columns = [{ name: 'a', type: 'int', nullable: true }, column]
    const file = { engine: 'mysql', tables: [{ name: 't', columns, primaryKey: [], foreignKeys: [] }] }
    expect(readSchema(file)).toEqual(file)
    const odd = { ...file, tables: [{ name: 't', columns: [{ ...column, virtual: false }] }] }
    expect(mistakesOf(() => readSchema(odd))).toContain('tables[0].columns[0].virtual')
  })

  it('keeps comments, normalized as in a description', () => {
    const file = (comment: unknown, ofColumn: unknown) => ({
      engine: 'mysql',
      tables: [
        ...[{ name: 't', columns: [{ name: 'a', type: 'int', nullable: true, comment: ofColumn }], primaryKey: [] }],
      ].map((table) => ({ ...table, foreignKeys: [], comment })),
    })
    const written = file('What was sold', 'In cents')
    expect(readSchema(written)).toEqual(written)
    expect(readSchema(file('What\nwas sold', 'x'.repeat(1_000)))).toEqual(file('What was sold', `${'x'.repeat(299)}…`))
    expect(mistakesOf(() => readSchema(file(7, ['x'])))).toMatch(/columns\[0\]\.comment.*tables\[0\]\.comment/s)
  })

  it('is rejected with the location of a mistake', () => {
    const tables = [{ name: 'a', columns: [{ name: 'id', type: 'int' }] }]
    expect(mistakesOf(() => readSchema({ engine: 'x', tables }))).toContain('tables[0].columns[0].nullable')
  })
})
