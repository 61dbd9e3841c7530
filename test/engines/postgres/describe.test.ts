import { postgresEngine } from '../../../src/engines/postgres/engine.ts'
import { enumLabels } from '../../../src/guard/enum-labels.ts'
import type { Schema } from '../../../src/guard/schema.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { never } from '../contract/contract-bench.ts'
import type { LoadedDatabase } from '../contract/engine-adapter.ts'
import { ODD_COMMENTS } from '../contract/odd-comments.ts'
import { emptyDatabase, onServer } from './fixture-database.ts'
import { usePostgres } from './use-postgres.ts'

const server = usePostgres(startPostgres)
const engine = postgresEngine({ allowPrivateHosts: true })
let database: LoadedDatabase
beforeEach(async () => {
  database = await emptyDatabase((await server()).address)
})
afterEach(() => database.remove())
afterAll(() => engine.close())

const described = async (sql: string, change: (url: URL) => URL = (url) => url): Promise<Schema> => {
  await onServer(database.address, (client) => client.query(`${sql}; SELECT pg_stat_force_next_flush()`))
  return await engine.describe(change(new URL(database.address)).href, never())
}

const namesOf = ({ tables }: Schema): readonly string[] => tables.map(({ schema, name }) => `${schema}.${name}`)

describe('schema of a PostgreSQL database', () => {
  it('contains the tables of all schemas, and no views, foreign tables, temporary tables or partitions', async () => {
    const schema = await described(`
      CREATE SCHEMA "Sales Dep";
      CREATE TABLE "Sales Dep"."Order" (id int PRIMARY KEY);
      CREATE TABLE orders (id int PRIMARY KEY);
      CREATE VIEW seen AS SELECT * FROM orders;
      CREATE MATERIALIZED VIEW kept AS SELECT * FROM orders;
      CREATE FOREIGN DATA WRAPPER w; CREATE SERVER s FOREIGN DATA WRAPPER w; CREATE FOREIGN TABLE far (id int) SERVER s;
      CREATE TABLE parted (id int, day date) PARTITION BY RANGE (day);
      CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
      INSERT INTO parted SELECT n, '2026-02-03' FROM generate_series(1, 7) n;
      CREATE TABLE child () INHERITS (orders);
      CREATE SEQUENCE numbers;
      CREATE TEMP TABLE passing (id int)`)
    expect(namesOf(schema)).toEqual(['Sales Dep.Order', 'public.child', 'public.orders', 'public.parted'])
    expect(schema.tables.at(-1)).toMatchObject({ rowCount: 7 })
  })

  it('contains declared types, and composite keys in column order, across schemas', async () => {
    const schema = await described(`
      CREATE SCHEMA crm;
      CREATE TYPE mood AS ENUM ('sad', 'ok');
      CREATE TABLE crm.leads (b int, a text, PRIMARY KEY (a, b));
      CREATE TABLE calls (x int NOT NULL, y text, gone int, m mood, n numeric(10,2), t timestamptz, tags text[], c varchar(20),
        twice int GENERATED ALWAYS AS (x * 2) STORED,
        FOREIGN KEY (y, x) REFERENCES crm.leads (a, b));
      ALTER TABLE calls DROP COLUMN gone`)
    expect(schema.tables).toMatchObject([
      { schema: 'crm', name: 'leads', primaryKey: ['a', 'b'] },
      {
        columns: [
          { name: 'x', type: 'integer', nullable: false },
          { name: 'y', type: 'text', nullable: true },
          { name: 'm', type: 'public.mood', nullable: true },
          { name: 'n', type: 'numeric(10,2)' },
          { name: 't', type: 'timestamp with time zone' },
          { name: 'tags', type: 'text[]' },
          { name: 'c', type: 'character varying(20)' },
          { name: 'twice', type: 'integer' },
        ],
        primaryKey: [],
        foreignKeys: [{ columns: ['y', 'x'], refTable: 'crm.leads', refColumns: ['a', 'b'] }],
      },
    ])
  })

  it('contains indexes that support equality, up to their first expression, and no partial indexes', async () => {
    const { tables } = await described(`
      CREATE TABLE a (id int PRIMARY KEY, x int UNIQUE, y int, z text, j jsonb);
      CREATE INDEX i1 ON a (y, x, lower(z)) INCLUDE (j); CREATE INDEX i2 ON a (lower(z), y);
      CREATE INDEX i3 ON a (z) WHERE y > 1; CREATE INDEX i4 ON a USING gin (j); CREATE INDEX i5 ON a USING hash (z);
      CREATE TABLE b (x int, day date NOT NULL, PRIMARY KEY (x, day)) PARTITION BY RANGE (day);
      CREATE TABLE b_1 PARTITION OF b FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
      CREATE TABLE c (x int)`)
    expect(tables.map(({ name, indexes }) => [name, indexes])).toEqual([
      ['a', [['id'], ['x'], ['y', 'x'], ['z']]],
      ['b', [['x', 'day']]],
      ['c', []],
    ])
  })

  it('contains only the tables and columns that the role may read', async () => {
    const schema = await described(
      `DO $$ BEGIN CREATE ROLE reader LOGIN PASSWORD 'r'; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
      CREATE SCHEMA closed; CREATE TABLE closed.inner_one (id int); GRANT SELECT ON closed.inner_one TO reader;
      CREATE TABLE whole (id int, name text); GRANT SELECT ON whole TO reader;
      CREATE TABLE part (id int, secret text); GRANT SELECT (id) ON part TO reader; INSERT INTO part VALUES (1, 'x');
      CREATE TABLE written (id int); GRANT INSERT ON written TO reader`,
      (url) => Object.assign(url, { username: 'reader', password: 'r' }),
    )
    expect(namesOf(schema)).toEqual(['public.part', 'public.whole'])
    expect(schema.tables[0]).toMatchObject({ columns: [{ name: 'id' }], rowCount: 1 })
  })

  it('contains the row counts that the server has in its statistics, for 500 tables', async () => {
    const schema = await described(`
      DO $$ BEGIN FOR n IN 1..500 LOOP
        EXECUTE format('CREATE TABLE t%s (id int PRIMARY KEY, a text, b int)', lpad(n::text, 3, '0'));
      END LOOP; END $$;
      INSERT INTO t007 SELECT n FROM generate_series(1, 150000) n; ANALYZE t007;
      INSERT INTO t008 SELECT n FROM generate_series(1, 100001) n;
      INSERT INTO t009 SELECT n FROM generate_series(1, 9) n; ANALYZE t009; DELETE FROM t009 WHERE id > 5`)
    expect(schema.tables).toHaveLength(500)
    const rowCount = (name: string) => schema.tables.find((table) => table.name === name)?.rowCount
    expect(rowCount('t001')).toBe(0)
    expect(rowCount('t007')).toBeGreaterThan(100_000)
    expect(rowCount('t008')).toBe(100_001)
    expect(rowCount('t009')).toBe(9)
  })

  it('sums the row counts of nested partitions and of inheriting tables', async () => {
    const { tables } = await described(`
      CREATE TABLE parted (id int, day date) PARTITION BY RANGE (day);
      CREATE TABLE p1 PARTITION OF parted FOR VALUES FROM ('2026-01-01') TO ('2027-01-01') PARTITION BY LIST (id);
      CREATE TABLE p11 PARTITION OF p1 FOR VALUES IN (1); CREATE TABLE p12 PARTITION OF p1 FOR VALUES IN (2);
      INSERT INTO parted VALUES (1, '2026-02-03'), (2, '2026-02-03'), (2, '2026-02-03'); ANALYZE parted;
      CREATE TABLE parent (id int); CREATE TABLE child () INHERITS (parent);
      INSERT INTO parent VALUES (1); INSERT INTO child VALUES (2), (3)`)
    expect(tables.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ...[['child', 2] as const, ['parent', 3] as const, ['parted', 3] as const],
    ])
  })

  it('is read without reading rows or waiting for locked tables', async () => {
    await described('CREATE TABLE locked (id int); CREATE TABLE open (id int); INSERT INTO locked VALUES (1), (2)')
    await onServer(database.address, async (client) => {
      await client.query('BEGIN; LOCK TABLE locked, open IN ACCESS EXCLUSIVE MODE')
      const { tables } = await engine.describe(database.address, never())
      expect(tables.map(({ name, rowCount }) => [name, rowCount])).toEqual([
        ['locked', 2],
        ['open', 0],
      ])
    })
  })

  it('contains the labels of enumerations, and of arrays and domains of enumerations', async () => {
    const { tables, types } = await described(`
      CREATE TYPE mood AS ENUM ('sad', '"; DROP'); CREATE DOMAIN mild AS mood CHECK (VALUE <> 'sad');
      CREATE TABLE a (m mood, mm mood[], d mild, t text)`)
    expect(tables[0]?.columns.map(({ type }) => enumLabels(types)(type)?.labels)).toEqual([
      ...Array.from({ length: 3 }, () => ['sad', '"; DROP']),
      undefined,
    ])
  })

  it('contains comments of tables and columns with any characters, on one line and truncated', async () => {
    const named = (index: number) => (index === 0 ? '"""; DROP"' : `"${index}${'é'.repeat(31)}"`)
    const columns = ODD_COMMENTS.map((_, index) => `${named(index)} int`)
    const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
    const { tables } = await described(`
      CREATE TABLE a (gone int, ${columns.join()}, plain int); COMMENT ON COLUMN a.gone IS 'gone';
      CREATE TABLE b (id int PRIMARY KEY); COMMENT ON CONSTRAINT b_pkey ON b IS 'no table';
      COMMENT ON TABLE a IS 'All of it'; ALTER TABLE a DROP COLUMN gone;
      ${ODD_COMMENTS.map(([text], index) => `COMMENT ON COLUMN a.${named(index)} IS ${literal(text)}`).join(';')}`)
    expect(tables.map(({ comment }) => comment)).toEqual(['All of it', undefined])
    expect(tables[0]?.columns.map(({ comment }) => comment)).toEqual([
      ...ODD_COMMENTS.map(([, kept]) => kept),
      undefined,
    ])
    expect(tables[0]?.columns.slice(0, 2).map(({ name }) => name)).toEqual(['"; DROP', `1${'é'.repeat(31)}`])
  })

  it('contains only the first 300 characters of each comment, even if all comments exceed the result limit', async () => {
    const { tables } = await described(`
      DO $$ BEGIN
        CREATE TABLE a (id int);
        FOR n IN 1..70 LOOP
          EXECUTE format('ALTER TABLE a ADD c%s int', n);
          EXECUTE format('COMMENT ON COLUMN a.c%s IS %L', n, repeat('x', 1000000));
        END LOOP;
      END $$`)
    expect(tables[0]?.columns.slice(1).every(({ comment }) => comment?.length === 300)).toBe(true)
  })
})
