import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { isObject, type JsonObject } from '../../language/literals.ts'
import type { Collection } from '../collections.ts'
import { checkConstant } from '../expression/check-constant.ts'
import { walkFilter } from '../filter/walk-filter.ts'
import { conjunction, type PipelineRestriction, stagesOf } from '../head.ts'
import { partsOf, resolvePath } from '../shape/resolve-path.ts'
import { SCALAR, type Shape, withField } from '../shape/shape.ts'
import { options, type StageContext, textOption } from './stage-options.ts'

/** A stage that must be first; the restriction is merged into it. */
interface Opening {
  readonly stages: readonly JsonObject[]
  readonly shape: Shape
  readonly isTextSearch: boolean
}

/**
 * @param stage the first stage of a draft's pipeline
 * @returns undefined if the restriction can precede it
 * @throws Refused
 */
export const walkOpening = (
  stage: Json | undefined,
  head: PipelineRestriction,
  collection: Collection,
  place: StageContext,
): Opening | undefined => {
  if (!isObject(stage) || Object.keys(stage).length !== 1) return undefined
  const { $match, $geoNear } = stage
  if ($geoNear !== undefined) return nearOpening($geoNear, head, place)
  // A text search covers every indexed field, including hidden ones.
  const takesText = collection.hidden.length === 0
  if (!isObject($match) || !Object.hasOwn($match, '$text') || !takesText) return undefined
  walkPlain($match, place, true)
  const searched = conjunction([...head.conditions, $match])
  return { stages: [{ $match: searched }, ...stagesAfter(head)], shape: place.root, isTextSearch: true }
}

const NEAR_OPTIONS = [
  'near',
  'distanceField',
  'key',
  'query',
  'maxDistance',
  'minDistance',
  'spherical',
  'distanceMultiplier',
  'includeLocs',
]

const nearOpening = (operand: Json, head: PipelineRestriction, place: StageContext): Opening => {
  const { query = {}, ...of } = options('$geoNear', operand, NEAR_OPTIONS)
  const { distanceField, key, includeLocs, ...constants } = of
  // Without `key`, the server may choose a hidden field with a geo index.
  resolvePath(place.root, textOption('$geoNear', of, 'key'))
  for (const constant of Object.values(constants)) checkConstant(constant)
  walkPlain(query, place, false)
  const ownConditions = isObject(query) && Object.keys(query).length > 0 ? [query] : []
  const fields = [distanceField, includeLocs].flatMap((name) => (typeof name === 'string' ? [partsOf(name)] : []))
  const shape = fields.reduce((before, path) => withField(before, path, SCALAR), place.root)
  const stage = { $geoNear: { ...of, query: conjunction([...head.conditions, ...ownConditions]) } }
  return { stages: [stage, ...stagesAfter(head)], shape, isTextSearch: false }
}

const stagesAfter = (head: PipelineRestriction): readonly JsonObject[] => stagesOf({ ...head, conditions: [] })

/** Conditions merged with the restriction must not fail on documents of others. */
const walkPlain = (filter: Json, place: StageContext, allowsText: boolean): void => {
  const risk = { mayFail: false }
  walkFilter(filter, { ...place, risk, allowsText })
  if (risk.mayFail) throw repairableRefusal('unsupported', 'Put conditions with $expr or patterns into a later $match.')
}
