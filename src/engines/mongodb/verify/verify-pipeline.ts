import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { QueryCandidate } from '../../../guard/guarded-query.ts'
import { FENCE, STAGES } from '../language/stages.ts'
import { parentHelper, removedBy, withoutRequired } from './verify-filter.ts'
import { filterMayFail } from './verify-may-fail.ts'
import { type RequiredRestriction, requiredRestriction, touchesHidden } from './verify-policy.ts'
import { conjunctsOf, firstFault, hasKeys, isNode, listOf, type Node, nameFault, nodeOf } from './verify-tree.ts'

const NAMES: ReadonlySet<string> = new Set(STAGES)
const GRAPH_DEPTH_MAX = 100

/** Verifies every pipeline of a statement; faults are texts for tests. */
export class Pipelines {
  readonly #candidate: QueryCandidate
  readonly #rules: GuardRules
  readonly #needsFence: boolean

  /** @param fenced whether a condition anywhere in the statement may fail */
  constructor(candidate: QueryCandidate, rules: GuardRules, fenced: boolean) {
    this.#candidate = candidate
    this.#rules = rules
    this.#needsFence = fenced
  }

  /** Verifies that a pipeline over a collection begins with everything its policy demands. */
  ofCollection(name: unknown, stages: readonly unknown[], isJoined = false): string | undefined {
    const demand = this.#demand(name)
    if (typeof demand === 'string') return demand
    const opening = this.#openingFault(stages[0], demand, isJoined)
    if (typeof opening === 'string') return opening
    let index = opening
    const helpers: string[] = []
    if (demand.parent !== undefined) {
      const helper = parentHelper(stages.slice(index, index + 2), demand.parent, this.#candidate.parameters)
      if (helper === undefined) return 'a child without its parent'
      helpers.push(helper)
      index += 2
    }
    const removed = [...helpers, ...demand.hidden]
    if (removed.length > 0 && !isSame(removedBy(stages[index++]), removed)) return 'something hidden is not taken out'
    const isRestricted = demand.own.length > 0 || demand.parent !== undefined
    if (this.#needsFence && isRestricted && !isFence(stages[index++])) return 'no fence'
    return this.ofDocuments(stages.slice(index))
  }

  /** Verifies stages over the current documents. */
  ofDocuments(stages: readonly unknown[]): string | undefined {
    for (const [index, stage] of stages.entries()) {
      const fault = this.#stageFault(stage, stages[index + 1])
      if (fault !== undefined) return fault
    }
    return undefined
  }

  #demand(name: unknown): RequiredRestriction | string {
    if (typeof name !== 'string') return 'no collection'
    if (!this.#candidate.tables.includes(name)) return 'a collection is not listed'
    return requiredRestriction(name, this.#rules) ?? 'a denied collection'
  }

  /** @returns the number of stages that it takes, or what is wrong */
  #openingFault(stage: unknown, demand: RequiredRestriction, isJoined: boolean): number | string {
    const { $match, $geoNear } = nodeOf(stage)
    const near = isNode($geoNear) ? $geoNear : undefined
    const isSearch = conjunctsOf($match).some((one) => isNode(one) && Object.hasOwn(one, '$text'))
    const isRestricted = demand.own.length > 0 || demand.parent !== undefined
    if (near === undefined && !isSearch && !isRestricted) return isJoined && isJoinAlone($match, demand) ? 1 : 0
    if (!hasKeys(stage, near === undefined ? '$match' : '$geoNear')) return 'no filter at the head'
    const remaining = withoutRequired(conjunctsOf(near?.query ?? $match), demand, this.#candidate.parameters)
    if (remaining === undefined) return 'a filter is missing'
    const isPlain = remaining.length === 0 || (isJoined && remaining.length === 1 && isJoin(remaining[0], demand))
    if (near === undefined && !isSearch) return isPlain ? 1 : 'more than the filter'
    if (isSearch && demand.hidden.length > 0) return 'a search of what is hidden'
    if (near !== undefined && touchesHidden(near.key, demand)) return 'a place that is hidden'
    if (filterMayFail(remaining)) return 'a condition that may fail'
    const { query: _, ...of } = near ?? {}
    return nameFault([remaining, of]) ?? 1
  }

  #stageFault(stage: unknown, next: unknown): string | undefined {
    const [name = '', ...more] = isNode(stage) ? Object.keys(stage) : []
    if (!NAMES.has(name) || more.length > 0) return 'an unknown stage'
    const operand = nodeOf(stage)[name]
    switch (name) {
      case '$lookup':
        return this.#lookupFault(nodeOf(operand))
      case '$unionWith':
        return hasKeys(operand, 'coll', 'pipeline')
          ? this.ofCollection(operand.coll, listOf(operand.pipeline))
          : 'a union with a whole collection'
      case '$graphLookup':
        return this.#graphFault(nodeOf(operand), next)
      case '$facet':
        return firstFault(Object.values(nodeOf(operand)), (stages) => this.ofDocuments(listOf(stages)))
      case '$geoNear':
        return 'an unfiltered search'
      default:
        return isFence(stage) ? undefined : nameFault(operand)
    }
  }

  #lookupFault({ from, pipeline, as, localField, foreignField, let: variables, ...more }: Node): string | undefined {
    if (Object.keys(more).length > 0 || typeof as !== 'string' || !Array.isArray(pipeline)) return 'another lookup'
    const demand = this.#demand(from)
    if (typeof demand === 'string') return demand
    if (foreignField !== undefined && touchesHidden(foreignField, demand)) return 'a key that is hidden'
    const isJoined = isNode(variables) && Object.hasOwn(variables, 'tabletalk_local')
    return nameFault([variables, localField]) ?? this.ofCollection(from, pipeline, isJoined)
  }

  #graphFault({ from, restrictSearchWithMatch, maxDepth, as, ...more }: Node, next: unknown): string | undefined {
    const demand = this.#demand(from)
    if (typeof demand === 'string') return demand
    const remaining = withoutRequired(conjunctsOf(restrictSearchWithMatch), demand, this.#candidate.parameters)
    if (remaining === undefined || demand.parent !== undefined) return 'an unfiltered search'
    if (filterMayFail(remaining)) return 'a condition that may fail'
    if ([more.connectFromField, more.connectToField].some((path) => touchesHidden(path, demand)))
      return 'a key that is hidden'
    if (typeof maxDepth !== 'number' || maxDepth > GRAPH_DEPTH_MAX) return 'a search without an end'
    const hidden = demand.hidden.map((path) => `${String(as)}.${path}`)
    if (hidden.length > 0 && !isSame(removedBy(next), hidden)) return 'something hidden is not taken out'
    return nameFault([remaining, more])
  }
}

const isSame = (found: readonly string[] | undefined, wanted: readonly string[]): boolean =>
  found !== undefined && found.length === wanted.length && wanted.every((path) => found.includes(path))

/** Whether a condition joins with the outer document: one visible field equals its value. */
const isJoin = (condition: unknown, demand: RequiredRestriction): boolean => {
  if (!hasKeys(condition, '$expr') || !hasKeys(condition.$expr, '$eq')) return false
  const [path, value, ...more] = listOf(condition.$expr.$eq)
  const isField = typeof path === 'string' && path.startsWith('$') && !touchesHidden(path.slice(1), demand)
  return isField && value === '$$tabletalk_local' && more.length === 0
}

const isJoinAlone = (match: unknown, demand: RequiredRestriction): boolean => {
  const [only, ...more] = conjunctsOf(match)
  return more.length === 0 && isJoin(only, demand)
}

const isFence = (stage: unknown): boolean =>
  hasKeys(stage, '$limit') &&
  hasKeys(stage.$limit, '$numberLong') &&
  stage.$limit.$numberLong === FENCE.$limit.$numberLong
