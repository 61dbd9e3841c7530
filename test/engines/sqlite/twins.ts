import { DatabaseSync } from 'node:sqlite'
import type { EngineTwins } from '../contract/noninterference/engine-twins.ts'
import { shapeTables } from '../contract/noninterference/shape-tables.ts'
import { sqlShape } from '../contract/noninterference/sql-shapes.ts'
import {
  calls,
  type Spelling,
  UntypedExpressions,
  type UntypedWords,
} from '../contract/noninterference/untyped-expressions.ts'

const spelled = (name: string, ...texts: readonly string[]): readonly Spelling[] =>
  texts.map((text) => ({ name, text }))

/** All functions and operators that the guard allows, by its names. */
export const SQLITE_WORDS: UntypedWords = {
  values: [
    ...([{ name: 'abs', text: 'abs(%)' }] as const),
    ...calls(`ceil/1 ceiling/1 char/1-3 coalesce/2-3 concat/1-3 concat_ws/2-3 date/1-2 datetime/1-2 floor/1 format/1-3
      hex/1 if/2-3 ifnull/2 iif/2-3 instr/2 json/1 json_array/0-3 json_array_length/1-2 json_extract/2-3 json_object/2
      json_insert/3 json_patch/2 json_pretty/1 json_remove/2
      json_replace/3 json_set/3 json_quote/1 json_type/1-2 json_valid/1-2 julianday/1-2 length/1 likely/1 lower/1 ltrim/1-2 max/2-3 min/2-3 mod/2
      nullif/2 octet_length/1 pi/0 pow/2 power/2 printf/1-3 quote/1 replace/3 round/1-2 rtrim/1-2 sign/1 sqrt/1
      strftime/2-3 substr/2-3 substring/2-3 time/1-2 timediff/2 trim/1-2 trunc/1 typeof/1 unicode/1 unixepoch/1-2
      unlikely/1 upper/1 acos/1 acosh/1 asin/1 asinh/1 atan/1 atan2/2 atanh/1 cos/1 cosh/1 degrees/1 exp/1 ln/1 log/1-2
      log10/1 log2/1 radians/1 sin/1 sinh/1 tan/1 tanh/1`),
    ...spelled('Plus', '(% + %)', '(+ %)'),
    ...spelled('Minus', '(% - %)', '(- %)'),
    ...spelled('Multiply', '(% * %)'),
    ...spelled('Divide', '(% / %)'),
    ...spelled('Modulo', '(% MODULO %)'),
    ...spelled('StringConcat', '(% || %)'),
    ...spelled('BitwiseAnd', '(% & %)'),
    ...spelled('BitwiseOr', '(% | %)'),
    ...spelled('BitwiseNot', '(~ %)'),
    ...spelled('Arrow', "(% -> '$.page')", '(% -> %)'),
    ...spelled('LongArrow', "(% ->> '$.page')", '(% ->> 0)'),
    ...spelled('case', 'CASE WHEN % THEN % ELSE % END', 'CASE % WHEN % THEN % END'),
    ...spelled('cast', 'CAST(% AS INTEGER)', 'CAST(% AS TEXT)', 'CAST(% AS REAL)', 'CAST(% AS BLOB)'),
    ...spelled('collate', '(% COLLATE NOCASE)', '(% COLLATE RTRIM)'),
    ...spelled('scalar', '(SELECT %)'),
  ],
  tests: [
    { name: 'Eq', text: '% = %' },
    ...spelled('NotEq', '% <> %'),
    ...spelled('Gt', '% > %'),
    ...spelled('Lt', '% < %'),
    ...spelled('GtEq', '% >= %'),
    ...spelled('LtEq', '% <= %'),
    ...spelled('like', '% LIKE %', '% NOT LIKE %', "% LIKE % ESCAPE '|'", 'like(%, %)', 'glob(%, %)'),
    ...spelled('glob', 'glob(%, %)'),
    ...spelled('null', '% IS NULL', '% IS NOT NULL'),
    ...spelled('between', '% BETWEEN % AND %', '% NOT BETWEEN % AND %'),
    ...spelled('in', '% IN (%, %)', '% NOT IN (%, %)', '(%, %) IN (SELECT %, %)'),
    ...spelled('row', '(%, %) < (%, %)', '(%, %) = (%, %)'),
    ...spelled('is', '% IS DISTINCT FROM %', '% IS NOT DISTINCT FROM %'),
    ...spelled('And', '(% AND %)'),
    ...spelled('Or', '(% OR %)'),
    ...spelled('Not', 'NOT %'),
    ...spelled('true', '(% = %) IS TRUE'),
  ],
  aggregates: [
    { name: 'count', text: 'COUNT(*)' },
    ...calls('count/1 avg/1 max/1 min/1 sum/1 total/1 median/1'),
    ...spelled('percentile', 'percentile(%, 50)', 'percentile(%, %)'),
    ...spelled('percentile_cont', 'percentile_cont(%, 0.5)'),
    ...spelled('percentile_disc', 'percentile_disc(%, 0.5)'),
    ...spelled('count', 'COUNT(DISTINCT %)', 'COUNT(*) FILTER (WHERE %)'),
    ...spelled('group_concat', 'length(group_concat(%))', 'length(group_concat(%, %))'),
    ...spelled('string_agg', 'length(string_agg(%, %))'),
    ...spelled('json_group_array', 'length(json_group_array(%))'),
    ...spelled('json_group_object', 'length(json_group_object(%, %))'),
  ],
  windows: [
    { name: 'row_number', text: 'row_number()' },
    ...calls(
      'cume_dist/0 dense_rank/0 percent_rank/0 rank/0 first_value/1 last_value/1 lag/1-3 lead/1-3 sum/1 avg/1 count/1',
    ),
    ...spelled('nth_value', 'nth_value(%, 2)', 'nth_value(%, %)'),
    ...spelled('ntile', 'ntile(3)', 'ntile(%)'),
  ],
  rows: [
    ...spelled('json_each', 'json_each(%) ALIAS', "json_each(%, '$.tags') ALIAS", 'json_each(json_array(%, %)) ALIAS'),
    ...spelled('json_each', 'json_each(%, %) ALIAS', "json_each(iif(json_valid(%), %, '[]')) ALIAS"),
    ...spelled('json_tree', 'json_tree(%) ALIAS', "json_tree(%, '$') ALIAS"),
  ],
  materialized: ['', 'MATERIALIZED ', 'NOT MATERIALIZED '],
  literals: ["x'00ff'", "x''", '1.5', '9e999', '-9223372036854775808', "'$.page'", '\'{"page": 1}\'', "'a%'", "'[a-z'"],
}

export const SQLITE_TWINS: EngineTwins = {
  cases: 200,
  room: { anyKind: true, longText: 3_000 },
  settle: async (address) => analyze(address),
  stretching: [
    "SELECT id FROM customers WHERE name LIKE '%a%a%a%a%a%a%b'",
    "SELECT id FROM item_notes WHERE note LIKE '%a%a%a%a%a%a%b'",
    "SELECT id FROM price_list WHERE sku NOT LIKE '%a%a%a%a%a%a%b'",
    "SELECT id FROM item_notes WHERE glob('*a*a*a*a*a*b', note)",
    "SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id AND c.name LIKE '%a%a%a%a%a%b'",
    "SELECT n.id FROM item_notes n JOIN order_items i ON i.id = n.item_id WHERE n.note LIKE '%a%a%a%a%a%b' OR i.id < 0",
    "SELECT id FROM events WHERE length(replace(replace(payload, 'a', 'aaaaaaaaaaaaaaaa'), 'a', 'aaaaaaaaaaaaaaaa')) > 5",
  ],
  plans: [0, 1].map((of) => async (address, twins) => planAs(address, twins[of] ?? '')),
  grammar: async (_address, constants) => {
    const expressions = new UntypedExpressions(SQLITE_WORDS, constants)
    const tables = shapeTables()
    return (choose) => sqlShape(choose, expressions, tables)
  },
}

const analyze = (address: string): void => {
  const database = new DatabaseSync(fileOf(address))
  database.exec('ANALYZE')
  database.close()
}

/** Copies the statistics of another database, so that SQLite plans as for that one. */
const planAs = (address: string, like: string): void => {
  const database = new DatabaseSync(fileOf(address))
  database.prepare('ATTACH ? AS other').run(fileOf(like))
  database.exec('DELETE FROM sqlite_stat1; INSERT INTO sqlite_stat1 SELECT * FROM other.sqlite_stat1')
  database.close()
}

const fileOf = (address: string): string => address.slice('sqlite:'.length)
