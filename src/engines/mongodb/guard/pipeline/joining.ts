import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { isList, isObject, type JsonObject } from '../../language/literals.ts'
import { withVariables } from '../expression/walk-binding.ts'
import { walkExpression } from '../expression/walk-expression.ts'
import { walkFilter } from '../filter/walk-filter.ts'
import { conjunction } from '../head.ts'
import { partsOf, resolvePath } from '../shape/resolve-path.ts'
import { anyOf, isSinglePath, SCALAR, type Shape, STORED_WEIGHT, withField, withWeight } from '../shape/shape.ts'
import {
  countOption,
  GRAPH_OPTIONS,
  options,
  requiredOption,
  type StageContext,
  textOption,
  type WalkedStage,
} from './stage-options.ts'

const LOOKUP_OPTIONS = ['from', 'localField', 'foreignField', 'let', 'pipeline', 'as']

/** Both forms of `$lookup`; the restriction of the other collection is at the start of its pipeline. */
export const walkLookup = (operand: Json, place: StageContext): WalkedStage => {
  const of = options('$lookup', operand, LOOKUP_OPTIONS)
  const { let: variables, pipeline = [], localField, foreignField } = of
  const [from, as] = [textOption('$lookup', of, 'from'), textOption('$lookup', of, 'as')]
  if (!isList(pipeline)) throw repairableRefusal('syntax', 'The pipeline of $lookup is a list of stages.')
  if ((localField === undefined) !== (foreignField === undefined) || (localField ?? of.pipeline) === undefined)
    throw repairableRefusal('syntax', '$lookup needs localField and foreignField, or a pipeline.')
  const keys = localField === undefined || foreignField === undefined ? undefined : { localField, foreignField }
  const join = keys && joinOf(place.root, place.pipelines.shapeOf(from), keys)
  const inner = variables === undefined ? place : { ...place, ...withVariables(variables, place, walkExpression) }
  const read = place.pipelines.ofCollection(from, pipeline, inner, join === undefined ? [] : [join.condition])
  const bound = { ...(isObject(variables) ? variables : {}), ...join?.variables }
  const shape = withField(place.root, partsOf(as), listOfShape(read.shape))
  const rest = { ...(join === undefined ? keys : {}), ...(Object.keys(bound).length === 0 ? {} : { let: bound }) }
  return { stage: { $lookup: { from, ...rest, pipeline: read.stages, as } }, shape }
}

interface Join {
  readonly variables: JsonObject
  readonly condition: JsonObject
}

/**
 * A join of two fields as a condition, which uses the same index; some other servers allow no localField beside a
 * pipeline. Undefined if it would differ: localField matches array elements, and null matches missing values.
 */
const joinOf = (
  root: Shape,
  other: Shape,
  { localField, foreignField }: { readonly localField: Json; readonly foreignField: Json },
): Join | undefined => {
  const [local, foreign] = [plainPath(root, localField), plainPath(other, foreignField)]
  const byKey = foreign === '_id' || local === '_id'
  if (!byKey || !isSinglePath(root, local) || !isSinglePath(other, foreign)) return undefined
  return {
    variables: { tabletalk_local: `$${local}` },
    condition: { $expr: { $eq: [`$${foreign}`, '$$tabletalk_local'] } },
  }
}

/** The path of a join field; array positions have no meaning in it. */
const plainPath = (shape: Shape, path: Json): string => {
  if (typeof path !== 'string') throw repairableRefusal('syntax', 'A field is a text.')
  resolvePath(shape, path)
  return path
}

/** The shape of a list of documents. */
const listOfShape = (shape: Shape): Shape => withWeight(shape, STORED_WEIGHT)

export const walkUnionWith = (operand: Json, place: StageContext): WalkedStage => {
  const of = typeof operand === 'string' ? { coll: operand } : options('$unionWith', operand, ['coll', 'pipeline'])
  const coll = textOption('$unionWith', of, 'coll')
  const pipeline = of.pipeline ?? []
  if (!isList(pipeline)) throw repairableRefusal('syntax', 'The pipeline of $unionWith is a list of stages.')
  // Outer variables are not visible here.
  const read = place.pipelines.ofCollection(coll, pipeline, { ...place, variables: new Map() })
  return { stage: { $unionWith: { coll, pipeline: read.stages } }, shape: anyOf([place.root, read.shape]) }
}

const DEPTH_MAX = 100

/** Every step finds whole documents, so hidden paths are removed from the result. */
export const walkGraphLookup = (
  operand: Json,
  place: StageContext,
): WalkedStage & { readonly after: readonly JsonObject[] } => {
  const of = options('$graphLookup', operand, GRAPH_OPTIONS)
  const [from, as] = [textOption('$graphLookup', of, 'from'), textOption('$graphLookup', of, 'as')]
  const { conditions, removed, shape } = place.pipelines.restrictionOf(from)
  walkExpression(requiredOption('$graphLookup', of, 'startWith'), place)
  for (const name of ['connectFromField', 'connectToField']) plainPath(shape, requiredOption('$graphLookup', of, name))
  const search = of.restrictSearchWithMatch ?? {}
  const risk = { mayFail: false }
  walkFilter(search, { ...place, root: shape, risk, allowsText: false })
  if (risk.mayFail) throw repairableRefusal('unsupported', 'restrictSearchWithMatch takes plain comparisons only.')
  const depthField = of.depthField === undefined ? undefined : partsOf(textOption('$graphLookup', of, 'depthField'))
  const maxDepth = Math.min(DEPTH_MAX, of.maxDepth === undefined ? DEPTH_MAX : countOption('maxDepth', of.maxDepth, 0))
  const own = isObject(search) && Object.keys(search).length > 0 ? [search] : []
  const restrictSearchWithMatch = conjunction([...conditions, ...own])
  const found = depthField === undefined ? shape : withField(shape, depthField, SCALAR)
  const hide = Object.fromEntries(removed.map((path) => [`${as}.${path}`, 0]))
  return {
    stage: { $graphLookup: { ...of, maxDepth, restrictSearchWithMatch } },
    after: removed.length === 0 ? [] : [{ $project: hide }],
    shape: withField(place.root, partsOf(as), listOfShape(found)),
  }
}

export const walkFacet = (operand: Json, place: StageContext): WalkedStage => {
  const of = options('$facet', operand, Object.keys(operand ?? {}))
  const walked = Object.entries(of).map(([name, stages]) => {
    if (partsOf(name).length > 1 || !isList(stages))
      throw repairableRefusal('syntax', '$facet has lists of stages by name.')
    return [name, place.pipelines.ofDocuments(stages, place)] as const
  })
  const shape = new Map(walked.map(([name, { shape: one }]) => [name, listOfShape(one)]))
  return {
    stage: { $facet: Object.fromEntries(walked.map(([name, { stages }]) => [name, stages])) },
    shape: { fields: shape, other: undefined, weight: STORED_WEIGHT },
  }
}
