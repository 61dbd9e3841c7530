import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { isLiteral, isObject, type JsonObject } from '../../language/literals.ts'
import { shortened } from '../draft/read-json.ts'
import type { ExpressionContext } from '../expression/expression-context.ts'
import type { Shape } from '../shape/shape.ts'

/** A checked stage, and the shape of the documents after it. */
export interface WalkedStage {
  readonly stage: JsonObject
  readonly shape: Shape
}

/** The context of a stage. */
export interface StageContext extends ExpressionContext {
  /** Number of enclosing pipelines. */
  readonly depth: number
  readonly pipelines: Pipelines
}

/** Walks the pipelines within a stage. */
export interface Pipelines {
  /**
   * Walks a pipeline over another collection, after its restriction.
   * @param join additional conditions that relate its documents to the outer one
   */
  ofCollection(name: string, stages: readonly Json[], place: StageContext, join?: readonly JsonObject[]): WalkedPipeline
  /** Walks a pipeline over the current documents. */
  ofDocuments(stages: readonly Json[], place: StageContext): WalkedPipeline
  shapeOf(name: string): Shape
  /**
   * The restriction of a collection that a stage searches itself.
   * @throws Error for a `via` collection, whose restriction is not a filter
   */
  restrictionOf(name: string): SearchRestriction
}

export const GRAPH_OPTIONS = [
  'from',
  'startWith',
  'connectFromField',
  'connectToField',
  'as',
  'maxDepth',
  'depthField',
  'restrictSearchWithMatch',
]

export interface SearchRestriction {
  readonly conditions: readonly JsonObject[]
  /** Paths to remove from the result. */
  readonly removed: readonly string[]
  readonly shape: Shape
}

export interface WalkedPipeline {
  readonly stages: readonly JsonObject[]
  readonly shape: Shape
}

/** @throws Refused for any other option */
export const options = (stage: string, operand: Json, names: readonly string[]): JsonObject => {
  if (!isObject(operand) || isLiteral(operand)) throw repairableRefusal('syntax', `${stage} takes an object.`)
  const unknown = Object.keys(operand).find((name) => !names.includes(name))
  if (unknown !== undefined) throw repairableRefusal('unknown_option', `${stage} has no ${shortened(unknown)} here.`)
  return operand
}

export const requiredOption = (stage: string, of: JsonObject, name: string): Json => {
  const value = of[name]
  if (value === undefined) throw repairableRefusal('syntax', `${stage} needs ${name}.`)
  return value
}

export const textOption = (stage: string, of: JsonObject, name: string): string => {
  const value = requiredOption(stage, of, name)
  if (typeof value !== 'string' || value === '') throw repairableRefusal('syntax', `${name} of ${stage} is a text.`)
  return value
}

export const countOption = (stage: string, value: Json, least: number): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least)
    throw repairableRefusal('syntax', `${stage} takes a whole number that is ${least} or more.`)
  return value
}
