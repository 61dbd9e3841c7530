import type { Step } from './command-literals.ts'

const set = (words: string): ReadonlySet<Step | undefined> => new Set(words.split(/\s+/))

/** Keys of a command, and what operators call their arguments. */
const COMMAND = set('op collection find aggregate pipeline filter projection sort limit skip let collation cursor hint')
const ARGUMENTS = set(
  `as amount boundaries branches buckets by case coll cond connectFromField connectToField date dateString default depthField
  documents else endDate find foreignField format from granularity groupBy if in includeArrayIndex initialValue input let limit
  localField maxDepth newRoot onError onNull options output partitionBy path pipeline preserveNullAndEmptyArrays range regex
  replacement restrictSearchWithMatch sortBy startDate startOfWeek startWith then timezone to unit vars window`,
)

/** Under these, keys are names that the command gives. */
const GIVING = set(
  '$group $addFields $set $project $facet $bucket $bucketAuto $setWindowFields output let vars projection',
)
/** Under these, keys are fields that are there. */
const READING = set('$match $sort filter sort sortBy $unset $expr restrictSearchWithMatch')
const PROJECTING = set('$project projection')
const NAMING_AS = set('$lookup $graphLookup $map $filter $reduce $unwind $unionWith')
const GIVEN_VALUES = set('as includeArrayIndex depthField')
const READ_VALUES = set('from coll localField foreignField connectFromField connectToField path')

/** `$$NOW`, and what operators give by themselves. */
export const SYSTEM_VARIABLE = /^\$\$(?:NOW|ROOT|CURRENT|REMOVE|CLUSTER_TIME|DESCEND|PRUNE|KEEP|this|value)$/

/** What a key is, at the end of its path. @param isSimple its value is a number or a truth */
export const keyRole = (path: readonly Step[], isSimple: boolean): 'syntax' | 'given' | 'reference' => {
  const key = path.at(-1)
  if (typeof key !== 'string') return 'reference'
  if (path.length === 1) return COMMAND.has(key) ? 'syntax' : 'reference'
  if (key.startsWith('$')) return OPERATOR.test(key) ? 'syntax' : 'reference'
  if (key === '_id') return 'syntax'
  const above = path.at(-2)
  if (typeof above === 'string' && above.startsWith('$') && ARGUMENTS.has(key) && !GIVING_ONLY.has(above))
    return 'syntax'
  for (let at = path.length - 2; at >= 0; at--) {
    const step = path[at]
    if (READING.has(step)) return 'reference'
    if (PROJECTING.has(step)) return isSimple ? 'reference' : 'given'
    if (GIVING.has(step)) return 'given'
  }
  return 'reference'
}

const OPERATOR = /^\$[a-zA-Z0-9]{1,30}$/
/** Directly under these there are names only. */
const GIVING_ONLY = set('$group $addFields $set $project $facet $match $sort')

/** Whether a text is a name that the command gives or reads; undefined where it is a constant. */
export const isNameValue = (path: readonly Step[]): 'given' | 'reference' | undefined => {
  const [key, above] = [path.at(-1), path.at(-2)]
  if (key === '$count') return 'given'
  if (key === '$unionWith' || key === '$unset' || above === '$unset' || key === '$getField') return 'reference'
  if (!NAMING_AS.has(above)) return undefined
  if (GIVEN_VALUES.has(key)) return 'given'
  return READ_VALUES.has(key) ? 'reference' : undefined
}
