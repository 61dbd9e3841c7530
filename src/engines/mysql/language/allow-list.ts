const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Functions that cannot fail on any value: they return a result or NULL, without a relevant warning, so they may be
 * used in conditions that a server evaluates before filtering. Tested on the extremes of every type. Lower case.
 */
const SAFE_FUNCTIONS: ReadonlySet<string> = words(
  `ascii avg bin bit_count bit_length ceil ceiling char char_length character_length coalesce count crc32 cume_dist
  curdate current_date current_time current_timestamp curtime date date_add date_sub datediff day dayname dayofmonth
  dayofweek dayofyear dense_rank elt field find_in_set first_value floor format from_days greatest hour if ifnull
  instr isnull lag last_day last_value lcase lead least left length localtime localtimestamp locate lower
  ltrim makedate maketime max md5 microsecond mid min minute mod month monthname now nth_value nullif oct
  octet_length ord percent_rank pi position quarter radians rank reverse right row_number rtrim sec_to_time second
  sha sha1 sha2 sign soundex sqrt std stddev stddev_pop stddev_samp str_to_date strcmp substr substring
  substring_index sum time time_to_sec timediff timestamp timestampadd timestampdiff to_days to_seconds trim ucase
  unhex unix_timestamp upper utc_date utc_time utc_timestamp var_pop var_samp variance week weekday weekofyear year
  yearweek sin cos atan atan2 asin acos ln log log10 log2 truncate bit_count convert_tz adddate subdate any_value
  grouping`,
)

/**
 * Functions whose result a server truncates or omits if it exceeds the packet or list limit, with a warning (1260,
 * 1301) that makes us refuse the query. They cannot fail otherwise, so they are safe on short texts.
 */
const CUTTING_SAFE: ReadonlySet<string> = words(
  `concat concat_ws date_format export_set from_unixtime group_concat hex insert quote replace
  time_format`,
)

/** All truncating functions, including those that may also fail; their texts must be short or the tables fenced. */
export const TRUNCATING_FUNCTIONS: ReadonlySet<string> = new Set([
  ...CUTTING_SAFE,
  ...words(`json_array json_arrayagg json_extract json_keys json_object json_objectagg json_quote json_search json_unquote
  json_value lpad   regexp_replace regexp_substr repeat rpad space`),
])

/** Whether a function cannot fail on a value, provided that nothing in the query can be truncated. */
export const isSafeFunction = (name: string): boolean => SAFE_FUNCTIONS.has(name) || CUTTING_SAFE.has(name)

/** Functions that return a number, a date, a digest or the name of a day. */
export const NUMERIC_FUNCTIONS: ReadonlySet<string> = words(
  `abs ascii avg bin bit_count bit_length ceil ceiling char_length character_length count crc32 cume_dist curdate curtime
  date date_add date_sub adddate subdate datediff day dayname dayofmonth dayofweek dayofyear dense_rank find_in_set floor
  format hour instr isnull last_day length locate md5 minute mod month monthname now ntile oct octet_length percent_rank
  position quarter rank round row_number sec_to_time second sha sha1 sha2 sign sqrt std stddev stddev_pop
  stddev_samp strcmp sum time time_to_sec timediff timestamp timestampadd timestampdiff to_days truncate unix_timestamp
  variance week weekday weekofyear year yearweek current_date current_time current_timestamp`,
)

/**
 * Functions without side effects that read only their arguments. Excluded: functions that access files or locks
 * (load_file, get_lock), wait (sleep, benchmark), reveal the server, users or connection (version, user, database,
 * connection_id, found_rows), have state (nextval, uuid, seeded rand), or quote values in errors (extractvalue,
 * updatexml, name_const).
 */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  ...SAFE_FUNCTIONS,
  ...TRUNCATING_FUNCTIONS,
  ...words(
    `abs addtime bit_and bit_or bit_xor conv cot degrees exp json_contains json_contains_path json_depth json_length
    json_overlaps json_type subtime json_valid median ntile percentile_cont percentile_disc period_add period_diff pow power rand regexp_instr
    regexp_like round sysdate tan`,
  ),
])

/** Aggregates, which are computed after all rows are filtered. */
export const AGGREGATES: ReadonlySet<string> = words(
  `avg bit_and bit_or bit_xor count group_concat json_arrayagg json_objectagg max min std stddev stddev_pop stddev_samp
  sum var_pop var_samp variance`,
)

/** Operators that cannot fail on any value, by the parser's names. */
export const SAFE_OPERATORS: ReadonlySet<string> = words(`Modulo Gt Lt GtEq LtEq Eq NotEq Spaceship And Or Xor Not`)

/** All operators; the others may exceed their type's range or fail on invalid JSON. */
export const OPERATORS: ReadonlySet<string> = new Set([
  ...SAFE_OPERATORS,
  ...words(
    'Plus Minus Multiply Divide MyIntegerDivide Arrow LongArrow BitwiseAnd BitwiseOr BitwiseXor BitwiseNot PGBitwiseNot',
  ),
])

/** Types of CAST and CONVERT, by the parser's names. */
export const TYPES: ReadonlySet<string> = words(
  `Char Character Varchar Nchar Binary Decimal Dec Numeric Float Double DoublePrecision Real Signed SignedInteger Unsigned
  UnsignedInteger Int Integer BigInt Date Datetime Time Timestamp`,
)

/** Column types of JSON_TABLE, by the parser's names. */
export const ROW_TYPES: ReadonlySet<string> = words(
  `Char Character Varchar Text TinyText MediumText LongText Decimal Dec Numeric Float Double DoublePrecision Real Int
  Integer TinyInt SmallInt MediumInt BigInt IntUnsigned IntegerUnsigned BigIntUnsigned TinyIntUnsigned SmallIntUnsigned
  Bool Boolean Date Datetime Time Timestamp JSON`,
)

export const CHARACTER_SETS: ReadonlySet<string> = words('utf8mb4 utf8mb3 utf8 latin1 ascii binary')

export const COLLATIONS: ReadonlySet<string> = words(
  `utf8mb4_bin utf8mb4_general_ci utf8mb4_unicode_ci utf8mb4_unicode_520_ci utf8mb4_0900_ai_ci utf8mb4_0900_as_cs
  utf8mb4_0900_as_ci utf8mb4_0900_bin utf8_general_ci utf8_unicode_ci utf8_bin latin1_swedish_ci latin1_bin binary`,
)

/** Types of literals such as DATE '2024-01-01'. */
export const TYPED_LITERALS: ReadonlySet<string> = words('Date Time Timestamp Datetime')

/** Functions that make text of a given length, and the index of that argument. */
export const LENGTH_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ['lpad', 1],
  ['rpad', 1],
  ['repeat', 1],
  ['space', 0],
])
export const SIZE_MAX = 1_000

/** Types of CAST with a limited range. */
export const NARROW_TYPES: ReadonlySet<string> = words('Float Double DoublePrecision Real')

/** Declared types of columns that compare as integers or decimals. */
export const EXACT_COLUMNS: ReadonlySet<string> = words(
  'tinyint smallint mediumint int integer bigint bool boolean serial decimal dec numeric fixed',
)
export const FLOAT_COLUMNS: ReadonlySet<string> = words('float double real')

/** Functions whose first argument is a unit of time. */
export const UNIT_FUNCTIONS: ReadonlySet<string> = words('timestampdiff timestampadd')
export const UNITS: ReadonlySet<string> = words('microsecond second minute hour day week month quarter year')
