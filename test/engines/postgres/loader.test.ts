import { type NewTable, TablesExist } from '../../../src/engines/loader.ts'
import { postgresEngine } from '../../../src/engines/postgres/engine.ts'
import { loaderOf } from '../../support/loader-of.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { never } from '../contract/contract-bench.ts'
import { onServer } from './fixture-database.ts'
import { usePostgres } from './use-postgres.ts'

const server = usePostgres(startPostgres)
const engine = postgresEngine({ allowPrivateHosts: true })
afterAll(() => engine.close())

const loader = loaderOf('postgres')

const column = (name: string, type: NewTable['columns'][number]['type'], nullable = true) => ({ name, type, nullable })
const SHOPS: NewTable = {
  name: 'shops',
  columns: [column('id', 'integer', false), column('name', 'text', false)],
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [],
  rows: [
    [1n, "it's"],
    [2, 'two'],
  ],
}
const SALES: NewTable = {
  schema: 'Sales Dep',
  name: 'sales',
  columns: [
    ...[column('id', 'integer', false), column('shop', 'integer'), column('price', 'decimal'), column('share', 'real')],
    ...[
      column('day', 'date'),
      column('at', 'datetime'),
      column('paid', 'boolean'),
      column('tags', { declared: 'text[]' }),
    ],
  ],
  primaryKey: ['id'],
  foreignKeys: [{ columns: ['shop'], refTable: 'public.shops', refColumns: ['id'] }],
  indexes: [['shop', 'day']],
  rows: Array.from({ length: 5_000 }, (_, id) => [
    ...[9007199254740993n + BigInt(id), (id % 2) + 1, '12.3450', 0.1, '2026-11-21', '2026-11-21 08:30:00'],
    ...[id % 3 === 0 ? null : id % 3 === 1, '{a,b}'],
  ]),
}
const LOAD = { replace: false, signal: never() }

describe('PostgreSQL loader', () => {
  it('loads tables into a scratch database and removes that database', async () => {
    const { address } = await server()
    const scratch = await loader.scratch(address, never())
    await loader.load(scratch.address, [SHOPS, SALES], LOAD)
    const { tables } = await engine.describe(scratch.address, never())
    expect(tables).toMatchObject([
      {
        schema: 'Sales Dep',
        name: 'sales',
        rowCount: 5_000,
        primaryKey: ['id'],
        columns: [
          { name: 'id', type: 'bigint', nullable: false },
          ...[
            'bigint',
            'numeric(19,4)',
            'double precision',
            'date',
            'timestamp without time zone',
            'boolean',
            'text[]',
          ].map((type) => ({ type, nullable: true })),
        ],
        foreignKeys: [{ columns: ['shop'], refTable: 'public.shops', refColumns: ['id'] }],
      },
      { schema: 'public', name: 'shops', rowCount: 2 },
    ])
    const { rows } = await onServer(scratch.address, (client) =>
      client.query('SELECT * FROM "Sales Dep".sales ORDER BY id LIMIT 1'),
    )
    expect(rows).toEqual([
      {
        id: '9007199254740993',
        shop: '1',
        price: '12.3450',
        share: '0.1',
        day: '2026-11-21',
        at: '2026-11-21 08:30:00',
        paid: null,
        tags: '{a,b}',
      },
    ])
    await scratch.remove()
    await expect(engine.describe(scratch.address, never())).rejects.toMatchObject({ problem: 'database_unreachable' })
  })

  it('replaces existing tables only with `replace`, and loads all tables or none', async () => {
    const scratch = await loader.scratch((await server()).address, never())
    const count = async () => (await engine.describe(scratch.address, never())).tables.map(({ rowCount }) => rowCount)
    await loader.load(scratch.address, [SHOPS], LOAD)
    const again = loader.load(scratch.address, [SALES, { ...SHOPS, rows: [] }], LOAD)
    await expect(again).rejects.toEqual(new TablesExist(['public.shops']))
    expect(await count()).toEqual([2])
    const broken = { ...SALES, rows: [[1, 99, null, null, null, null, null, null]] }
    await expect(loader.load(scratch.address, [SHOPS, broken], { ...LOAD, replace: true })).rejects.toThrow()
    expect(await count()).toEqual([2])
    await loader.load(scratch.address, [{ ...SHOPS, rows: [] }], { ...LOAD, replace: true })
    expect(await count()).toEqual([0])
    await scratch.remove()
  })

  it('names the missing right of a user that may not create databases', async () => {
    const { address } = await server()
    await onServer(address, (client) => client.query("CREATE ROLE humble LOGIN PASSWORD 'h'"))
    const url = Object.assign(new URL(address), { username: 'humble', password: 'h' })
    await expect(loader.scratch(url.href, never())).rejects.toMatchObject({
      problem: 'database_unreachable',
      message: expect.stringContaining('CREATEDB'),
    })
  })
})
