const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Functions that cannot fail on a value: whatever row they see, they have an answer, if only NULL, and no warning that
 * anybody heeds. So they may stand in conditions that a server tries on rows before it has filtered them. Each was tried
 * on the extremes of every type. In small letters.
 */
export const SAFE_FUNCTIONS: ReadonlySet<string> = words(
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
 * Functions whose result a server cuts short, or leaves out, where it is longer than a packet or than a list may be; it
 * says so in a warning (1260, 1301), for which the query is refused. Those that cannot fail otherwise, so that they are
 * safe where their texts are short.
 */
const CUTTING_SAFE: ReadonlySet<string> = words(
  `concat concat_ws date_format export_set from_unixtime group_concat hex insert quote replace
  time_format`,
)

/** The same, and those that may fail in other ways too. Each is either short or in a query of fenced tables. */
export const CUTTING: ReadonlySet<string> = new Set([
  ...CUTTING_SAFE,
  ...words(`json_array json_arrayagg json_extract json_keys json_object json_objectagg json_quote json_search json_unquote
  json_value lpad   regexp_replace regexp_substr repeat rpad space`),
])

/** Whether a function cannot fail on a value, as long as nothing of the query can be cut short. */
export const isSafeFunction = (name: string): boolean => SAFE_FUNCTIONS.has(name) || CUTTING_SAFE.has(name)

/** Functions whose result is a number, a date, a digest or the name of a day. */
export const NUMERIC_FUNCTIONS: ReadonlySet<string> = words(
  `abs ascii avg bin bit_count bit_length ceil ceiling char_length character_length count crc32 cume_dist curdate curtime
  date date_add date_sub adddate subdate datediff day dayname dayofmonth dayofweek dayofyear dense_rank find_in_set floor
  format hour instr isnull last_day length locate md5 minute mod month monthname now ntile oct octet_length percent_rank
  position quarter rank round row_number sec_to_time second sha sha1 sha2 sign sqrt std stddev stddev_pop
  stddev_samp strcmp sum time time_to_sec timediff timestamp timestampadd timestampdiff to_days truncate unix_timestamp
  variance week weekday weekofyear year yearweek current_date current_time current_timestamp`,
)

/**
 * Functions that read nothing but their arguments and change nothing. Left out on purpose: what touches files or locks
 * (load_file, get_lock), waits (sleep, benchmark), tells about the server, its users or the connection (version, user,
 * database, connection_id, found_rows), counts on (nextval, uuid, rand with a seed of others), or quotes values in its
 * errors (extractvalue, updatexml, name_const).
 */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  ...SAFE_FUNCTIONS,
  ...CUTTING,
  ...words(
    `abs addtime bit_and bit_or bit_xor conv cot degrees exp json_contains json_contains_path json_depth json_length
    json_overlaps json_type subtime json_valid median ntile percentile_cont percentile_disc period_add period_diff pow power rand regexp_instr
    regexp_like round sysdate tan`,
  ),
])

/** Functions over the rows of a group, by whose time all rows were filtered. */
export const AGGREGATES: ReadonlySet<string> = words(
  `avg bit_and bit_or bit_xor count group_concat json_arrayagg json_objectagg max min std stddev stddev_pop stddev_samp
  sum var_pop var_samp variance`,
)

/** Operators that cannot fail on a value, by the parser's names. */
export const SAFE_OPERATORS: ReadonlySet<string> = words(`Modulo Gt Lt GtEq LtEq Eq NotEq Spaceship And Or Xor Not`)

/** Binary and unary operators: these may also run out of their type's range, or find a text that is no JSON. */
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

/** Types of columns of JSON_TABLE, by the parser's names. */
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

/** Types of literals like DATE '2024-01-01'. */
export const TYPED_LITERALS: ReadonlySet<string> = words('Date Time Timestamp Datetime')

/** Functions that make as much text as a number says, and which argument that is. */
export const SIZED: ReadonlyMap<string, number> = new Map([
  ['lpad', 1],
  ['rpad', 1],
  ['repeat', 1],
  ['space', 0],
])
export const SIZE_MAX = 1_000

/** Types of CAST that not every number fits in. */
export const NARROW_TYPES: ReadonlySet<string> = words('Float Double DoublePrecision Real')

/** Declared types of columns that compare as whole numbers or decimals. */
export const EXACT_COLUMNS: ReadonlySet<string> = words(
  'tinyint smallint mediumint int integer bigint bool boolean serial decimal dec numeric fixed',
)
export const FLOAT_COLUMNS: ReadonlySet<string> = words('float double real')

/** Functions whose first argument is a unit of time. */
export const TIMED: ReadonlySet<string> = words('timestampdiff timestampadd')
export const UNITS: ReadonlySet<string> = words('microsecond second minute hour day week month quarter year')
