import type { Json } from '../../../../platform/values/json.ts'
import { slip } from '../../../shared/refuse.ts'
import type { JsonObject } from '../../language/literals.ts'
import { count, GRAPH_OPTIONS, needed, options, text } from './walked.ts'

/** Levels below the first: each looks up the parents of what it finds, for each document of the level above. */
const DEPTH_MAX = 4

const [FOUND, NEXT, ALL] = ['tabletalk_found', 'tabletalk_next', 'tabletalk_all']

/**
 * A `$graphLookup` in a collection that is seen through its parent, as a `$lookup` within a `$lookup` for each level. No
 * filter of `$graphLookup` can ask for a parent, and a search that goes on through documents of others would tell what
 * they link to; here every level begins with the whole restriction, as any pipeline does.
 *
 * Both mean the same where one of the connected fields is the key: then no value stands for a missing one.
 *
 * @returns a stage of a draft: it is looked at like any other
 * @throws Refused where it cannot be written so
 */
export const unrolledSearch = (operand: Json): JsonObject => {
  const of = options('$graphLookup', operand, GRAPH_OPTIONS)
  const named = (name: string) => text('$graphLookup', of, name)
  const [from, as] = [named('from'), named('as')]
  const [below, above] = [named('connectFromField'), named('connectToField')]
  const start = needed('$graphLookup', of, 'startWith')
  const depth = of.maxDepth === undefined ? undefined : count('maxDepth', of.maxDepth, 0)
  const isByKey = above === '_id' || (below === '_id' && start === '$_id')
  const isField = typeof start === 'string' && /^\$[^$]/.test(start)
  if (depth === undefined || depth > DEPTH_MAX || !isByKey || !isField)
    throw slip(
      'unsupported',
      `${from} is seen through another collection: there $graphLookup takes a maxDepth of ${DEPTH_MAX} at most, a field as startWith, and _id as connectToField, or as connectFromField and startWith. Or use $lookup, once for each level.`,
    )
  const depthField = of.depthField === undefined ? undefined : named('depthField')
  const search = of.restrictSearchWithMatch ?? {}
  const level = (at: number, localField: string, result: string, end: readonly JsonObject[]): JsonObject => {
    const found = depthField === undefined ? [] : [{ $addFields: { [depthField]: { $literal: at } } }]
    const deeper = at === depth ? [] : withNext(level(at + 1, below, NEXT, []))
    const pipeline: readonly JsonObject[] = [{ $match: search }, ...found, ...deeper, ...end]
    return { $lookup: { from, localField, foreignField: above, pipeline, as: result } }
  }
  return level(0, start.slice(1), as, onceEach(depthField))
}

/** A list of it; servers that are not MongoDB's own may not look into a list that is written down. */
const ALONE = { $map: { input: { $range: [0, 1] }, as: 'tabletalk_place', in: `$${FOUND}` } }

/** What a level finds, and beside it what the next one does. */
const withNext = (next: JsonObject): readonly JsonObject[] => [
  { $addFields: { [FOUND]: '$$ROOT' } },
  next,
  { $project: { _id: 0, [ALL]: { $concatArrays: [ALONE, `$${NEXT}`] } } },
  { $unwind: `$${ALL}` },
  { $replaceRoot: { newRoot: `$${ALL}` } },
]

/** Whatever is found on several ways is found once, where it is nearest. */
const onceEach = (depthField: string | undefined): readonly JsonObject[] => [
  ...(depthField === undefined ? [] : [{ $sort: { [depthField]: 1 } }]),
  { $group: { _id: '$_id', [FOUND]: { $first: '$$ROOT' } } },
  { $replaceRoot: { newRoot: `$${FOUND}` } },
]
