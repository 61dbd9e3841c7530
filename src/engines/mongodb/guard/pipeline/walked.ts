import type { Json } from '../../../../platform/values/json.ts'
import { slip } from '../../../shared/refuse.ts'
import { isLiteral, isObject, type JsonObject } from '../../language/literals.ts'
import { shown } from '../draft/read-json.ts'
import type { Place } from '../expression/place.ts'
import type { Shape } from '../shape/shape.ts'

/** One stage as it will run, and what documents look like after it. */
export interface Walked {
  readonly stage: JsonObject
  readonly shape: Shape
}

/** Where a stage stands. */
export interface StagePlace extends Place {
  /** How many pipelines it is in. */
  readonly depth: number
  readonly pipelines: Pipelines
}

/** Pipelines within a stage. */
export interface Pipelines {
  /**
   * One that reads a collection of its own, behind what restricts it.
   * @param join more conditions, that say which documents of it belong to the one outside
   */
  ofCollection(name: string, stages: readonly Json[], place: StagePlace, join?: readonly JsonObject[]): WalkedPipeline
  /** One that reads what comes in. */
  ofDocuments(stages: readonly Json[], place: StagePlace): WalkedPipeline
  shapeOf(name: string): Shape
  /**
   * What restricts a collection that a stage searches by itself.
   * @throws Error for one that is seen through its parent: no filter can say so
   */
  restrictionOf(name: string): SearchRestriction
}

export const GRAPH_OPTIONS = [
  ...['from', 'startWith', 'connectFromField', 'connectToField', 'as', 'maxDepth', 'depthField'],
  'restrictSearchWithMatch',
]

export interface SearchRestriction {
  readonly conditions: readonly JsonObject[]
  /** Paths that are taken out of what is found. */
  readonly removed: readonly string[]
  readonly shape: Shape
}

export interface WalkedPipeline {
  readonly stages: readonly JsonObject[]
  readonly shape: Shape
}

/** @throws Refused: anything that a stage has beside these */
export const options = (stage: string, operand: Json, names: readonly string[]): JsonObject => {
  if (!isObject(operand) || isLiteral(operand)) throw slip('syntax', `${stage} takes an object.`)
  const odd = Object.keys(operand).find((name) => !names.includes(name))
  if (odd !== undefined) throw slip('unknown_option', `${stage} has no ${shown(odd)} here.`)
  return operand
}

export const needed = (stage: string, of: JsonObject, name: string): Json => {
  const value = of[name]
  if (value === undefined) throw slip('syntax', `${stage} needs ${name}.`)
  return value
}

export const text = (stage: string, of: JsonObject, name: string): string => {
  const value = needed(stage, of, name)
  if (typeof value !== 'string' || value === '') throw slip('syntax', `${name} of ${stage} is a text.`)
  return value
}

export const count = (stage: string, value: Json, least: number): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least)
    throw slip('syntax', `${stage} takes a whole number that is ${least} or more.`)
  return value
}
