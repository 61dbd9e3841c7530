/**
 * Functions without side effects that read only their arguments, case-folded. Excluded: functions that load code or
 * access files (load_extension, readfile, fts3_tokenizer), reveal the server or connection (sqlite_version, changes,
 * last_insert_rowid), or allocate memory by a number (zeroblob, randomblob).
 */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  `abs avg ceil ceiling char coalesce concat concat_ws count cume_dist current_date current_time current_timestamp date
  datetime dense_rank first_value floor format glob group_concat hex if ifnull iif instr json json_array
  json_array_length json_extract json_group_array json_group_object json_insert json_object json_patch json_pretty json_quote json_remove
  json_replace json_set json_type json_valid
  julianday lag last_value lead length like likely lower ltrim max median min mod nth_value ntile nullif octet_length
  percent_rank percentile percentile_cont percentile_disc pi pow power printf quote random rank replace round row_number
  rtrim sign sqrt strftime string_agg substr substring sum time timediff total trim trunc typeof unicode unixepoch
  unlikely upper acos acosh asin asinh atan atan2 atanh cos cosh degrees exp ln log log10 log2 radians sin sinh tan tanh`.split(
    /\s+/,
  ),
)

/** Table functions and their visible columns. */
export const ROW_FUNCTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  ['json_each', 'json_tree'].map((name) => [name, 'key value type atom id parent fullkey path'.split(' ')] as const),
)

/** Binary and unary operators, by the parser's names. */
export const OPERATORS: ReadonlySet<string> = new Set(
  `Plus Minus Multiply Divide Modulo StringConcat Gt Lt GtEq LtEq Eq NotEq And Or Not BitwiseAnd BitwiseOr BitwiseNot
  PGBitwiseNot Arrow LongArrow`.split(/\s+/),
)

/** Types of CAST, by the parser's names; in SQLite each is only an affinity. */
export const TYPES: ReadonlySet<string> = new Set(
  `Character Char CharacterVarying CharVarying Varchar Nvarchar Text String Clob Blob Bytes Numeric Decimal Dec BigDecimal
  Float Real Double DoublePrecision Float4 Float8 Float64 TinyInt SmallInt MediumInt Int Integer BigInt Int2 Int4 Int8
  Int64 Signed SignedInteger Unsigned UnsignedInteger IntUnsigned IntegerUnsigned BigIntUnsigned Bool Boolean Date Time
  Datetime Timestamp`.split(/\s+/),
)

export const COLLATIONS: ReadonlySet<string> = new Set(['binary', 'nocase', 'rtrim'])
