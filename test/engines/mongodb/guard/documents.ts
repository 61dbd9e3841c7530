import { aggregate } from 'mingo'
import type { Doc } from './shop.ts'

type Collections = ReadonlyMap<string, readonly Doc[]>

/** Runs a pipeline on documents with mingo, in this process. */
export const findIn = (collections: Collections, { collection, pipeline }: Pipeline): readonly Doc[] => {
  const of = (name: string): Doc[] => (collections.get(name) ?? []).map(copy)
  return aggregate(of(collection), plain(joinedByCondition(pipeline)), { collectionResolver: of })
}

/** Stages of mingo change documents in place, so each run gets a copy. */
const copy = (document: Doc): Doc =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [name, copied(value)]))

const copied = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copied)
  if (value instanceof Date || typeof value !== 'object' || value === null) return value
  return copy(Object(value))
}

/** Sorted documents as texts with sorted fields, because removing a field may change the order of others. */
export const unordered = (documents: readonly Doc[]): readonly string[] =>
  documents.map((one) => JSON.stringify(one, sortedNames)).toSorted()

const sortedNames = (_: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export interface Pipeline {
  readonly collection: string
  readonly pipeline: readonly object[]
}

/** Converts a draft or a command in any form to an equivalent pipeline. */
export const pipelineOf = (draft: object): Pipeline => {
  const { collection, find, aggregate: from, pipeline, filter = {}, sort, skip, limit, projection } = Object(draft)
  const stages = pipeline ?? [
    { $match: filter },
    ...(sort === undefined ? [] : [{ $sort: sort }]),
    ...(skip === undefined ? [] : [{ $skip: skip }]),
    ...(limit === undefined ? [] : [{ $limit: limit }]),
    ...(projection === undefined ? [] : [{ $project: projection }]),
  ]
  return { collection: collection ?? find ?? from, pipeline: stages }
}

/**
 * Rewrites `$lookup` by fields as one with a condition: with a pipeline, mingo ignores the fields and the small store
 * refuses them; without one, mingo matches null for a missing element. Two documents match if their values, as lists, have
 * a common element.
 */
export const joinedByCondition = (stages: readonly object[]): readonly object[] =>
  stages.map((stage) => {
    const { $lookup, $unionWith, $facet } = Object(stage)
    if ($facet !== undefined)
      return {
        $facet: Object.fromEntries(
          Object.entries<object[]>($facet).map(([name, one]) => [name, joinedByCondition(one)]),
        ),
      }
    if ($unionWith?.pipeline !== undefined)
      return { $unionWith: { ...$unionWith, pipeline: joinedByCondition($unionWith.pipeline) } }
    if ($lookup === undefined) return stage
    const { localField, foreignField, pipeline = [], let: variables = {}, ...rest } = $lookup
    const inner = joinedByCondition(pipeline)
    if (localField === undefined) return { $lookup: { ...rest, let: variables, pipeline: inner } }
    const common = { $setIntersection: [listOf(`$${foreignField}`), listOf('$$tabletalk_test')] }
    const match = { $match: { $expr: { $gt: [{ $size: common }, 0] } } }
    return {
      $lookup: { ...rest, let: { ...variables, tabletalk_test: `$${localField}` }, pipeline: [match, ...inner] },
    }
  })

const listOf = (value: string) => ({ $cond: [{ $isArray: [value] }, value, [{ $ifNull: [value, null] }]] })

/** Converts extended JSON to JavaScript values. */
const plain = (value: unknown): never[] => JSON.parse(JSON.stringify(value), reviveTyped)

const reviveTyped = (_: string, value: unknown): unknown => {
  const { $numberLong, $date, ...more } = Object(value)
  if (Object.keys(more).length > 0) return value
  return $numberLong !== undefined ? Number($numberLong) : $date !== undefined ? new Date($date) : value
}
