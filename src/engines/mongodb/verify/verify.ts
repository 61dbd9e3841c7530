import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { QueryCandidate, Refusal } from '../../../guard/guarded-query.ts'
import { LIMIT_MAX } from '../language/stages.ts'
import { withoutRequired } from './verify-filter.ts'
import { filterMayFail, mayFail } from './verify-may-fail.ts'
import { Pipelines } from './verify-pipeline.ts'
import { requiredRestriction } from './verify-policy.ts'
import { conjunctsOf, firstFault, isNode, listOf, type Node, nameFault } from './verify-tree.ts'

/**
 * The second check of a command. It sees the final statement, its values, the policy and the schema, and shares only
 * the language lists with the guard, so that a leak requires the same mistake in both.
 *
 * @returns what is wrong, or undefined
 */
export const verify = (candidate: QueryCandidate, rules: GuardRules): Refusal | undefined =>
  commandFault(candidate, rules) === undefined
    ? undefined
    : { reason: 'not_proven', hint: 'The query could not be restricted safely.', repairable: false }

/** What is wrong with a candidate, as a text for tests. */
export const commandFault = (candidate: QueryCandidate, rules: GuardRules): string | undefined => {
  const command: unknown = JSON.parse(candidate.statement)
  if (!isNode(command) || typeof command.collection !== 'string') return 'no command'
  const { op, collection } = command
  if (!candidate.tables.includes(collection)) return 'a collection is not listed'
  if (op === 'find') return findFault(command, collection, candidate, rules)
  if (op !== 'aggregate' || !hasOnly(command, ['op', 'collection', 'pipeline'])) return 'another command'
  const stages = listOf(command.pipeline)
  const last = stages.at(-1)
  if (!isNode(last) || !isLimit(last.$limit)) return 'no limit'
  return new Pipelines(candidate, rules, mayFail(stages)).ofCollection(collection, stages)
}

const FIND = ['op', 'collection', 'filter', 'projection', 'sort', 'skip', 'limit']

const findFault = (
  command: Node,
  collection: string,
  { parameters }: QueryCandidate,
  rules: GuardRules,
): string | undefined => {
  if (!hasOnly(command, FIND) || !isLimit(command.limit)) return 'another option'
  const demand = requiredRestriction(collection, rules)
  if (demand === undefined) return 'a denied collection'
  if (demand.parent !== undefined || demand.hidden.length > 0) return 'a find that needs stages'
  const remaining = withoutRequired(conjunctsOf(command.filter), demand, parameters)
  if (remaining === undefined) return 'a filter is missing'
  if (filterMayFail(remaining)) return 'a condition that may fail'
  return firstFault([remaining, command.projection, command.sort, command.skip], nameFault)
}

const hasOnly = (command: Node, keys: readonly string[]): boolean =>
  Object.keys(command).every((key) => keys.includes(key))

const isLimit = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= LIMIT_MAX
