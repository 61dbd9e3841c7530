import type { BoundValue, RestrictionValue } from '../../../guard/restriction.ts'
import { tableName } from '../../../guard/schema.ts'
import type { RowRule } from '../../../guard/table-access.ts'
import type { Json } from '../../../platform/values/json.ts'
import type { JsonObject } from '../language/literals.ts'
import { boundKinds } from './bound-value.ts'
import type { Collection } from './collections.ts'

/** The values of one statement, each bound once. */
export class BoundValues {
  readonly #values = new Map<RestrictionValue, number>()

  indexOf(bound: RestrictionValue): number {
    const index = this.#values.get(bound) ?? this.#values.size
    this.#values.set(bound, index)
    return index
  }

  get parameters(): readonly BoundValue[] {
    return [...this.#values.keys()].map(({ value }) => value)
  }
}

/** The restriction at the start of a pipeline that reads a collection. */
export interface PipelineRestriction {
  /** Conditions that select the caller's documents. */
  readonly conditions: readonly JsonObject[]
  /** Stages that drop documents whose parent is not the caller's. */
  readonly joins: readonly JsonObject[]
  /** Helper fields of these stages, and hidden fields. */
  readonly removed: readonly string[]
}

export const headOf = ({ access, hidden }: Collection, bounds: BoundValues): PipelineRestriction => {
  const { conditions, joins, helpers } = filterOf(access.rules, bounds)
  return { conditions, joins, removed: [...helpers, ...hidden] }
}

/** The stages of a head; none if there is nothing to restrict. */
export const stagesOf = ({ conditions, joins, removed }: PipelineRestriction): readonly JsonObject[] => [
  ...matchOf(conditions),
  ...joins,
  ...(removed.length === 0 ? [] : [{ $project: Object.fromEntries(removed.map((path) => [path, 0])) }]),
]

export const conjunction = (conditions: readonly JsonObject[]): JsonObject => {
  const [only, ...more] = conditions
  return only === undefined ? {} : more.length === 0 ? only : { $and: conditions }
}

const matchOf = (conditions: readonly JsonObject[]): readonly JsonObject[] =>
  conditions.length === 0 ? [] : [{ $match: conjunction(conditions) }]

interface Filter {
  readonly conditions: readonly JsonObject[]
  readonly joins: readonly JsonObject[]
  readonly helpers: readonly string[]
}

const filterOf = (rules: readonly RowRule[], bounds: BoundValues): Filter => {
  const conditions: JsonObject[] = []
  const joins: JsonObject[] = []
  const helpers: string[] = []
  for (const rule of rules) {
    conditions.push(rule.kind === 'own' ? ownCondition(rule, bounds) : singleValue(rule.column, { $ne: null }))
    if (rule.kind === 'own') continue
    const helper = `tabletalk_parent_${helpers.length}`
    helpers.push(helper)
    joins.push(parentLookup(rule, helper, bounds), { $match: { [helper]: { $ne: [] } } })
  }
  return { conditions, joins, helpers }
}

const ownCondition = (rule: RowRule & { readonly kind: 'own' }, bounds: BoundValues): JsonObject => {
  const index = bounds.indexOf(rule.bound)
  const values = boundKinds(rule.bound).map((as) => ({ $bound: index, as }))
  const [only, ...more] = values
  if (rule.orShared) return singleValue(rule.column, { $in: [null, ...values] })
  return singleValue(rule.column, only !== undefined && more.length === 0 ? { $eq: only } : { $in: values })
}

/** Excludes arrays anywhere on the path: an array that contains the tenant would match the comparison. */
const singleValue = (path: string, comparison: JsonObject): JsonObject => {
  const parts = path.split('.')
  const above = parts.slice(0, -1).map((_, index) => [parts.slice(0, index + 1).join('.'), NO_LIST] as const)
  return { ...Object.fromEntries(above), [path]: { ...comparison, ...NO_LIST } }
}

const NO_LIST: { readonly [key: string]: Json } = { $not: { $type: 'array' } }

/** Looks up the parent by its key, with an index; arrays of keys do not match. */
const parentLookup = (rule: RowRule & { readonly kind: 'parent' }, as: string, bounds: BoundValues): JsonObject => {
  const { conditions, joins } = filterOf(rule.rules, bounds)
  const isKey = { $expr: { $eq: [`$${rule.parentColumn}`, '$$tabletalk_key'] } }
  return {
    $lookup: {
      from: tableName(rule.parent),
      let: { tabletalk_key: `$${rule.column}` },
      pipeline: [...matchOf([...conditions, isKey]), ...joins, { $limit: 1 }, { $project: { _id: 1 } }],
      as,
    },
  }
}
