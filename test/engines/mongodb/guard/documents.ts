import { aggregate } from 'mingo'
import type { Doc } from './shop.ts'

type Collections = ReadonlyMap<string, readonly Doc[]>

/** What a pipeline finds in these documents, by an implementation that is no server. */
export const findIn = (collections: Collections, { collection, pipeline }: Pipeline): readonly Doc[] => {
  const of = (name: string): Doc[] => (collections.get(name) ?? []).map(copy)
  return aggregate(of(collection), plain(joinedByCondition(pipeline)), { collectionResolver: of })
}

/** Documents are changed while they are looked at. */
const copy = (document: Doc): Doc =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [name, copied(value)]))

const copied = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copied)
  if (value instanceof Date || typeof value !== 'object' || value === null) return value
  return copy(Object(value))
}

/** Documents as texts without an order: of fields neither, because who leaves a field out may move others. */
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

/** A draft or a command of whatever form as the pipeline that means it. */
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
 * `$lookup` by fields as one with a condition: beside a pipeline, mingo overlooks fields, and the small store refuses
 * them; without one, mingo finds null for an element that leads nowhere. Two documents belong together when their lists, or what would be their lists, have something in common.
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

/** Typed values as JavaScript has them. */
const plain = (value: unknown): never[] => JSON.parse(JSON.stringify(value), reviveTyped)

const reviveTyped = (_: string, value: unknown): unknown => {
  const { $numberLong, $date, ...more } = Object(value)
  if (Object.keys(more).length > 0) return value
  return $numberLong !== undefined ? Number($numberLong) : $date !== undefined ? new Date($date) : value
}
