import type { SqlDialect, TimeBucket } from '../../ask/rules/sql-dialect.ts'
import type { Dialect } from '../shared/dialect.ts'
import { draftColumnTexts, SQL_PROMPT_RULES } from '../sql/dialect.ts'
import { foldingOf, quote } from './language/names.ts'

/** Reserved words of MySQL 8 and MariaDB, and words with a syntactic meaning. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `accessible add all alter analyze and as asc asensitive before between bigint binary blob both by call cascade case
  change char character check collate column condition constraint continue convert create cross cube cume_dist
  current_date current_role current_time current_timestamp current_user cursor database databases day_hour
  day_microsecond day_minute day_second dec decimal declare default delayed delete delete_domain_id dense_rank desc
  describe deterministic distinct distinctrow div do_domain_ids double drop dual each else elseif empty enclosed escaped
  except exists exit explain false fetch first_value float float4 float8 for force foreign from fulltext function general
  generated get grant group grouping groups having high_priority hour_microsecond hour_minute hour_second if ignore
  ignore_domain_ids ignore_server_ids in index infile inner inout insensitive insert int int1 int2 int3 int4 int8 integer
  intersect interval into io_after_gtids io_before_gtids is iterate join json_table key keys kill lag last_value lateral
  lead leading leave left like limit linear lines load localtime localtimestamp lock long longblob longtext loop
  low_priority manual master_bind master_heartbeat_period master_ssl_verify_server_cert match maxvalue mediumblob
  mediumint mediumtext middleint minute_microsecond minute_second mod modifies natural not no_write_to_binlog nth_value
  ntile null numeric of offset on optimize optimizer_costs option optionally or order out outer outfile over
  page_checksum parallel parse_vcol_expr partition percent_rank precision primary procedure purge qualify range rank read
  read_write reads real recursive ref_system_id references regexp release rename repeat replace require resignal restrict
  return returning revoke right rlike row row_number rows schema schemas second_microsecond select sensitive separator
  set show signal slow smallint spatial specific sql sql_big_result sql_calc_found_rows sql_small_result sqlexception
  sqlstate sqlwarning ssl starting stats_auto_recalc stats_persistent stats_sample_pages stored straight_join system
  table tablesample terminated then tinyblob tinyint tinytext to trailing trigger true undo union unique unlock unsigned
  update usage use using utc_date utc_time utc_timestamp values varbinary varchar varcharacter varying vector virtual when
  where while window with write xor year_month zerofill`.split(/\s+/),
)

const identifier = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/i.test(name) && !KEYWORDS.has(name.toLowerCase()) ? name : quote(name)

/** Writes no backslashes or double quotes, whose meaning depends on the SQL mode. */
const text = (value: string): string => {
  const parts = value.split(/([\\"]+)/).map((part, index) => (index % 2 === 0 ? literal(part) : characters(part)))
  const written = parts.filter((part) => part !== "''")
  return written.length > 1 ? `CONCAT(${written.join(', ')})` : (written[0] ?? "''")
}

const literal = (part: string): string => `'${part.replaceAll("'", "''")}'`

const characters = (part: string): string => `CAST(UNHEX('${Buffer.from(part).toString('hex')}') AS CHAR)`

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const bucketText = (moment: string, bucket: TimeBucket): string => {
  switch (bucket) {
    case 'day':
      return `DATE_FORMAT(${moment}, '%Y-%m-%d')`
    case 'week':
      return `DATE_FORMAT(DATE_SUB(${moment}, INTERVAL WEEKDAY(${moment}) DAY), '%Y-%m-%d')`
    case 'month':
      return `DATE_FORMAT(${moment}, '%Y-%m')`
    case 'quarter':
      return `CONCAT(DATE_FORMAT(${moment}, '%Y'), '-Q', QUARTER(${moment}))`
    case 'year':
      return `DATE_FORMAT(${moment}, '%Y')`
    case 'weekday': {
      const names = WEEKDAYS.map((name, index) => `WHEN ${index} THEN '${name}'`).join(' ')
      return `CASE WEEKDAY(${moment}) ${names} END`
    }
  }
}

/**
 * NULLs sort first by default. Texts compare by their column's collation: if it ignores case or accents, so does a
 * comparison with a constant.
 */
export const SQL_DIALECT: SqlDialect = {
  identifier,
  table: ({ name }) => identifier(name),
  text,
  boolean: (value) => (value ? '1' : '0'),
  day: text,
  bucket: bucketText,
  // Column collations may be case-sensitive, and the default escape character is a backslash.
  like: (expression, pattern) => `LOWER(${expression}) LIKE LOWER(${text(pattern.replaceAll('|', '||'))}) ESCAPE '|'`,
  operand: (expression) => expression,
  isDecimal: (columnType) => /^(?:decimal|numeric)\b/i.test(columnType),
  // Floating point numbers would be rounded half to even.
  round: (expression, decimals) => `ROUND(CAST(${expression} AS DECIMAL(65, 12)), ${decimals})`,
  // Floating point, because decimals would keep only four more digits.
  percentage: (part, whole) => `100e0 * ${part} / NULLIF(${whole}, 0)`,
  order: (expression, direction) => (direction === 'descending' ? `${expression} DESC` : expression),
  limit: (rowsMax) => `LIMIT ${rowsMax}`,
}

/** What a planner must know to write queries that the guard accepts. */
const DIALECT_NOTES = [
  'MySQL and MariaDB. Write exactly one SELECT (WITH is fine), without comments, placeholders and variables.',
  'Text goes in single quotes, names with odd characters in backticks; write no double quotes, no backslashes, and no',
  "database before a table's name. Compare dates as 'YYYY-MM-DD'; use DATE_FORMAT(column, '%Y-%m'), YEAR(), MONTH(),",
  'DATEDIFF() and INTERVAL; there is no DATE_TRUNC, ILIKE, FILTER, FULL JOIN or ::type. Join texts with CONCAT(): || means',
  "OR; list with GROUP_CONCAT(). Rows of a list in JSON: JSON_TABLE(t.column, '$[*]' COLUMNS (x INT PATH '$')) AS j.",
  'Every sub-select after FROM needs an alias, and none within IN may have a LIMIT.',
  'Rows are filtered for the caller already: add no condition on the tenant.',
].join(' ')

/** The SQL of MySQL and MariaDB. */
export const DIALECT: Dialect = {
  system: 'mysql',
  notes: DIALECT_NOTES,
  promptRules: SQL_PROMPT_RULES,
  sql: SQL_DIALECT,
  folding: foldingOf,
  draftTexts: (wanted) =>
    draftColumnTexts(
      {
        sql: SQL_DIALECT,
        table: quote,
        column: quote,
        length: 'CHAR_LENGTH',
        beginning: (text, lengthMax) => `LEFT(${text}, ${lengthMax})`,
      },
      wanted,
    ),
}
