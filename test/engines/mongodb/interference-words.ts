const words = (text: string): readonly [string, ...string[]] => {
  const [first = '', ...more] = text.split(' ')
  return [first, ...more]
}

/** Expression operators by minimum and maximum number of operands; a newly allowed operator must be added here. */
export const BY_OPERANDS: readonly (readonly [least: number, most: number, names: readonly [string, ...string[]]])[] = [
  [1, 1, words('$abs $ceil $exp $floor $ln $log10 $sqrt $degreesToRadians $radiansToDegrees $binarySize $bsonSize')],
  [1, 1, words('$sin $cos $tan $asin $acos $atan $asinh $acosh $atanh $sinh $cosh $tanh')],
  [1, 1, words('$isArray $isNumber $type $not $size $allElementsTrue $anyElementTrue $first $last $reverseArray')],
  [1, 1, words('$strLenBytes $strLenCP $toLower $toUpper $arrayToObject $objectToArray')],
  [1, 1, words('$toBool $toDate $toDecimal $toDouble $toInt $toLong $toObjectId $toString')],
  [1, 1, words('$dayOfMonth $dayOfWeek $dayOfYear $hour $isoDayOfWeek $isoWeek $isoWeekYear')],
  [1, 1, words('$millisecond $minute $month $second $week $year')],
  [1, 2, words('$round $trunc')],
  [2, 2, words('$eq $ne $gt $gte $lt $lte $cmp $divide $mod $pow $subtract $log $atan2 $in $setDifference')],
  [2, 2, words('$setIsSubset $strcasecmp $split $arrayElemAt')],
  [2, 3, words('$indexOfArray $indexOfBytes $indexOfCP $slice $setEquals')],
  [3, 3, words('$substr $substrBytes $substrCP $cond')],
  [1, 3, words('$and $or $add $multiply $sum $avg $stdDevPop $stdDevSamp $max $min $concat $concatArrays $setUnion')],
  [1, 3, words('$setIntersection $mergeObjects')],
  [2, 3, words('$ifNull')],
]

/** Operators with named operands: required and optional names. */
export const BY_NAME: readonly (readonly [names: string, needed: string, optional: string])[] = [
  ['$dayOfMonth $hour $year $isoWeek', 'date', 'timezone'],
  ['$dateAdd $dateSubtract', 'startDate unit amount', 'timezone'],
  ['$dateDiff', 'startDate endDate unit', 'timezone startOfWeek'],
  ['$dateTrunc', 'date unit', 'binSize timezone startOfWeek'],
  ['$dateToString', 'date', 'format timezone onNull'],
  ['$dateFromString', 'dateString', 'format timezone onError onNull'],
  ['$dateFromParts', 'year', 'month day hour minute second millisecond timezone'],
  ['$dateFromParts', 'isoWeekYear', 'isoWeek isoDayOfWeek'],
  ['$dateToParts', 'date', 'timezone iso8601'],
  ['$regexMatch $regexFind $regexFindAll', 'input regex', 'options'],
  ['$convert', 'input to', 'onError onNull'],
  ['$replaceOne $replaceAll', 'input find replacement', ''],
  ['$zip', 'inputs', 'useLongestLength defaults'],
  ['$firstN $lastN $maxN $minN', 'n input', ''],
  ['$trim $ltrim $rtrim', 'input', 'chars'],
  ['$sortArray', 'input sortBy', ''],
]

/** Operators with special operands. */
export const OWN_FORMS = words(
  '$filter $map $reduce $let $switch $literal $getField $setField $unsetField $range $rand',
)

/** Accumulators with one expression, with two, and with named operands. */
export const PLAIN_ACCUMULATORS = words(
  '$sum $avg $stdDevPop $stdDevSamp $min $max $first $last $push $addToSet $mergeObjects',
)
export const NAMED_ACCUMULATORS = words(
  '$count $firstN $lastN $maxN $minN $top $bottom $topN $bottomN $median $percentile',
)
export const WINDOW_ACCUMULATORS = words(
  '$rank $denseRank $documentNumber $shift $derivative $integral $expMovingAvg $covariancePop $covarianceSamp $linearFill $locf',
)

/** Regular expressions, some of which are slow, fail, or change their meaning with options. */
export const PATTERNS = words('^a a$ . .* a.*b (a+)+$ (a|aa)+$ [a-f]{2,} \\d+ ^\\S+@ (.)\\1 \\p{Lu} ^(?:a?){20}a{20} x')

export const TIMEZONES = words('UTC Europe/Oslo +05:30 Nowhere/City')
export const UNITS = words('year quarter month week day hour minute second millisecond fortnight')
export const TYPES = words(
  'double string object array binData objectId bool date null regex int timestamp long decimal number',
)
