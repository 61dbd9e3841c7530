import { existsSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { accepted } from '../contract/results.ts'
import { type Bench, openBench } from './with-engine.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const { signal } = new AbortController()

const describeSql = async (name: string, sql: string) => {
  const file = bench.files.path(name)
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
  return await bench.engine.describe(`sqlite:${file}`, signal)
}

describe('the description of an SQLite database', () => {
  it('has tables, columns, keys and row counts', async () => {
    const schema = await describeSql(
      'keys.sqlite',
      `CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT NOT NULL, "odd ""name""" DECIMAL(10,2), untyped);
       CREATE TABLE b (x INT, y INT, a_id INT REFERENCES a, PRIMARY KEY (y, x), FOREIGN KEY (x, y) REFERENCES b (y, x));
       INSERT INTO a (name) VALUES ('one'), ('two')`,
    )
    expect(schema.engine).toBe('sqlite')
    expect(schema.tables).toEqual([
      {
        name: 'a',
        columns: [
          { name: 'id', type: 'INTEGER', nullable: false },
          { name: 'name', type: 'TEXT', nullable: false },
          { name: 'odd "name"', type: 'DECIMAL(10,2)', nullable: true },
          { name: 'untyped', type: '', nullable: true },
        ],
        primaryKey: ['id'],
        foreignKeys: [],
        indexes: [['id']],
        rowCount: 2,
      },
      expect.objectContaining({
        name: 'b',
        primaryKey: ['y', 'x'],
        foreignKeys: [
          { columns: ['x', 'y'], refTable: 'b', refColumns: ['y', 'x'] },
          { columns: ['a_id'], refTable: 'a', refColumns: ['id'] },
        ],
        rowCount: 0,
      }),
    ])
  })

  it('has indexes up to their first expression, including keys and constraints, and no partial indexes', async () => {
    const { tables } = await describeSql(
      'indexes.sqlite',
      `CREATE TABLE a (id INTEGER PRIMARY KEY, x INT UNIQUE, y INT, z TEXT);
       CREATE INDEX i1 ON a (y, x, lower(z)); CREATE INDEX i2 ON a (lower(z), y); CREATE INDEX i3 ON a (z) WHERE y > 1;
       CREATE TABLE b (x INT, y INT, PRIMARY KEY (y, x)) WITHOUT ROWID;
       CREATE TABLE c (x INT)`,
    )
    expect(tables.map(({ name, indexes }) => [name, indexes])).toEqual([
      ['a', [['id'], ['y', 'x'], ['x']]],
      ['b', [['y', 'x']]],
      ['c', []],
    ])
  })

  it('has generated columns, and no views, virtual tables or internal tables of SQLite', async () => {
    const schema = await describeSql(
      'odd.sqlite',
      `CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a INT, b INT AS (a * 2), c INT AS (a * 3) STORED);
       INSERT INTO t (a) VALUES (2); ANALYZE;
       CREATE VIEW v AS SELECT * FROM t; CREATE VIRTUAL TABLE f USING fts5(body)`,
    )
    expect(schema.tables.map(({ name }) => name)).toEqual(['t'])
    expect(schema.tables[0]?.columns.map(({ name }) => name)).toEqual(['id', 'a', 'b', 'c'])
    const policy = { version: 1, engine: 'sqlite', tables: { '*': { mode: 'shared' } } } as const
    const query = accepted(await bench.engine.guard('SELECT b, c FROM t', { schema, policy, restriction: {} }))
    const limits = { timeoutMs: 5_000, rowsMax: 5, bytesMax: 1_000, signal, turnId: 't', owner: { organizationId: 1 } }
    const ran = await bench.engine.run(`sqlite:${bench.files.path('odd.sqlite')}`, query, limits)
    expect(ran).toMatchObject({ ok: true, result: { rows: [{ b: 4, c: 6 }] } })
    for (const hidden of ['v', 'f', 'f_data', 'sqlite_sequence', 'sqlite_stat1'])
      expect(await bench.engine.guard(`SELECT * FROM ${hidden}`, { schema, policy, restriction: {} })).toMatchObject({
        ok: false,
      })
  })

  it('estimates row counts from statistics, or from the range of rowids, without counting', async () => {
    const { tables } = await describeSql(
      'rows.sqlite',
      `CREATE TABLE analyzed (id INTEGER PRIMARY KEY, a INT); CREATE INDEX some ON analyzed (a) WHERE a > 5;
       CREATE TABLE counted (a INT); CREATE TABLE emptied (a INT); CREATE TABLE gaps (id INTEGER PRIMARY KEY);
       CREATE TABLE keyed (code TEXT PRIMARY KEY) WITHOUT ROWID; CREATE TABLE named (rowid TEXT, _rowid_ TEXT);
       CREATE TABLE shadowed (rowid INT, _rowid_ INT, oid INT); CREATE TABLE sparse (id INTEGER PRIMARY KEY);
       INSERT INTO analyzed (a) VALUES (1), (2); INSERT INTO emptied VALUES (1); ANALYZE; DELETE FROM emptied;
       DELETE FROM sqlite_stat1 WHERE tbl = 'analyzed';
       INSERT INTO sqlite_stat1 VALUES ('analyzed', 'some', '3 1'), ('Analyzed', NULL, '7000000 4'), ('keyed', NULL, 'x');
       INSERT INTO counted VALUES (1), (2), (3); INSERT INTO gaps VALUES (-2), (5); INSERT INTO keyed VALUES ('a');
       INSERT INTO named VALUES ('a', 'b'); INSERT INTO shadowed VALUES (1, 2, 3);
       INSERT INTO sparse VALUES (-9223372036854775808), (9223372036854775807)`,
    )
    expect(Object.fromEntries(tables.map(({ name, rowCount }) => [name, rowCount]))).toEqual({
      analyzed: 7_000_000,
      counted: 3,
      emptied: 0,
      gaps: 8,
      keyed: 0,
      named: 1,
      shadowed: undefined,
      sparse: undefined,
    })
  })

  it('reads the committed rows of a file in WAL mode that has a writer', async () => {
    const file = bench.files.path('wal.sqlite')
    const writer = new DatabaseSync(file)
    writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    expect((await bench.engine.describe(`sqlite:${file}`, signal)).tables[0]?.rowCount).toBe(1)
    writer.exec('BEGIN; INSERT INTO t VALUES (2); ')
    expect((await bench.engine.describe(`sqlite:${file}`, signal)).tables[0]?.rowCount).toBe(1)
    writer.exec('COMMIT')
    expect((await bench.engine.describe(`sqlite:${file}`, signal)).tables[0]?.rowCount).toBe(2)
    writer.close()
  })
})

describe('an SQLite address without a database is database_unreachable, and no file is created:', () => {
  it.each(['missing.sqlite', 'folder/missing.sqlite', 'missing.sqlite?mode=rwc'])('%s', async (name) => {
    const file = bench.files.path(name)
    const unreachable = { problem: 'database_unreachable' }
    await expect(bench.engine.describe(`sqlite:${file}`, signal)).rejects.toMatchObject(unreachable)
    const query = accepted(await bench.engine.guard('SELECT 1', bench.rules(1)))
    const limits = { timeoutMs: 5_000, rowsMax: 1, bytesMax: 100, signal, turnId: 't', owner: { organizationId: 1 } }
    await expect(bench.engine.run(`sqlite:${file}`, query, limits)).rejects.toMatchObject(unreachable)
    expect(existsSync(file)).toBe(false)
  })

  it('a text file', async () => {
    const file = bench.files.path('text.sqlite')
    writeFileSync(file, 'no database '.repeat(1_000))
    const failing = bench.engine.describe(`sqlite:${file}`, signal)
    await expect(failing).rejects.toMatchObject({
      problem: 'database_unreachable',
      message: expect.not.stringContaining('/'),
    })
  })
})
