import { loadParser } from '../../../src/engines/postgres/language/parser.ts'
import { faultOf } from '../../../src/engines/postgres/verify/verify.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { generatedColumnsContract } from '../contract/generated-columns.ts'
import { postgresAdapter } from './adapter.ts'
import { emptyDatabase, onServer } from './fixture-database.ts'
import { rulesFor } from './guard-rules.ts'
import { usePostgres } from './use-postgres.ts'

const server = usePostgres(startPostgres)
const engine = postgresAdapter(server).start()
afterAll(() => engine.close())

describe('PostgreSQL generated column', () => {
  generatedColumnsContract(async () => {
    const { address } = await emptyDatabase((await server()).address)
    await onServer(address, async (client) => {
      await client.query(`CREATE TABLE people (id int PRIMARY KEY, tenant_id int, name text, salary int, weight int,
          band int GENERATED ALWAYS AS (salary / 1000) STORED, label text GENERATED ALWAYS AS (upper(name)) STORED,
          risky int GENERATED ALWAYS AS (100 / weight) VIRTUAL);
        INSERT INTO people (id, tenant_id, name, salary, weight) VALUES (1, 1, 'ann', 10999, 5), (2, 2, 'bob', 20999, 0)`)
    })
    return { engine, address, table: 'public.people' }
  })
})

it('a PostgreSQL generated column lists its source columns in all inheriting tables, which may differ', async () => {
  const { address } = await emptyDatabase((await server()).address)
  await onServer(address, async (client) => {
    await client.query(`CREATE TABLE people (a int, b int, c int, sum int GENERATED ALWAYS AS (a + 1) VIRTUAL);
      CREATE TABLE staff (sum int GENERATED ALWAYS AS (b + c) VIRTUAL) INHERITS (people)`)
  })
  const { tables } = await engine.describe(address, AbortSignal.timeout(60_000))
  const sources = tables.map(({ name, columns }) => [name, columns.find((one) => one.name === 'sum')?.generatedFrom])
  expect(sources).toEqual([
    ['people', ['a', 'b', 'c']],
    ['staff', ['b', 'c']],
  ])
})

describe('PostgreSQL verifier rejects', () => {
  const judge = async (statement: string, { hide, virtual }: { readonly hide?: string; readonly virtual?: true }) => {
    const rules = rulesFor(1)
    const computed = { generatedFrom: ['id'], ...(virtual && { virtual }) }
    const tables = rules.schema.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) => (column.name === 'status' ? { ...column, ...computed } : column)),
    }))
    const entry = { mode: 'tenant', ...(hide === undefined ? {} : { hide: [hide] }) } as const
    const policy = { ...rules.policy, tables: { ...rules.policy.tables, 'public.orders': entry } }
    const candidate = { engine: 'postgres', statement, parameters: [1n], tables: ['public.orders'], filters: [] }
    return faultOf(candidate, { ...rules, schema: { ...rules.schema, tables }, policy }, await loadParser())
  }
  const read = (column: string, fence = '') =>
    `SELECT 1 FROM (SELECT ${column} FROM public.orders WHERE tenant_id = CAST($1 AS bigint)${fence}) o`

  it('a column generated from a hidden column', async () => {
    expect(await judge(read('status'), { hide: 'id' })).toBe('a hidden column')
    expect(await judge(read('status'), { hide: 'total' })).toBeUndefined()
    expect(await judge(read('status'), {})).toBeUndefined()
  })

  it('a virtual generated column of a table without a fence', async () => {
    expect(await judge(read('status'), { virtual: true })).toBe('a computed column without a fence')
    expect(
      await judge(read('status', ' UNION ALL SELECT status FROM public.orders WHERE false OFFSET 0'), {
        virtual: true,
      }),
    ).toBeUndefined()
    expect(await judge(read('id'), { virtual: true })).toBeUndefined()
  })
})
