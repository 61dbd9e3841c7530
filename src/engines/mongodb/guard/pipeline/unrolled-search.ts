import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import type { JsonObject } from '../../language/literals.ts'
import { countOption, GRAPH_OPTIONS, options, requiredOption, textOption } from './stage-options.ts'

/** Maximum depth: each level looks up parents for every document of the previous one. */
const DEPTH_MAX = 4

const [FOUND, NEXT, ALL] = ['tabletalk_found', 'tabletalk_next', 'tabletalk_all']

/**
 * Rewrites a `$graphLookup` over a `via` collection into nested `$lookup` stages. Its filter cannot look up a parent,
 * and a search through documents of others would reveal their links; here every level has the whole restriction.
 * Equivalent if one of the connected fields is the key, so that null never matches a missing value.
 *
 * @returns a draft stage, to be checked like any other
 * @throws Refused if it cannot be rewritten
 */
export const unrolledSearch = (operand: Json): JsonObject => {
  const of = options('$graphLookup', operand, GRAPH_OPTIONS)
  const named = (name: string) => textOption('$graphLookup', of, name)
  const [from, as] = [named('from'), named('as')]
  const [connectFrom, connectTo] = [named('connectFromField'), named('connectToField')]
  const start = requiredOption('$graphLookup', of, 'startWith')
  const depth = of.maxDepth === undefined ? undefined : countOption('maxDepth', of.maxDepth, 0)
  const isByKey = connectTo === '_id' || (connectFrom === '_id' && start === '$_id')
  const isField = typeof start === 'string' && /^\$[^$]/.test(start)
  if (depth === undefined || depth > DEPTH_MAX || !isByKey || !isField)
    throw repairableRefusal(
      'unsupported',
      `${from} is seen through another collection: there $graphLookup takes a maxDepth of ${DEPTH_MAX} at most, a field as startWith, and _id as connectToField, or as connectFromField and startWith. Or use $lookup, once for each level.`,
    )
  const depthField = of.depthField === undefined ? undefined : named('depthField')
  const search = of.restrictSearchWithMatch ?? {}
  const level = (at: number, localField: string, result: string, end: readonly JsonObject[]): JsonObject => {
    const found = depthField === undefined ? [] : [{ $addFields: { [depthField]: { $literal: at } } }]
    const nextLevel = at === depth ? [] : withNext(level(at + 1, connectFrom, NEXT, []))
    const pipeline: readonly JsonObject[] = [{ $match: search }, ...found, ...nextLevel, ...end]
    return { $lookup: { from, localField, foreignField: connectTo, pipeline, as: result } }
  }
  return level(0, start.slice(1), as, distinctDocuments(depthField))
}

/** A list with the document; other servers may not evaluate fields in a literal list. */
const SINGLE_DOCUMENT_LIST = { $map: { input: { $range: [0, 1] }, as: 'tabletalk_place', in: `$${FOUND}` } }

/** The documents of a level and of the next one. */
const withNext = (next: JsonObject): readonly JsonObject[] => [
  { $addFields: { [FOUND]: '$$ROOT' } },
  next,
  { $project: { _id: 0, [ALL]: { $concatArrays: [SINGLE_DOCUMENT_LIST, `$${NEXT}`] } } },
  { $unwind: `$${ALL}` },
  { $replaceRoot: { newRoot: `$${ALL}` } },
]

/** Keeps each document once, at its lowest depth. */
const distinctDocuments = (depthField: string | undefined): readonly JsonObject[] => [
  ...(depthField === undefined ? [] : [{ $sort: { [depthField]: 1 } }]),
  { $group: { _id: '$_id', [FOUND]: { $first: '$$ROOT' } } },
  { $replaceRoot: { newRoot: `$${FOUND}` } },
]
