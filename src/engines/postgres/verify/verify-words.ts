import { FUNCTIONS, TYPES } from '../language/allow-list.ts'
import { POSITIONS } from './verify-tree.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Functions and types that must never be called, even if another list allows them. */
export const FORBIDDEN =
  /^(?:_?pg_|lo_|lo(?:read|write)|dblink|xml|xpath|(?:query|table|schema|database|cursor)_to_|has_[a-z_]*privilege|row_security_|to_reg|reg(?:class|proc|procedure|oper|operator|type|namespace|role|config|dictionary|collation|database)$|txid_|binary_upgrade|ts_(?:debug|parse|token_type|stat|rewrite)|set_config|current_setting|nextval|currval|setval|array_fill|(?:obj|col|shobj)_description|format_type)/

const safe = (names: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...names].filter((name) => !FORBIDDEN.test(name)))

export const FUNCTION_NAMES = safe(FUNCTIONS)
export const TYPE_NAMES = safe(TYPES)

export const OPERATOR_NAMES: ReadonlySet<string> = new Set([
  ...words(`+ - * / % ^ |/ ||/ @ & | # ~ << >> || = <> < > <= >= ~~ !~~ ~~* !~~* ~* !~ !~* -> ->> #> #>> #- @> <@ ? ?|
    ?& @? @@ && -|- &< &> ^@`),
  'BETWEEN',
  'NOT BETWEEN',
  'BETWEEN SYMMETRIC',
  'NOT BETWEEN SYMMETRIC',
])

export const VALUE_WORDS: ReadonlySet<string> = words(
  `SVFOP_CURRENT_DATE SVFOP_CURRENT_TIME SVFOP_CURRENT_TIME_N SVFOP_CURRENT_TIMESTAMP SVFOP_CURRENT_TIMESTAMP_N
  SVFOP_LOCALTIME SVFOP_LOCALTIME_N SVFOP_LOCALTIMESTAMP SVFOP_LOCALTIMESTAMP_N`,
)

/** Parts that contain words and names, and the clause that is walked separately. */
const WORDS = words(
  `funcname name operName fields collname aliascolnames usingClause join_using_alias alias names withClause
  ival sval fval boolval bsval`,
)

/** The kind of a part: words, or forms to walk. */
type PartKind = 'words' | 'forms'

const kindOf = (part: string): PartKind => (WORDS.has(part) || POSITIONS.has(part) ? 'words' : 'forms')

/** Allowed forms of the parser's tree outside of filters, with the allowed parts of each. */
export const FORMS: ReadonlyMap<string, ReadonlyMap<string, PartKind>> = new Map(
  Object.entries({
    A_ArrayExpr: 'elements',
    A_Const: 'isnull ival fval boolval sval bsval',
    A_Expr: 'kind name lexpr rexpr',
    A_Indices: 'is_slice lidx uidx',
    A_Indirection: 'arg indirection',
    A_Star: '',
    BoolExpr: 'boolop args',
    BooleanTest: 'arg booltesttype',
    CaseExpr: 'arg args defresult',
    CaseWhen: 'expr result',
    CoalesceExpr: 'args',
    CollateClause: 'arg collname',
    ColumnRef: 'fields',
    CommonTableExpr: 'ctename aliascolnames ctematerialized ctequery',
    FuncCall: 'funcname args agg_order agg_filter over agg_within_group agg_star agg_distinct func_variadic funcformat',
    GroupingFunc: 'args',
    GroupingSet: 'kind content',
    JoinExpr: 'jointype isNatural larg rarg usingClause join_using_alias quals alias',
    List: 'items',
    MinMaxExpr: 'op args',
    NamedArgExpr: 'arg name argnumber',
    NullTest: 'arg nulltesttype',
    RangeFunction: 'lateral ordinality is_rowsfrom functions alias',
    RangeSubselect: 'lateral subquery alias',
    RangeVar: 'relname inh relpersistence alias',
    ResTarget: 'name val',
    RowExpr: 'args row_format',
    SQLValueFunction: 'op typmod',
    SelectStmt:
      'distinctClause targetList fromClause whereClause groupClause groupDistinct havingClause windowClause valuesLists sortClause limitOffset limitCount limitOption withClause op all larg rarg',
    SortBy: 'node sortby_dir sortby_nulls',
    String: 'sval',
    SubLink: 'subLinkType testexpr operName subselect',
    TypeCast: 'arg typeName',
    TypeName: 'names typmods typemod arrayBounds',
    WindowDef: 'name refname partitionClause orderClause frameOptions startOffset endOffset',
    WithClause: 'ctes recursive',
  }).map(([form, parts]) => [form, new Map([...words(parts), ...POSITIONS].map((part) => [part, kindOf(part)]))]),
)
