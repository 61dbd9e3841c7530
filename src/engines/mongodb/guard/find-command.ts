import type { JsonObject } from '../language/literals.ts'
import { LIMIT_MAX } from '../language/stages.ts'
import type { Draft } from './draft/read-draft.ts'
import { type BoundValues, conjunction, headOf } from './head.ts'
import type { WalkedPipelines } from './pipeline/walk-pipelines.ts'

type FindDraft = Draft & { readonly op: 'find' }

/** The equivalent pipeline of a find. */
export const stagesOfFind = ({ filter, sort, skip, limit, projection }: FindDraft): readonly JsonObject[] => [
  ...(isEmpty(filter) ? [] : [{ $match: filter }]),
  ...(isEmpty(sort) ? [] : [{ $sort: sort }]),
  ...(skip === undefined || skip === 0 ? [] : [{ $skip: skip }]),
  ...(limit === undefined || limit === 0 ? [] : [{ $limit: limit }]),
  ...(isEmpty(projection) ? [] : [{ $project: projection }]),
]

const isEmpty = (object: JsonObject | undefined): object is undefined =>
  object === undefined || Object.keys(object).length === 0

/**
 * Restricts a find by its filter. Undefined if stages are needed, because something is hidden, a parent must be looked
 * up, or a condition may fail; then the pipeline runs.
 */
export const findCommand = (
  { collection: name, filter, projection, sort, skip, limit }: FindDraft,
  pipelines: WalkedPipelines,
  bounds: BoundValues,
): JsonObject | undefined => {
  const [collection] = pipelines.reads
  if (collection === undefined || pipelines.risk.mayFail) return undefined
  const { conditions, joins, removed } = headOf(collection, bounds)
  if (joins.length > 0 || removed.length > 0) return undefined
  return {
    op: 'find',
    collection: name,
    filter: conjunction([...conditions, ...(isEmpty(filter) ? [] : [filter])]),
    ...(isEmpty(projection) ? {} : { projection }),
    ...(isEmpty(sort) ? {} : { sort }),
    ...(skip === undefined || skip === 0 ? {} : { skip }),
    limit: Math.min(limit === undefined || limit === 0 ? LIMIT_MAX : limit, LIMIT_MAX),
  }
}
