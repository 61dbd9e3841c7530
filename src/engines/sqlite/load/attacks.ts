import type { AttackTemplates } from '../../shared/attack-templates.ts'

const RAISE = 'abs(-9223372036854775807 - 1)'
const NUMBERS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)'

/** A text that exceeds the maximum length, and a pattern that is too complex, if a condition is true. */
const overlong = (condition: string): string => `printf('%.*c', CASE WHEN ${condition} THEN 900000000 ELSE 1 END, 'x')`
const involved = (condition: string): string =>
  `replace(printf('%.*c', CASE WHEN ${condition} THEN 60000 ELSE 1 END, 'x'), 'x', '%')`

/** An expression that takes very long. */
const ENDLESS = '(WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n)'

/** Attacks in syntax that only SQLite accepts. */
export const SQLITE_ATTACKS: AttackTemplates = {
  plain: [
    'SELECT rowid, * FROM {t}',
    'SELECT oid FROM {t}',
    'SELECT * FROM {t} INDEXED BY {raw}_1',
    'SELECT * FROM {t} NOT INDEXED',
  ],
  subselect: [
    'SELECT {id} FROM {t} WHERE {id} IN {denied}',
    'SELECT {id} FROM {t} WHERE {id} IN main.{draw}',
    'SELECT group_concat({id} ORDER BY (SELECT MAX({dc}) FROM {denied})) FROM {t}',
    'SELECT SUM({id}) FILTER (WHERE (SELECT COUNT(*) FROM {t2}) > 4) FROM {t}',
    'SELECT iif((SELECT COUNT(*) FROM {t2} WHERE {tenant2} = {foreign}), 1, 0)',
  ],
  set: [
    'VALUES (1) UNION SELECT {dc} FROM {denied}',
    'SELECT {id} FROM {t} UNION ALL VALUES ((SELECT MAX({dc}) FROM {denied}))',
  ],
  shadow: [
    'WITH sqlite_master AS (SELECT * FROM main.sqlite_master) SELECT * FROM sqlite_master',
    'WITH {raw} AS (SELECT * FROM main.{raw}) SELECT * FROM {raw}',
    'WITH x AS MATERIALIZED (SELECT * FROM {denied}) SELECT * FROM x',
    'WITH x AS NOT MATERIALIZED (SELECT * FROM {t}) SELECT * FROM x WHERE {tenant} = {foreign}',
  ],
  name: [
    'SELECT * FROM main.{draw}',
    'SELECT main.{draw}.{dc} FROM {t}',
    'SELECT main.abs(1)',
    "SELECT * FROM 'main'.'{draw}'",
    'SELECT * FROM [main].[{draw}]',
  ],
  join: [
    'SELECT x.*, y.* FROM {t} x FULL OUTER JOIN {t2} y ON x.{id} = y.{id2}',
    'SELECT * FROM {t} x LEFT JOIN {t2} y',
  ],
  closed: [
    'SELECT "{hraw}" FROM {h}',
    'SELECT [{hraw}] FROM {h}',
    'SELECT typeof({hidden}) FROM {h}',
    'SELECT quote({hidden}) FROM {h}',
  ],
  catalog: [
    'SELECT sql FROM sqlite_schema',
    'SELECT * FROM sqlite_temp_master',
    'SELECT * FROM sqlite_sequence',
    'SELECT * FROM sqlite_stat1',
    'SELECT * FROM dbstat',
    'SELECT * FROM pragma_table_list',
    "SELECT * FROM pragma_table_info('{draw}')",
    'PRAGMA table_info({denied})',
    'SELECT * FROM sqlite_dbpage',
    'SELECT * FROM bytecode',
  ],
  function: [
    "SELECT load_extension('x')",
    "SELECT readfile('/etc/passwd')",
    "SELECT writefile('x', 'y')",
    "SELECT fts3_tokenizer('x')",
    'SELECT value FROM json_each',
    'SELECT j.value FROM {h}, json_each({hidden}) j',
    'SELECT j.value FROM json_tree((SELECT MAX({dc}) FROM {denied})) j',
    'SELECT * FROM json_tree({s}), {t}',
    'SELECT j.value FROM {t}, json_each(json_array({id}, {tenant})) j WHERE {tenant} = {foreign}',
    'SELECT * FROM generate_series(1, 5)',
    'SELECT sqlite_version()',
    'SELECT last_insert_rowid(), changes()',
    "SELECT edit('x')",
    "SELECT sqlite_log(1, 'x')",
    'SELECT "load_extension"(\'x\')',
  ],
  oracle: [
    `SELECT COUNT(*) FROM {t} WHERE CASE WHEN {tenant} = {foreign} THEN ${RAISE} ELSE 1 END`,
    `SELECT COUNT(*) FROM {t} WHERE {id} > 600 AND ${RAISE} IS NOT NULL`,
    `SELECT COUNT(*) FROM {via} WHERE CASE WHEN {fk} > 600 THEN ${RAISE} ELSE 1 END`,
    `SELECT COUNT(*) FROM {t} x LEFT JOIN {t2} y ON CASE WHEN y.{tenant2} <> {own} THEN ${RAISE} ELSE 1 END`,
    `SELECT {id} FROM {t} ORDER BY CASE WHEN {tenant} <> {own} THEN ${RAISE} END, {id}`,
    `SELECT MAX(CASE WHEN {tenant} <> {own} THEN ${RAISE} END) FROM {t}`,
    `SELECT {id} FROM {t} WHERE ${overlong('{tenant} = {foreign}')} <> 'q'`,
    `SELECT {viaid} FROM {via} WHERE ${overlong('{fk} > 600')} <> 'q'`,
    `SELECT {id} FROM {t} ORDER BY ${overlong('{tenant} = {foreign}')}, {id}`,
    `SELECT COUNT(*) FROM {orshared} WHERE ${overlong('{orsharedtenant} = {foreign}')} <> 'q'`,
    `SELECT {id} FROM {t} WHERE 'x' LIKE ${involved('{tenant} = {foreign}')}`,
    `SELECT {viaid} FROM {via} WHERE 'x' GLOB ${involved('{fk} > 600')}`,
    `SELECT {id} FROM {t} WHERE CASE WHEN {tenant} = {foreign} THEN ${ENDLESS} ELSE 0 END = 0`,
    `SELECT {viaid} FROM {via} WHERE CASE WHEN {fk} > 600 THEN ${ENDLESS} ELSE 0 END = 0`,
    `SELECT COUNT(*) FROM {orshared} WHERE CASE WHEN {orsharedtenant} = {foreign} THEN ${ENDLESS} ELSE 0 END = 0`,
    "SELECT COUNT(*) FROM {t}, json_each(iif({tenant} = {foreign}, '{', '[1]'))",
    "SELECT COUNT(*) FROM {via} JOIN json_tree(iif({fk} > 600, '{', '[1]')) ON 1",
    'SELECT COUNT(*) FROM {t} WHERE EXISTS (SELECT 1 FROM json_each({s}))',
    "SELECT COUNT(*) FROM {t} WHERE json_extract({s}, '$.x') IS NULL",
    "SELECT json_extract('{}', {s}) FROM {t} WHERE {tenant} = {foreign}",
    "SELECT COUNT(*) FROM {t} WHERE {s} LIKE 'x' ESCAPE substr('xx', 1, 1 + ({tenant} = {foreign}))",
  ],
  literal: [
    'SELECT * FROM {t} WHERE {tenant} = ?1 OR 1',
    'SELECT * FROM {t} WHERE {tenant} = @tenant',
    "SELECT x'00', {dc} FROM {denied}",
    'SELECT * FROM [a]]] UNION SELECT {dc} FROM {denied}',
  ],
  statement: [
    "ATTACH DATABASE 'x' AS x",
    'PRAGMA writable_schema = 1',
    "VACUUM INTO 'x'",
    'REPLACE INTO {t} SELECT * FROM {t}',
    'REINDEX',
    'SAVEPOINT s',
    'SELECT 1;;',
  ],
  bomb: [
    'SELECT zeroblob(1000000000)',
    'SELECT randomblob(1000000000)',
    "SELECT printf('%.*c', 900000000, 'x')",
    `${NUMBERS} SELECT group_concat(x) FROM n`,
    `${NUMBERS} SELECT x, printf('%90000d', x) AS t FROM n ORDER BY t`,
    "SELECT replace(replace(hex(printf('%1000000d', 1)), '0', '0123456789'), '1', '0123456789')",
  ],
}
