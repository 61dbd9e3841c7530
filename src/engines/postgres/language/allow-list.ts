const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const named = (columns: readonly string[], functions: string) =>
  functions.split(' ').map((name) => [name, columns] as const)

/**
 * Functions of pg_catalog without side effects that read only their arguments and allocate no more memory. Excluded:
 * everything that reaches tables, files, settings, locks, sequences, large objects, the network or the server, runs
 * text as SQL (query_to_xml and similar), reveals names (to_reg*, *_is_visible, has_*_privilege), or allocates memory
 * by a number (array_fill).
 */
export const FUNCTIONS: ReadonlySet<string> = words(
  `abs acos acosd acosh age any_value array_agg array_append array_cat array_dims array_length array_lower array_ndims
  array_position array_positions array_prepend array_remove array_replace array_reverse array_sample array_shuffle
  array_sort array_to_json array_to_string array_upper ascii asin asind asinh atan atan2 atan2d atand atanh avg bit_and
  bit_count bit_length bit_or bit_xor bool_and bool_or btrim cardinality casefold cbrt ceil ceiling char_length
  character_length chr clock_timestamp concat concat_ws corr cos cosd cosh cot cotd count covar_pop covar_samp crc32
  cume_dist date date_add date_bin date_part date_subtract date_trunc decode degrees dense_rank div encode erf erfc every
  exp extract factorial first_value float4 float8 floor format gamma gcd generate_series generate_subscripts get_bit
  get_byte greatest initcap int2 int4 int8 isfinite json_agg json_array_elements json_array_elements_text
  json_array_length json_build_array json_build_object json_each json_each_text json_extract_path json_extract_path_text
  json_object json_object_agg json_object_keys json_strip_nulls json_typeof jsonb_agg jsonb_array_elements
  jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_concat jsonb_each
  jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_object jsonb_object_agg jsonb_object_keys
  jsonb_path_exists jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_pretty jsonb_set
  jsonb_strip_nulls jsonb_typeof justify_days justify_hours justify_interval lag last_value lcm lead least left length
  lgamma like_escape ln log log10 lower lower_inc lower_inf lpad ltrim make_date make_interval make_time make_timestamp
  make_timestamptz max md5 min min_scale mod mode normalize now nth_value ntile num_nonnulls num_nulls numeric
  octet_length overlaps overlay percent_rank percentile_cont percentile_disc pi position pow power quote_ident
  quote_literal quote_nullable radians random range_agg range_intersect_agg range_merge rank regexp_count regexp_instr
  regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr
  regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy repeat replace reverse right
  round row_number row_to_json rpad rtrim scale sha224 sha256 sha384 sha512 sign similar_to_escape sin sind sinh
  split_part sqrt starts_with statement_timestamp stddev stddev_pop stddev_samp string_agg string_to_array string_to_table
  strpos substr substring sum tan tand tanh text timeofday timezone to_bin to_char to_date to_hex to_json to_jsonb
  to_number to_oct to_timestamp transaction_timestamp translate trim trim_array trim_scale trunc unnest upper upper_inc
  upper_inf var_pop var_samp variance width_bucket isempty daterange tsrange tstzrange int4range int8range numrange
  multirange row_to_json to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank
  ts_rank_cd ts_headline bool varchar interval timestamp timestamptz`,
)

/** Functions allowed in FROM. */
export const ROW_FUNCTIONS: ReadonlySet<string> = words(
  `generate_series generate_subscripts json_array_elements json_array_elements_text json_each json_each_text
  json_object_keys jsonb_array_elements jsonb_array_elements_text jsonb_each jsonb_each_text jsonb_object_keys
  jsonb_path_query regexp_matches regexp_split_to_table string_to_table unnest`,
)

/** Column names of functions in FROM; other functions have one column, named like the alias. */
export const ROW_FUNCTION_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...named(['key', 'value'], 'json_each json_each_text jsonb_each jsonb_each_text'),
  ...named(['value'], 'json_array_elements json_array_elements_text jsonb_array_elements jsonb_array_elements_text'),
])

/** Aggregates, whose arguments need not be grouped by. */
export const AGGREGATES: ReadonlySet<string> = words(
  `any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp every json_agg
  json_object_agg jsonb_agg jsonb_object_agg max min mode percentile_cont percentile_disc range_agg range_intersect_agg
  regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy stddev stddev_pop
  stddev_samp string_agg sum var_pop var_samp variance`,
)

export const OPERATORS: ReadonlySet<string> = words(
  `+ - * / % ^ |/ ||/ @ & | # ~ << >> || = <> < > <= >= ~~ !~~ ~~* !~~* ~* !~ !~* -> ->> #> #>> #- @> <@ ? ?| ?& @? @@
  && -|- &< &> ^@ BETWEEN`,
)

/** Types of casts, by the parser's names; no reg* types (catalog), row types or domains (arbitrary code). */
export const TYPES: ReadonlySet<string> = words(
  `bit bool bpchar bytea char cidr date daterange float4 float8 inet int2 int4 int4range int8 int8range interval json
  jsonb jsonpath macaddr money name numeric numrange text time timestamp timestamptz timetz tsquery tsrange tstzrange
  tsvector uuid varbit varchar`,
)

/** Values without parentheses: dates and times only. */
export const SQL_VALUES: ReadonlyMap<string, string> = new Map([
  ['SVFOP_CURRENT_DATE', 'current_date'],
  ['SVFOP_CURRENT_TIME', 'current_time'],
  ['SVFOP_CURRENT_TIME_N', 'current_time'],
  ['SVFOP_CURRENT_TIMESTAMP', 'current_timestamp'],
  ['SVFOP_CURRENT_TIMESTAMP_N', 'current_timestamp'],
  ['SVFOP_LOCALTIME', 'localtime'],
  ['SVFOP_LOCALTIME_N', 'localtime'],
  ['SVFOP_LOCALTIMESTAMP', 'localtimestamp'],
  ['SVFOP_LOCALTIMESTAMP_N', 'localtimestamp'],
])

export const COLLATIONS: ReadonlySet<string> = new Set([
  'C',
  'POSIX',
  'default',
  'ucs_basic',
  'unicode',
  'en_US',
  'und-x-icu',
  'pg_c_utf8',
])
