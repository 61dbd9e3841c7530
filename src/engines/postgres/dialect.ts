import type { SqlDialect, TimeBucket } from '../../ask/rules/sql-dialect.ts'
import type { Dialect } from '../shared/dialect.ts'
import { draftColumnTexts, SQL_PROMPT_RULES } from '../sql/dialect.ts'
import { FOLDING, quote } from './language/names.ts'

/** Keywords of PostgreSQL 13 to 18 that `pg_get_keywords()` does not list as unreserved. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char
  character check coalesce collate collation column concurrently constraint create cross current_catalog current_date
  current_role current_schema current_time current_timestamp current_user dec decimal default deferrable desc distinct do
  else end except exists extract false fetch float for foreign freeze from full grant greatest group grouping having ilike
  in initially inner inout int integer intersect interval into is isnull join json json_array json_arrayagg json_exists
  json_object json_objectagg json_query json_scalar json_serialize json_table json_value lateral leading least left like
  limit localtime localtimestamp merge_action national natural nchar none normalize not notnull null nullif numeric offset
  on only or order out outer overlaps overlay placing position precision primary real references returning right row
  select session_user setof similar smallint some substring symmetric system_user table tablesample then time timestamp to
  trailing treat trim true union unique user using values varchar variadic verbose when where window with xmlattributes
  xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`.split(/\s+/),
)

/** Unquoted names are folded to lower case. */
const identifier = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) && !KEYWORDS.has(name) ? name : quote(name)

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

const FORMATS: Readonly<Record<TimeBucket, string>> = {
  day: 'YYYY-MM-DD',
  week: 'YYYY-MM-DD',
  month: 'YYYY-MM',
  quarter: 'YYYY"-Q"Q',
  year: 'YYYY',
  weekday: 'FMDay',
}

const bucketText = (moment: string, bucket: TimeBucket): string => {
  // In the transaction's time zone (UTC); dates may also be texts.
  const local = `CAST(${moment} AS timestamp)`
  return `to_char(${bucket === 'week' ? `date_trunc('week', ${local})` : local}, '${FORMATS[bucket]}')`
}

/** Whether a declared type is boolean. */
const isBoolean = (type: string): boolean => /^bool(ean)?$/i.test(type)

export const SQL_DIALECT: SqlDialect = {
  identifier,
  table: ({ schema, name }) => (schema === undefined ? identifier(name) : `${identifier(schema)}.${identifier(name)}`),
  text,
  boolean: (value, columnType) => (isBoolean(columnType) ? String(value).toUpperCase() : value ? '1' : '0'),
  // An untyped literal takes the column's type, in UTC.
  day: text,
  bucket: bucketText,
  // A backslash is the default escape character.
  like: (expression, pattern) => `${expression} ILIKE ${text(pattern.replaceAll('\\', '\\\\'))}`,
  // Sums of `real` are `real` and have only six digits as `numeric`.
  operand: (expression, columnType) =>
    /^(?:real|float4)$/i.test(columnType) ? `CAST(${expression} AS double precision)` : expression,
  isDecimal: (columnType) => /^(?:numeric|decimal)\b/i.test(columnType),
  // Binary floats would be rounded half to even.
  round: (expression, decimals) => `ROUND(CAST(${expression} AS numeric), ${decimals})`,
  percentage: (part, whole) => `100.0 * ${part} / NULLIF(${whole}, 0)`,
  order: (expression, direction) =>
    `${expression} ${direction === 'ascending' ? 'ASC NULLS FIRST' : 'DESC NULLS LAST'}`,
  limit: (rowsMax) => `LIMIT ${rowsMax}`,
}

/** What a planner must know to write queries that the guard accepts. */
const DIALECT_NOTES = [
  'PostgreSQL. Write exactly one SELECT (WITH is fine), without comments and without placeholders.',
  'Text goes in single quotes; names with upper-case letters or odd characters go in double quotes.',
  "Dates: compare with '2026-11-21', group with date_trunc('month', column) or to_char(column, 'YYYY-MM'), reckon with INTERVAL '1 month'.",
  'ILIKE ignores case. Integer division drops the fraction: multiply by 1.0 first.',
  'ROUND with decimals takes numeric only: ROUND(value::numeric, 2). Of real columns sum and round doubles: SUM(column::float8).',
  "Every selected column stands in GROUP BY or inside of an aggregate. List with string_agg(column, ', ').",
  'Rows are filtered for the caller already: add no condition on the tenant.',
].join(' ')

/** The SQL of PostgreSQL. */
export const DIALECT: Dialect = {
  system: 'postgresql',
  notes: DIALECT_NOTES,
  promptRules: SQL_PROMPT_RULES,
  sql: SQL_DIALECT,
  folding: () => FOLDING,
  draftTexts: (wanted) =>
    draftColumnTexts({ sql: SQL_DIALECT, table: quotedTable, column: quote, length: 'length' }, wanted),
}

/** Splits `schema.table` of policies at the first dot; schema names with dots are not supported. */
const quotedTable = (name: string): string => {
  const dot = name.indexOf('.')
  const parts = dot < 0 ? [name] : [name.slice(0, dot), name.slice(dot + 1)]
  return parts.map(quote).join('.')
}
