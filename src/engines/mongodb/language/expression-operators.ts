/** What the result of an operator consists of. */
type OperatorResult =
  /** A number, text, date or boolean. */
  | 'scalar'
  /** Documents or elements of the first operand, or of `input`. */
  | 'input'
  /** All operands combined. */
  | 'all'
  /** One of the operands. */
  | 'one'
  /** A value with unknown fields. */
  | 'open'

export interface ExpressionOperator {
  readonly yields: OperatorResult
  /** Named operands, if it takes an object; `constants` are not expressions. */
  readonly named?: readonly string[]
  readonly constants?: readonly string[]
  /** Whether all operands must be named. */
  readonly onlyNamed?: boolean
  /**
   * Whether it returns a value for every document, so that no error reveals contents. Only if the server's source and
   * manual show that it fails on no type: an operator too few costs an index, one too many is a leak.
   */
  readonly total?: boolean
}

const scalars = (names: string, more: Partial<ExpressionOperator> = {}): readonly [string, ExpressionOperator][] =>
  names.split(' ').map((name) => [name, { yields: 'scalar', ...more }])

const yielding = (
  yields: OperatorResult,
  names: string,
  more: Partial<ExpressionOperator> = {},
): readonly [string, ExpressionOperator][] => names.split(' ').map((name) => [name, { yields, ...more }])

const DATE = { named: ['date', 'timezone'] } as const
const PATTERN = { named: ['input', 'regex', 'options'], onlyNamed: true } as const
const TRIMMED = { named: ['input', 'chars'], onlyNamed: true } as const
const FIRST = { named: ['n', 'input'], onlyNamed: true } as const

/** Allowed expression operators, except those in `BINDING_OPERATORS`. */
export const EXPRESSION_OPERATORS: ReadonlyMap<string, ExpressionOperator> = new Map([
  ...scalars('$eq $ne $gt $gte $lt $lte $cmp $and $or $not $isArray $isNumber $type', { total: true }),
  ...scalars('$abs $add $ceil $divide $exp $floor $ln $log $log10 $mod $multiply $pow $round $sqrt $subtract $trunc'),
  ...scalars('$sin $cos $tan $asin $acos $atan $atan2 $asinh $acosh $atanh $sinh $cosh $tanh'),
  ...scalars('$degreesToRadians $radiansToDegrees $rand $binarySize $bsonSize'),
  ...scalars('$in $indexOfArray $size $allElementsTrue $anyElementTrue $setEquals $setIsSubset'),
  ...scalars('$sum $avg $stdDevPop $stdDevSamp', { total: true }),
  ...scalars('$dayOfMonth $dayOfWeek $dayOfYear $hour $isoDayOfWeek $isoWeek $isoWeekYear', DATE),
  ...scalars('$millisecond $minute $month $second $week $year', DATE),
  ...scalars('$dateAdd $dateSubtract', { named: ['startDate', 'unit', 'amount', 'timezone'], onlyNamed: true }),
  ...scalars('$dateDiff', { named: ['startDate', 'endDate', 'unit', 'timezone', 'startOfWeek'], onlyNamed: true }),
  ...scalars('$dateTrunc', { named: ['date', 'unit', 'binSize', 'timezone', 'startOfWeek'], onlyNamed: true }),
  ...scalars('$dateToString', { named: ['date', 'format', 'timezone', 'onNull'], onlyNamed: true }),
  ...scalars('$dateFromString', {
    named: ['dateString', 'format', 'timezone', 'onError', 'onNull'],
    onlyNamed: true,
  }),
  ...scalars('$dateFromParts', {
    named: [
      'year',
      'month',
      'day',
      'hour',
      'minute',
      'second',
      'millisecond',
      'timezone',
      'isoWeekYear',
      'isoWeek',
      'isoDayOfWeek',
    ],
    onlyNamed: true,
  }),
  ...scalars('$regexMatch', PATTERN),
  ...scalars('$indexOfBytes $indexOfCP $strLenBytes $strLenCP $strcasecmp $toLower $toUpper'),
  ...scalars('$toBool $toDate $toDecimal $toDouble $toInt $toLong $toObjectId $toString'),
  ...scalars('$convert', { named: ['input', 'to', 'onError', 'onNull'], onlyNamed: true }),
  ...yielding('all', '$concat $concatArrays $setUnion $mergeObjects'),
  ...yielding('all', '$replaceOne $replaceAll', { named: ['input', 'find', 'replacement'], onlyNamed: true }),
  ...yielding('all', '$zip', { named: ['inputs', 'useLongestLength', 'defaults'], onlyNamed: true }),
  ...yielding('one', '$cond', { named: ['if', 'then', 'else'], total: true }),
  ...yielding('one', '$ifNull $max $min', { total: true }),
  ...yielding('one', '$setDifference $setIntersection'),
  ...yielding('input', '$arrayElemAt $first $last $reverseArray $slice $split $substr $substrBytes $substrCP'),
  ...yielding('input', '$firstN $lastN $maxN $minN', FIRST),
  ...yielding('input', '$trim $ltrim $rtrim', TRIMMED),
  ...yielding('input', '$sortArray', { named: ['input'], constants: ['sortBy'], onlyNamed: true }),
  ...yielding('open', '$arrayToObject $objectToArray'),
  ...yielding('open', '$regexFind $regexFindAll', PATTERN),
  ...yielding('open', '$dateToParts', { named: ['date', 'timezone', 'iso8601'], onlyNamed: true }),
])

/** Operators that bind variables, name fields, or have operands that are not expressions. */
export const BINDING_OPERATORS = [
  '$filter',
  '$map',
  '$reduce',
  '$let',
  '$switch',
  '$literal',
  '$getField',
  '$setField',
  '$unsetField',
  '$range',
  '$meta',
] as const

export type BindingOperator = (typeof BINDING_OPERATORS)[number]

/** Allowed system variables; a draft's own begin with a lower-case letter. */
export const SYSTEM_VARIABLES: ReadonlySet<string> = new Set('ROOT CURRENT REMOVE NOW DESCEND PRUNE KEEP'.split(' '))
