import type { Doc } from './shop.ts'

const has = (value: unknown, key: string): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)

/** Stages that a server may move a condition before, because they do not depend on the number of documents. */
const isPassed = (stage: object): boolean =>
  ['$match', '$sort', '$lookup'].some((name) => has(stage, name)) ||
  (has(stage, '$project') && Object.values(Object(stage.$project)).every((value) => value === 0))

/**
 * The worst order in which a server may run a pipeline: every movable condition is evaluated first, on the documents of
 * all tenants, and the guard's filter after it. MongoDB may do this if it merges conditions or chooses an index for one of
 * them. It does not move conditions before a `$limit`.
 */
export const merged = (stages: readonly object[]): readonly object[] => {
  const inner = stages.map(withinStage)
  const end = inner.findIndex((stage) => !isPassed(stage))
  const free = inner.slice(0, end < 0 ? inner.length : end)
  // A condition on the output of a stage stays after that stage.
  const made = new Set(free.flatMap((stage) => (has(stage, '$lookup') ? [String(Object(stage.$lookup).as)] : [])))
  const isMovable = (stage: object): boolean =>
    has(stage, '$match') && ![...made].some((name) => JSON.stringify(stage).includes(name))
  const conditions = free.filter(isMovable).reverse()
  const rest = inner.filter((stage, index) => index >= free.length || !isMovable(stage))
  return [...conditions, ...rest]
}

const withinStage = (stage: object): object => {
  for (const name of ['$lookup', '$unionWith'])
    if (has(stage, name) && has(stage[name], 'pipeline') && Array.isArray(stage[name].pipeline))
      return { [name]: { ...stage[name], pipeline: merged(stage[name].pipeline) } }
  return stage
}

/** The conditions of a find's filter, with the guard's condition last. */
export const mergedFilter = (filter: unknown): object =>
  has(filter, '$and') && Array.isArray(filter.$and) ? { $and: filter.$and.toReversed() } : Object(filter)
