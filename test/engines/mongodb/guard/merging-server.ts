import type { Doc } from './shop.ts'

const has = (value: unknown, key: string): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)

/** Stages that a server moves a condition past: none of them says how many documents there are. */
const isPassed = (stage: object): boolean =>
  ['$match', '$sort', '$lookup'].some((name) => has(stage, name)) ||
  (has(stage, '$project') && Object.values(Object(stage.$project)).every((value) => value === 0))

/**
 * A pipeline as the worst of servers may run it: every condition that nothing holds back is tried first of all, on the
 * documents of everybody, and the filter that a guard put at the head after it. That is what MongoDB may do where it
 * joins conditions, or chooses an index for one of them; what stands behind a `$limit` stays there.
 */
export const merged = (stages: readonly object[]): readonly object[] => {
  const inner = stages.map(withinStage)
  const end = inner.findIndex((stage) => !isPassed(stage))
  const free = inner.slice(0, end < 0 ? inner.length : end)
  // A condition on what a stage before it made stays behind that stage.
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

/** The parts of a find's filter, the guard's last. */
export const mergedFilter = (filter: unknown): object =>
  has(filter, '$and') && Array.isArray(filter.$and) ? { $and: filter.$and.toReversed() } : Object(filter)
