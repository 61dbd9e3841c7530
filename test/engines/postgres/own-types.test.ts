import type { Policy } from '../../../src/guard/policy.ts'
import type { RestrictionValue } from '../../../src/guard/restriction.ts'
import type { Schema } from '../../../src/guard/schema.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { never } from '../contract/contract-bench.ts'
import type { LoadedDatabase } from '../contract/engine-adapter.ts'
import { accepted, cells } from '../contract/results.ts'
import { postgresAdapter } from './adapter.ts'
import { emptyDatabase, onServer } from './fixture-database.ts'
import { usePostgres } from './use-postgres.ts'

const server = usePostgres(startPostgres)
const engine = postgresAdapter(server).start()
const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** The type of a tenant column, and the tenants of the first and second row. */
const COLUMNS: readonly (readonly [string, string, string])[] = [
  ['text', 'ann', 'ANN'],
  ['varchar(20)', '42', '042'],
  ['char(5)', 'ann', 'bob'],
  ['text COLLATE any_case', 'ann', 'bob'],
  ['bigint', '42', '43'],
  ['smallint', '42', '43'],
  ['numeric(12,2)', '42', '43'],
  ['uuid', UUID, UUID.replace('0f', '1f')],
  ['region', 'north', 'South Pole'],
  ['place.region', 'left', 'right'],
  ['word', 'ann', 'ANN'],
  ['number', '42', '43'],
  ['small_number', '42', '43'],
  ['citext', 'ann', 'ANN'],
  ['mild_region', 'north', 'South Pole'],
]

describe('S50 PostgreSQL tenant column', () => {
  let database: LoadedDatabase
  let schema: Schema

  beforeAll(async () => {
    database = await emptyDatabase((await server()).address)
    await onServer(database.address, async (client) => {
      await client.query(`CREATE COLLATION any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
        CREATE TYPE region AS ENUM ('north', 'South Pole', 'west');
        CREATE SCHEMA place; CREATE TYPE place.region AS ENUM ('left', 'right');
        CREATE DOMAIN mild_region AS region CHECK (VALUE <> 'west');
        CREATE DOMAIN word AS text CHECK (VALUE <> 'nobody');
        CREATE DOMAIN number AS bigint CHECK (VALUE > 0);
        CREATE DOMAIN small_number AS number CHECK (VALUE < 1000);
        CREATE EXTENSION citext;
        CREATE TYPE address AS (street text, zip int);`)
      for (const [index, [type, first, second]] of COLUMNS.entries()) {
        await client.query(`CREATE TABLE t${index} (k ${type}, v int, mood region, home address)`)
        await client.query(
          `INSERT INTO t${index} VALUES ($1, 1, 'north', ROW('First', 1)), ($2, 2, 'South Pole', ROW('Second', 2))`,
          [first, second],
        )
      }
    })
    schema = await engine.describe(database.address, never())
  })
  afterAll(async () => {
    await engine.close()
    await database.remove()
  })

  const ask = async (table: number, bound: RestrictionValue, draft = `SELECT v FROM t${table} ORDER BY v`) => {
    const type = bound.type === 'integer' ? 'integer' : 'string'
    const policy: Policy = {
      version: 1,
      engine: 'postgres',
      tenant: { column: 'k', type },
      tables: { [`public.t${table}`]: { mode: 'tenant' } },
    }
    const query = accepted(await engine.guard(draft, { schema, policy, restriction: { tenant: bound } }))
    const limits = { timeoutMs: 30_000, rowsMax: 100, bytesMax: 100_000, turnId: 'test', signal: never() }
    const ran = await engine.run(database.address, query, { ...limits, owner: { organizationId: 1 } })
    return ran.ok ? cells(ran.result).flat() : ran.refusal
  }
  const text = (value: string): RestrictionValue => ({ type: 'string', value })

  it.each(COLUMNS.map(([type, first, second], index) => ({ type, first, second, index })))(
    'of type $type matches exactly its value, and any other value without an error',
    async ({ first, second, index }) => {
      expect(await ask(index, text(first))).toEqual([1])
      expect(await ask(index, text(second))).toEqual([2])
      for (const other of [
        'Ann',
        ' 42',
        '+42',
        '42.0',
        '4e1',
        '0x2a',
        'nobody',
        '',
        'North',
        `${first} `,
        UUID.toUpperCase(),
        '9'.repeat(40),
        '\0',
        "'",
      ])
        expect({ other, found: await ask(index, text(other)) }).toEqual({ other, found: [] })
      expect(await ask(index, { type: 'nothing', value: null })).toEqual([])
    },
  )

  it('of a numeric or text type matches an integer tenant', async () => {
    for (const [index, [type, first]] of COLUMNS.entries())
      if (first === '42')
        expect({ type, found: await ask(index, { type: 'integer', value: 42n }) }).toEqual({ type, found: [1] })
    expect(await ask(4, { type: 'integer', value: 2n ** 63n - 1n })).toEqual([])
  })

  it('of any type with exact comparison uses its index', async () => {
    for (const [index, [type, first]] of COLUMNS.entries()) {
      // A tenant is compared exactly, which the index of a type with its own collation does not support.
      if (type.includes('COLLATE') || type === 'citext') continue
      const bound = text(first)
      const policy: Policy = {
        version: 1,
        engine: 'postgres',
        tenant: { column: 'k', type: 'string' },
        tables: { [`public.t${index}`]: { mode: 'tenant' } },
      }
      const { statement, parameters } = accepted(
        await engine.guard(`SELECT v FROM t${index}`, { schema, policy, restriction: { tenant: bound } }),
      )
      const plan = await onServer(database.address, async (client) => {
        await client.query(`CREATE INDEX ON t${index} (k)`)
        await client.query("SET enable_seqscan = off; SET search_path = 'pg_catalog'")
        return (
          await client.query(
            `EXPLAIN ${statement}`,
            parameters.map((value) => String(value)),
          )
        ).rows
      })
      expect({ type, plan: JSON.stringify(plan) }).toEqual({ type, plan: expect.stringContaining('Index Cond') })
    }
  })

  describe('in a table with user-defined types, drafts', () => {
    it.each([
      ['cast to an enumeration', "SELECT v FROM t4 WHERE mood = 'north'::region", [1]],
      ['name the schema of an enumeration', "SELECT v FROM t4 WHERE mood = CAST('north' AS public.region)", [1]],
      ['cast to an array of an enumeration', "SELECT v FROM t4 WHERE mood = ANY ('{north}'::region[])", [1]],
      [
        'compare with labels of an enumeration',
        "SELECT v FROM t4 WHERE mood IN ('north') AND mood < 'South Pole'",
        [1],
      ],
      ['read a field of a composite column', 'SELECT (home).street FROM t4', ['First']],
      [
        'read a field of a composite column through an alias',
        'SELECT (x.home).zip FROM t4 x WHERE (x.home).zip > 0',
        [1],
      ],
    ])('can %s', async (_, draft, found) => {
      expect(await ask(4, text('42'), draft)).toEqual(found)
    })

    it.each([
      ["SELECT 'a'::word FROM t4", /no type word to cast to\. Cast to text instead/],
      ["SELECT '1'::small_number FROM t4", /Cast to bigint instead/],
      ["SELECT ROW('a', 1)::address FROM t4", /no type address/],
      ["SELECT 'left'::place.other FROM t4", /no type place\.other/],
      ["SELECT 'x'::pg_catalog.region FROM t4", /no type/],
      ['SELECT (home).nothing FROM t4', /no column/],
      ['SELECT (home).pg_ls_dir FROM t4', /no column/],
      ['SELECT (x.h).street FROM (SELECT home AS h FROM t4) x', /no column/],
      ['SELECT (home).* FROM t4', /all fields of a column/],
    ])('are refused with a hint: %s', async (draft, hint) => {
      const policy: Policy = {
        version: 1,
        engine: 'postgres',
        tenant: { column: 'k', type: 'string' },
        tables: { 'public.t4': { mode: 'tenant' } },
      }
      const result = await engine.guard(draft, { schema, policy, restriction: { tenant: text('42') } })
      expect(result).toMatchObject({ ok: false, refusal: { hint: expect.stringMatching(hint), repairable: true } })
    })
  })
})
