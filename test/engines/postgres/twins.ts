import type { EngineTwins } from '../contract/noninterference/engine-twins.ts'
import { SHAPE_TABLES } from '../contract/noninterference/shape-tables.ts'
import { type ShapeTable, sqlShape } from '../contract/noninterference/sql-shapes.ts'
import type { Others } from '../contract/noninterference/twin-tables.ts'
import { onServer } from './fixture-database.ts'
import { postgresExpressions } from './interference-grammar.ts'

/** Columns of types that only PostgreSQL has: name, declared type, and type name in the catalog. */
const COLUMNS = [
  ['flag', 'boolean', 'bool'],
  ['moment', 'timestamptz', 'timestamptz'],
  ['span', 'interval', 'interval'],
  ['doc', 'jsonb', 'jsonb'],
  ['raw', 'json', 'json'],
  ['tags', 'text[]', '_text'],
  ['numbers', 'int[]', '_int4'],
  ['ref', 'uuid', 'uuid'],
  ['host', 'inet', 'inet'],
  ['days', 'daterange', 'daterange'],
  ['words', 'tsvector', 'tsvector'],
  ['bytes', 'bytea', 'bytea'],
  ['mood', 'mood', 'mood'],
  ['place', 'place', 'place'],
  ['bits', 'varbit', 'varbit'],
] as const

/** Values of each column: in visible rows, and in the hidden rows of either twin. */
const VALUES: Readonly<Record<Exclude<Others, 'nobody'> | 'visible', readonly (readonly string[])[]>> = {
  visible: [
    ['t', 'f'],
    ['2024-01-01 10:00+00', '2024-03-01 12:30+00'],
    ['1 day', '2 hours'],
    ['{"page": 1, "tags": ["t1"]}', '[1, 2]'],
    ['{"page": 1}', '[1]'],
    ['{a,b}', '{}'],
    ['{1,2}', '{}'],
    ['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000002'],
    ['10.0.0.1', '192.168.0.0/16'],
    ['[2024-01-01,2024-02-01)', 'empty'],
    ['cat:1 mat:2', ''],
    ['\\x00ff', '\\x'],
    ['happy', 'sad'],
    ['(Berlin,1)', '(Oslo,)'],
    ['0101', '1'],
  ],
  one: [
    ['t'],
    ['1999-12-31 00:00+00', 'infinity'],
    ['178000000 years', '-1 day'],
    ['"X"', '{"note": "X", "page": 1}'],
    ['"X"', '{"page": 7}'],
    ['{x\\\\,NULL}', '{a}'],
    ['{2147483647,0}', '{NULL}'],
    ['00000000-0000-0000-0000-0000000000ff'],
    ['::1', '10.0.0.0/8'],
    ['(,)', '[1999-12-31,)'],
    ['dog:7', 'cat:1A'],
    ['abc', '\\xff'],
    ['sad', 'lost'],
    ['(Berlin,7)', '("",0)'],
    ['', '11111111'],
  ],
  other: [
    ['f'],
    ['4713-01-01 00:00+00 BC', '2030-06-15 00:00+00'],
    ['00:00:00', '3 months'],
    ['{"note": ["X", {"page": null}]}', '7', 'null'],
    ['7', '{"page": "1"}'],
    ['{SE%,"a%\\\\"}', '{"[0:1]"}'],
    ['{-2147483648}', '{3,3,3}'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['0.0.0.0/0', 'fe80::/64'],
    ['[2030-01-01,2030-01-02)', '(,2024-01-15)'],
    ['bird', 'mat:1'],
    ['\\x5c', '\\x61625c'],
    ['happy'],
    ['(Rome,-1)', '(,)', '("x\\\\",3)'],
    ['1010', '0'],
  ],
}

const ROWS = { visible: 12, one: 40, other: 90 }

/** The order in which rows are inserted. */
const ORDER = { nobody: ['visible'], one: ['one', 'visible'], other: ['visible', 'other'] } as const

/** A table for the column types that only PostgreSQL has; the fixture has those of every engine. */
const THINGS = 'public.things'

export const POSTGRES_TWINS: EngineTwins = {
  cases: 200,
  room: { anyKind: false, longText: 3_000 },
  moreTables: { [THINGS]: { mode: 'tenant' } },
  settle: (address, others, { tenant, scope }) =>
    onServer(address, async (client) => {
      await client.query("CREATE TYPE mood AS ENUM ('happy', 'sad', 'lost')")
      await client.query('CREATE TYPE place AS (town text, number int)')
      const declared = COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')
      await client.query(`CREATE TABLE things (id bigint PRIMARY KEY, tenant_id bigint, owner text, ${declared})`)
      for (const of of ORDER[others]) {
        const first = of === 'visible' ? 1_000 : 2_000
        for (let index = 0; index < ROWS[of]; index++) {
          const values = VALUES[of].map((pool) => pool[(index * 3 + (index >> 2)) % pool.length] ?? null)
          const ours = of === 'visible' || (scope !== undefined && index % 2 === 0)
          const owner = of === 'visible' ? (scope ?? 'ann') : 'nobody'
          const all = [first + index, ours ? tenant : tenant + 1, owner, ...values]
          const places = all.map((_, place) => `$${place + 1}`).join(', ')
          await client.query(`INSERT INTO things VALUES (${places})`, all)
        }
      }
      await client.query('ANALYZE')
    }),
  stretching: [
    "SELECT id FROM customers WHERE name LIKE '%a%a%a%a%a%a%b'",
    "SELECT id FROM customers WHERE name ~ '^(a*)(a*)(a*)\\1\\2\\3b$'",
    "SELECT id FROM item_notes WHERE note ~ '^(a*)(a*)(a*)\\1\\2\\3b$'",
    "SELECT id FROM price_list WHERE sku SIMILAR TO '(a|aa)+b'",
    'SELECT id FROM item_notes WHERE length(repeat(note, 3000)) > 5',
    "SELECT o.id FROM orders o JOIN customers c ON c.name ~ '^(a*)(a*)\\1\\2b$' AND c.id = o.customer_id",
  ],
  plans: [
    ...[0, 1].map((of) => (address: string, twins: readonly string[]) => planAs(address, twins[of] ?? '')),
    ...['hashjoin', 'nestloop', 'mergejoin', 'material', 'seqscan'].map((way) => async (address: string) => {
      const name = new URL(address).pathname.slice(1)
      await onServer(address, (client) => client.query(`ALTER DATABASE ${name} SET enable_${way} = off`))
    }),
  ],
  grammar: async (address, constants) => {
    const expressions = await postgresExpressions(address, constants)
    const tables = await tablesOf(address)
    return (choose) => sqlShape(choose, expressions, tables)
  },
}

/** Copies the planner statistics of another database, without its values. */
const planAs = async (address: string, like: string): Promise<void> => {
  const sizes = await onServer(like, async (client) => {
    const { rows } = await client.query<{ relname: string; relpages: string; reltuples: string }>(
      `SELECT relname, relpages, reltuples FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples >= 0`,
    )
    return rows
  })
  const shares = await onServer(like, async (client) => {
    const { rows } = await client.query<
      Record<'tablename' | 'attname' | 'null_frac' | 'avg_width' | 'n_distinct', string>
    >("SELECT tablename, attname, null_frac, avg_width, n_distinct FROM pg_stats WHERE schemaname = 'public'")
    return rows
  })
  await onServer(address, async (client) => {
    for (const { tablename, attname, null_frac, avg_width, n_distinct } of shares) {
      await client.query(`SELECT pg_clear_attribute_stats('public', $1, $2, false)`, [tablename, attname])
      await client.query(
        `SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', $1::text, 'attname', $2::text, 'inherited', false,
           'null_frac', $3::real, 'avg_width', $4::int, 'n_distinct', $5::real)`,
        [tablename, attname, null_frac, avg_width, n_distinct],
      )
    }
    for (const { relname, relpages, reltuples } of sizes)
      await client.query(
        `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', $2::int, 'reltuples', $3::real)`,
        [relname, relpages, reltuples],
      )
  })
}

/** Tables and visible columns from the server's catalog, without the column whose name must be quoted. */
const tablesOf = async (address: string): Promise<readonly [ShapeTable, ...ShapeTable[]]> => {
  const columns = await onServer(address, async (client) => {
    const { rows } = await client.query<{ relation: string; name: string; kind: string }>(
      `SELECT relname AS relation, attname AS name, typname AS kind FROM pg_attribute
       JOIN pg_class c ON c.oid = attrelid JOIN pg_type t ON t.oid = atttypid
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 ORDER BY relname, attnum`,
    )
    return rows
  })
  const all = [...SHAPE_TABLES, 'things'].map((name) => ({
    name,
    columns: columns
      .filter((column) => column.relation === name && column.name !== 'password_hash' && column.name !== 'order')
      .map(({ name: text, kind }) => ({ text, kind })),
  }))
  const [first, ...more] = all
  if (first === undefined) throw new Error('no tables')
  return [first, ...more]
}
