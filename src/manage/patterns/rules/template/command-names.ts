import type { Step } from './command-literals.ts'

const set = (words: string): ReadonlySet<Step | undefined> => new Set(words.split(/\s+/))

/** Keys of a command. */
const COMMAND = set('op collection find aggregate pipeline filter projection sort limit skip let collation cursor hint')
/** Names of operator arguments. */
const ARGUMENTS = set(
  `as amount boundaries branches buckets by case coll cond connectFromField connectToField date dateString default depthField
  documents else endDate find foreignField format from granularity groupBy if in includeArrayIndex initialValue input let limit
  localField maxDepth newRoot onError onNull options output partitionBy path pipeline preserveNullAndEmptyArrays range regex
  replacement restrictSearchWithMatch sortBy startDate startOfWeek startWith then timezone to unit vars window`,
)

/** Below these, keys are names that the command defines. */
const DEFINING = set(
  '$group $addFields $set $project $facet $bucket $bucketAuto $setWindowFields output let vars projection',
)
/** Below these, keys are existing fields. */
const READING = set('$match $sort filter sort sortBy $unset $expr restrictSearchWithMatch')
const PROJECTING = set('$project projection')
const NAMING_STAGES = set('$lookup $graphLookup $map $filter $reduce $unwind $unionWith')
const DEFINED_NAMES = set('as includeArrayIndex depthField')
const REFERENCED_NAMES = set('from coll localField foreignField connectFromField connectToField path')

/** System variables such as `$$NOW`, and variables that operators define. */
export const SYSTEM_VARIABLE = /^\$\$(?:NOW|ROOT|CURRENT|REMOVE|CLUSTER_TIME|DESCEND|PRUNE|KEEP|this|value)$/

/** The role of the last key of a path. @param isSimple whether its value is a number or a boolean */
export const keyRole = (path: readonly Step[], isSimple: boolean): 'syntax' | 'given' | 'reference' => {
  const key = path.at(-1)
  if (typeof key !== 'string') return 'reference'
  if (path.length === 1) return COMMAND.has(key) ? 'syntax' : 'reference'
  if (key.startsWith('$')) return OPERATOR.test(key) ? 'syntax' : 'reference'
  if (key === '_id') return 'syntax'
  const parent = path.at(-2)
  if (typeof parent === 'string' && parent.startsWith('$') && ARGUMENTS.has(key) && !NAMES_ONLY.has(parent))
    return 'syntax'
  for (let at = path.length - 2; at >= 0; at--) {
    const step = path[at]
    if (READING.has(step)) return 'reference'
    if (PROJECTING.has(step)) return isSimple ? 'reference' : 'given'
    if (DEFINING.has(step)) return 'given'
  }
  return 'reference'
}

const OPERATOR = /^\$[a-zA-Z0-9]{1,30}$/
/** Directly below these, keys are names and never arguments. */
const NAMES_ONLY = set('$group $addFields $set $project $facet $match $sort')

/** The role of a text that is a name: `given` by the command or a `reference`; undefined if the text is a constant. */
export const isNameValue = (path: readonly Step[]): 'given' | 'reference' | undefined => {
  const [key, parent] = [path.at(-1), path.at(-2)]
  if (key === '$count') return 'given'
  if (key === '$unionWith' || key === '$unset' || parent === '$unset' || key === '$getField') return 'reference'
  if (!NAMING_STAGES.has(parent)) return undefined
  if (DEFINED_NAMES.has(key)) return 'given'
  return REFERENCED_NAMES.has(key) ? 'reference' : undefined
}
