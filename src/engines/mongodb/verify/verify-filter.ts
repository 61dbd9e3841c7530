import type { BoundValue } from '../../../guard/restriction.ts'
import type { Column } from '../../../guard/schema.ts'
import type { Owner, RequiredParent, RequiredRestriction } from './verify-policy.ts'
import { conjunctsOf, hasKeys, isNode, listOf, type Node, nodeOf } from './verify-tree.ts'

/**
 * Removes the conditions that a collection's policy demands from a filter.
 *
 * @returns the remaining conditions; undefined if a demanded one is missing
 */
export const withoutRequired = (
  conditions: readonly unknown[],
  { own, parent }: RequiredRestriction,
  parameters: readonly BoundValue[],
): readonly unknown[] | undefined => {
  const remaining = [...conditions]
  const take = (test: (condition: unknown) => boolean): boolean => {
    const found = remaining.findIndex(test)
    return found >= 0 && remaining.splice(found, 1).length === 1
  }
  for (const owner of own) if (!take((condition) => isOwn(condition, owner, parameters))) return undefined
  if (parent !== undefined && !take((condition) => isKey(condition, parent.column))) return undefined
  return remaining
}

/** The comparison of a field, if arrays are excluded on its path. */
const comparisonOf = (condition: unknown, path: string): Node | undefined => {
  const parts = path.split('.')
  const above = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'))
  if (!hasKeys(condition, ...above, path) || !above.every((one) => isNoList(condition[one]))) return undefined
  const { $not, ...comparison } = nodeOf(condition[path])
  return isNoList({ $not }) ? comparison : undefined
}

const isNoList = (value: unknown): boolean =>
  hasKeys(value, '$not') && hasKeys(value.$not, '$type') && value.$not.$type === 'array'

const isOwn = (
  condition: unknown,
  { column: { name }, bound: { value }, types, allowsMissing }: Owner,
  parameters: readonly BoundValue[],
): boolean => {
  const comparison = comparisonOf(condition, name)
  const isOne = comparison !== undefined && Object.hasOwn(comparison, '$eq')
  if (!hasKeys(comparison, isOne ? '$eq' : '$in')) return false
  const wanted = isOne ? [comparison.$eq] : listOf(comparison.$in)
  const values = wanted.filter((one) => one !== null)
  if (allowsMissing ? isOne || !wanted.includes(null) : values.length < wanted.length) return false
  const kinds = values.map((one) => (isBound(one, value, parameters) ? nodeOf(one).as : undefined))
  const demandedKinds = value === null ? [] : types.map((type) => (type === 'integer' ? 'number' : type))
  return (
    kinds.length === demandedKinds.length &&
    demandedKinds.every((kind) => kinds.includes(kind)) &&
    (!isOne || kinds.length === 1)
  )
}

const isBound = (placeholder: unknown, value: BoundValue, parameters: readonly BoundValue[]): boolean => {
  if (!hasKeys(placeholder, '$bound', 'as')) return false
  const { $bound } = placeholder
  return typeof $bound === 'number' && $bound < parameters.length && parameters[$bound] === value
}

const isKey = (condition: unknown, { name }: Column): boolean => {
  const comparison = comparisonOf(condition, name)
  return hasKeys(comparison, '$ne') && comparison.$ne === null
}

/** The helper field of the two stages that drop documents whose parent is not the caller's. */
export const parentHelper = (
  stages: readonly unknown[],
  { column, key, demand }: RequiredParent,
  parameters: readonly BoundValue[],
): string | undefined => {
  const [first, second] = stages
  const lookup = nodeOf(nodeOf(first).$lookup)
  const { from, let: bound, pipeline, as } = lookup
  if (!hasKeys(first, '$lookup') || !hasKeys(lookup, 'from', 'let', 'pipeline', 'as')) return undefined
  if (from !== demand.table.name || typeof as !== 'string' || !/^tabletalk_parent_[0-9]$/.test(as)) return undefined
  if (!hasKeys(bound, 'tabletalk_key') || bound.tabletalk_key !== `$${column.name}`) return undefined
  if (!hasKeys(second, '$match') || !hasKeys(second.$match, as)) return undefined
  const found = second.$match[as]
  if (!hasKeys(found, '$ne') || !Array.isArray(found.$ne) || found.$ne.length > 0) return undefined
  return isParentPipeline(listOf(pipeline), key, demand, parameters) ? as : undefined
}

const isParentPipeline = (
  stages: readonly unknown[],
  key: Column,
  demand: RequiredRestriction,
  parameters: readonly BoundValue[],
): boolean => {
  const [match, ...more] = stages
  if (!hasKeys(match, '$match')) return false
  const remaining = withoutRequired(conjunctsOf(match.$match), demand, parameters)
  const [keyCondition, ...others] = remaining ?? []
  if (others.length > 0 || !isSameKey(keyCondition, key)) return false
  const above = demand.parent === undefined ? 0 : 2
  if (demand.parent !== undefined && parentHelper(more, demand.parent, parameters) === undefined) return false
  const [limit, project, ...rest] = more.slice(above)
  const isOne = hasKeys(limit, '$limit') && limit.$limit === 1
  const isBare = hasKeys(project, '$project') && hasKeys(project.$project, '_id') && project.$project._id === 1
  return isOne && isBare && rest.length === 0
}

const isSameKey = (condition: unknown, { name }: Column): boolean => {
  if (!hasKeys(condition, '$expr') || !hasKeys(condition.$expr, '$eq')) return false
  const sides = listOf(condition.$expr.$eq)
  return sides.length === 2 && sides.includes(`$${name}`) && sides.includes('$$tabletalk_key')
}

/** The paths that a stage removes, if it does nothing else. */
export const removedBy = (stage: unknown): readonly string[] | undefined => {
  if (!hasKeys(stage, '$project') || !isNode(stage.$project)) return undefined
  const entries = Object.entries(stage.$project)
  return entries.every(([, value]) => value === 0) ? entries.map(([path]) => path) : undefined
}
