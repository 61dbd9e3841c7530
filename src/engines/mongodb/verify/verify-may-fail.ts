import { isNode, listOf, type Node } from './verify-tree.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Expression operators that return a value for every document; independent of the guard's list. */
const TOTAL = words(
  '$eq $ne $gt $gte $lt $lte $cmp $and $or $not $cond $ifNull $isArray $isNumber $type $max $min $sum $avg $stdDevPop ' +
    '$stdDevSamp $literal $let $switch $range $meta',
)

/** Keys of extended JSON values. */
const VALUES = words('$oid $uuid $date $numberInt $numberLong $numberDouble $numberDecimal $regularExpression $bound')

/** Filter operators that are true or false for every document. */
const CONDITIONS = words(
  '$eq $ne $gt $gte $lt $lte $in $nin $exists $type $size $mod $regex $options $not $elemMatch $all $bitsAllClear ' +
    '$bitsAllSet $bitsAnyClear $bitsAnySet $and $or $nor $text $search $language $caseSensitive $diacriticSensitive',
)

/** Whether a filter anywhere in a statement may fail, or take long, on some document. */
export const mayFail = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(mayFail)
  if (!isNode(value)) return false
  for (const key in value) {
    const part = value[key]
    if (key === '$match' ? filterMayFail(part) : mayFail(part)) return true
  }
  return false
}

/** Whether a filter may fail or take long on some document. */
export const filterMayFail = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(filterMayFail)
  if (!isNode(value)) return false
  for (const key in value) if (conditionMayFail(key, value[key])) return true
  return false
}

const conditionMayFail = (key: string, part: unknown): boolean => {
  if (key === '$expr') return expressionMayFail(part)
  if (key === '$regularExpression') return isExpensive(isNode(part) ? part.pattern : undefined)
  if (key === '$regex' && typeof part === 'string') return isExpensive(part)
  return (key.startsWith('$') && !CONDITIONS.has(key) && !VALUES.has(key)) || filterMayFail(part)
}

const PATTERN_MAX = 100

/** Escapes that match one character or none. */
const PLAIN_ESCAPES = 'dDwWsSbBAzZtnr'

const isExpensive = (pattern: unknown): boolean => {
  if (typeof pattern !== 'string' || pattern.length > PATTERN_MAX) return true
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at)
    if ('*+?(){}'.includes(character)) return true
    const next = pattern.charAt(at + 1)
    if (character === '\\' && /\w/.test(next) && !PLAIN_ESCAPES.includes(next)) return true
  }
  return false
}

const expressionMayFail = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(expressionMayFail)
  if (!isNode(value)) return false
  for (const key in value) {
    if (key === '$literal' || VALUES.has(key)) continue
    if (key.startsWith('$') && !isTotal(key, value)) return true
    if (expressionMayFail(value[key])) return true
  }
  return false
}

const isTotal = (key: string, { [key]: part }: Node): boolean => {
  if (key === '$switch') return isNode(part) && part.default !== undefined && listOf(part.branches).length > 0
  if (key === '$range') return listOf(part).length > 1 && listOf(part).every((one) => one === Number(one) >> 0)
  return TOTAL.has(key)
}
