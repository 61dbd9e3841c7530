import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { isObject, type JsonObject } from '../../language/literals.ts'
import { STAGES, type StageName } from '../../language/stages.ts'
import { shortened } from '../draft/read-json.ts'
import { walkBucket, walkBucketAuto, walkGroup, walkSortByCount } from './grouping.ts'
import { walkFacet, walkGraphLookup, walkLookup, walkUnionWith } from './joining.ts'
import {
  walkCount,
  walkLimit,
  walkMatch,
  walkRedact,
  walkSample,
  walkSkip,
  walkSort,
  walkUnwind,
} from './plain-stages.ts'
import { walkAddFields, walkProjection, walkReplaceRoot, walkUnset } from './projecting.ts'
import { options, requiredOption, type StageContext, type WalkedStage } from './stage-options.ts'
import { walkDensify, walkFill, walkSetWindowFields } from './windows.ts'

type WalkStage = (operand: Json, place: StageContext) => WalkedStage & { readonly after?: readonly JsonObject[] }

/** The check for each allowed stage. */
const WALKS: Readonly<Record<StageName, WalkStage>> = {
  $addFields: walkAddFields,
  $bucket: walkBucket,
  $bucketAuto: walkBucketAuto,
  $count: walkCount,
  $densify: walkDensify,
  $facet: walkFacet,
  $fill: walkFill,
  $geoNear: () => {
    throw repairableRefusal('unsupported', '$geoNear is the first stage of the pipeline, or none.')
  },
  $graphLookup: walkGraphLookup,
  $group: walkGroup,
  $limit: walkLimit,
  $lookup: walkLookup,
  $match: walkMatch,
  $project: (operand, place) => ({ stage: { $project: operand }, shape: walkProjection(operand, place) }),
  $redact: walkRedact,
  $replaceRoot: (operand, place) =>
    walkReplaceRoot(requiredOption('$replaceRoot', options('$replaceRoot', operand, ['newRoot']), 'newRoot'), place),
  $replaceWith: walkReplaceRoot,
  $sample: walkSample,
  $set: walkAddFields,
  $setWindowFields: walkSetWindowFields,
  $skip: walkSkip,
  $sort: walkSort,
  $sortByCount: walkSortByCount,
  $unionWith: walkUnionWith,
  $unset: walkUnset,
  $unwind: walkUnwind,
}

const NAMES: ReadonlySet<string> = new Set(STAGES)

const isStage = (name: string): name is StageName => NAMES.has(name)

/** The name and operand of a stage. @throws Refused */
export const stageOf = (stage: Json): readonly [StageName, Json] => {
  const [entry, ...more] = isObject(stage) ? Object.entries(stage) : []
  if (entry === undefined || more.length > 0)
    throw repairableRefusal('syntax', 'A stage is an object with one name: {"$match": …}.')
  const [name, operand] = entry
  if (!isStage(name))
    throw repairableRefusal('unknown_stage', `${shortened(name)} is not a stage that a pipeline may have here.`)
  return [name, operand]
}

/** Checks one stage. @throws Refused */
export const walkStage: (name: StageName, operand: Json, place: StageContext) => ReturnType<WalkStage> = (
  name,
  operand,
  place,
) => WALKS[name](operand, place)
