import { mysqlServer } from '../../support/mysql-server.ts'
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

/** All functions and operators that the guard accepts, by the names that it uses. */
export const MYSQL_WORDS: UntypedWords = {
  values: [
    { name: 'abs', text: 'abs(%)' },
    ...calls(`addtime/2 subtime/2 json_overlaps/2 ascii/1 bin/1 bit_count/1 bit_length/1 ceil/1 ceiling/1 char/1-3 char_length/1 character_length/1 coalesce/2-3
      concat/1-3 concat_ws/2-3 crc32/1 date/1 date_format/2 datediff/2 day/1 dayname/1 dayofmonth/1 dayofweek/1
      dayofyear/1 elt/2-3 export_set/3-5 field/2-3 find_in_set/2 floor/1 format/2 from_days/1 from_unixtime/1-2 greatest/2
      hex/1 hour/1 if/3 ifnull/2 insert/4 instr/2 isnull/1 json_quote/1 json_valid/1 last_day/1 lcase/1 least/2 left/2
      length/1 locate/2-3 lower/1 ltrim/1 makedate/2 maketime/3 md5/1 microsecond/1 mid/3 minute/1 mod/2 month/1
      monthname/1 nullif/2 oct/1 octet_length/1 ord/1 pi/0 quarter/1 quote/1 radians/1 replace/3 reverse/1 right/2 rtrim/1
      sec_to_time/1 second/1 sha/1 sha1/1 sha2/2 sign/1 soundex/1 sqrt/1 str_to_date/2 strcmp/2 substr/2-3 substring/2-3
      substring_index/3 time/1 time_format/2 time_to_sec/1 timediff/2 timestamp/1-2 to_days/1 to_seconds/1 trim/1 ucase/1
      unhex/1 unix_timestamp/1 upper/1 week/1-2 weekday/1 weekofyear/1 year/1 yearweek/1 sin/1 cos/1 atan/1-2 atan2/2
      asin/1 acos/1 ln/1 log/1-2 log10/1 log2/1 truncate/2 convert_tz/3 conv/3 cot/1 degrees/1 exp/1 json_array/0-3
      json_contains/2-3 json_contains_path/3 json_depth/1 json_extract/2 json_keys/1-2 json_length/1-2 json_object/2
      json_search/3 json_type/1 json_unquote/1 json_value/2 period_add/2 period_diff/2 pow/2 power/2 regexp_instr/2
      regexp_replace/3 regexp_substr/2 round/1-2 tan/1`),
    ...spelled('date_add', 'date_add(%, INTERVAL % DAY)', 'date_add(%, INTERVAL 1 MONTH)'),
    ...spelled('date_sub', 'date_sub(%, INTERVAL % YEAR)'),
    ...spelled('adddate', 'adddate(%, %)'),
    ...spelled('subdate', 'subdate(%, INTERVAL 1 DAY)'),
    ...spelled('timestampadd', 'timestampadd(DAY, %, %)'),
    ...spelled('timestampdiff', 'timestampdiff(MONTH, %, %)'),
    ...spelled('extract', 'EXTRACT(YEAR FROM %)'),
    ...spelled('position', 'POSITION(% IN %)'),
    ...spelled('lpad', "lpad(%, 20, 'x')"),
    ...spelled('rpad', 'rpad(%, 900, %)'),
    ...spelled('repeat', 'repeat(%, 7)', 'repeat(%, 1000)'),
    ...spelled('export_set', 'export_set(-1, repeat(%, 1000), %)'),
    ...spelled('space', 'space(9)'),
    ...spelled('convert', 'CONVERT(%, SIGNED)', 'CONVERT(% USING latin1)', 'CONVERT(%, CHAR)'),
    ...spelled('cast', 'CAST(% AS SIGNED)', 'CAST(% AS CHAR)', 'CAST(% AS DATE)', 'CAST(% AS DECIMAL(5,2))'),
    ...spelled('collate', '(CAST(% AS CHAR) COLLATE utf8mb4_bin)'),
    ...spelled('grouping', 'coalesce(%, 0)'),
    ...spelled('any_value', 'coalesce(%)'),
    ...spelled('Plus', '(% + %)'),
    ...spelled('Minus', '(% - %)', '(- %)'),
    ...spelled('Multiply', '(% * %)'),
    ...spelled('Divide', '(% / %)'),
    ...spelled('MyIntegerDivide', '(% DIV %)'),
    ...spelled('Modulo', '(% MODULO %)'),
    ...spelled('BitwiseAnd', '(% & %)'),
    ...spelled('BitwiseOr', '(% | %)'),
    ...spelled('BitwiseXor', '(% ^ %)'),
    ...spelled('BitwiseNot', '(~ %)'),
    ...spelled('case', 'CASE WHEN % THEN % ELSE % END', 'CASE % WHEN % THEN % END'),
    ...spelled('scalar', '(SELECT %)'),
  ],
  tests: [
    { name: 'Eq', text: '% = %' },
    ...spelled('NotEq', '% <> %'),
    ...spelled('Gt', '% > %'),
    ...spelled('Lt', '% < %'),
    ...spelled('GtEq', '% >= %'),
    ...spelled('LtEq', '% <= %'),
    ...spelled('Spaceship', '% <=> %'),
    ...spelled('like', '% LIKE %', '% NOT LIKE %', "% LIKE % ESCAPE '|'"),
    ...spelled('rlike', '% RLIKE %', '% NOT REGEXP %'),
    ...spelled('null', '% IS NULL', '% IS NOT NULL', '% IS UNKNOWN'),
    ...spelled('between', '% BETWEEN % AND %', '% NOT BETWEEN % AND %'),
    ...spelled('in', '% IN (%, %)', '% NOT IN (%, %)', '(%, %) IN (SELECT %, % FROM countries)'),
    ...spelled('row', '(%, %) = (%, %)'),
    ...spelled('quantified', '% = ANY (SELECT % FROM countries)', '% > ALL (SELECT % FROM countries)'),
    ...spelled('And', '(% AND %)'),
    ...spelled('Or', '(% OR %)'),
    ...spelled('Xor', '(% XOR %)'),
    ...spelled('Not', 'NOT %'),
    ...spelled('true', '(% = %) IS TRUE', '(% = %) = 1'),
    ...spelled('json_valid', 'json_valid(%)'),
    ...spelled('size', 'length(%) > 3', 'length(%) > 100000'),
  ],
  aggregates: [
    { name: 'count', text: 'COUNT(*)' },
    ...calls('count/1 avg/1 max/1 min/1 sum/1 bit_and/1 bit_or/1 bit_xor/1 std/1 stddev/1 stddev_pop/1 stddev_samp/1'),
    ...calls('var_pop/1 var_samp/1 variance/1'),
    ...spelled('count', 'COUNT(DISTINCT %)'),
    ...spelled('group_concat', 'GROUP_CONCAT(% ORDER BY 1)', "length(GROUP_CONCAT(% SEPARATOR '-'))"),
    ...spelled('json_arrayagg', 'length(json_arrayagg(%))'),
    ...spelled('json_objectagg', 'length(json_objectagg(%, %))'),
  ],
  windows: [
    { name: 'row_number', text: 'row_number()' },
    ...calls('cume_dist/0 dense_rank/0 percent_rank/0 rank/0 first_value/1 last_value/1 sum/1 avg/1 count/1 min/1'),
    ...spelled('lag', 'lag(%, 1)'),
    ...spelled('lead', 'lead(%, 1)'),
    ...spelled('nth_value', 'nth_value(%, 2)'),
    ...spelled('ntile', 'ntile(3)'),
  ],
  rows: [
    ...spelled('json_table', "JSON_TABLE(%, '$[*]' COLUMNS (value VARCHAR(40) PATH '$')) ALIAS"),
    ...spelled('json_table', "JSON_TABLE('[1, \"a%\", {}]', '$[*]' COLUMNS (value INT PATH '$' NULL ON ERROR)) ALIAS"),
    ...spelled(
      'json_table',
      "JSON_TABLE(json_array(%, %), '$[*]' COLUMNS (n FOR ORDINALITY, value TEXT PATH '$')) ALIAS",
    ),
    ...spelled(
      'json_table',
      "JSON_TABLE(%, '$' COLUMNS (NESTED PATH '$.tags[*]' COLUMNS (value DATE PATH '$' DEFAULT '2024-01-01' ON EMPTY))) ALIAS",
    ),
  ],
  materialized: [''],
  literals: [
    "x'00ff'",
    "X''",
    '1.5',
    '1e300',
    '-9223372036854775808',
    '\'{"page": 1}\'',
    "'%Y-%m'",
    "DATE '2024-01-01'",
  ],
}

export const MYSQL_TWINS: EngineTwins = {
  cases: 200,
  room: { anyKind: false, longText: 240 },
  settle: async (address) => {
    const { admin } = await mysqlServer()
    // Larger values are truncated, with a warning beside the rows.
    await admin.query('SET GLOBAL max_allowed_packet = 65536')
    const database = new URL(address).pathname.slice(1)
    for (const { name } of shapeTables()) await admin.query(`ANALYZE TABLE ${database}.${name} PERSISTENT FOR ALL`)
  },
  stretching: [
    "SELECT id FROM customers WHERE name LIKE '%a%a%a%a%a%a%b'",
    "SELECT id FROM item_notes WHERE note LIKE '%a%a%a%a%a%a%b'",
    "SELECT id FROM item_notes WHERE note RLIKE '^(a+)+b$'",
    "SELECT id FROM customers WHERE name REGEXP '^(a+)+b$'",
    "SELECT id FROM price_list WHERE sku NOT LIKE '%a%a%a%a%a%a%b'",
  ],
  plans: [0, 1].map((of) => async (address, twins) => planAs(address, twins[of] ?? '')),
  grammar: async (_address, constants) => {
    const expressions = new UntypedExpressions(MYSQL_WORDS, constants)
    const tables = shapeTables()
    return (choose) => sqlShape(choose, expressions, tables)
  },
}

const nameOf = (address: string): string => new URL(address).pathname.slice(1)

/** Copies the statistics of another database. */
const planAs = async (address: string, like: string): Promise<void> => {
  const { admin } = await mysqlServer()
  const [own, other] = [nameOf(address), nameOf(like)]
  for (const [table, columns] of STATISTICS) {
    await admin.query(`DELETE FROM mysql.${table} WHERE db_name = ?`, [own])
    await admin.query(
      `INSERT INTO mysql.${table} (db_name, ${columns}) SELECT ?, ${columns} FROM mysql.${table} WHERE db_name = ?`,
      [own, other],
    )
  }
  await admin.query('FLUSH TABLES')
}

const STATISTICS = [
  ['table_stats', 'table_name, cardinality'],
  ['index_stats', 'table_name, index_name, prefix_arity, avg_frequency'],
  [
    'column_stats',
    'table_name, column_name, min_value, max_value, nulls_ratio, avg_length, avg_frequency, hist_size, hist_type, histogram',
  ],
] as const
