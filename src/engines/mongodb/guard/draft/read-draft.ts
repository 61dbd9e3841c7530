import type { Json } from '../../../../platform/values/json.ts'
import { finalRefusal, repairableRefusal } from '../../../shared/refuse.ts'
import { isList, isObject, type JsonObject } from '../../language/literals.ts'
import { readJson, shortened } from './read-json.ts'

/** A draft with a known form and unchecked contents. */
export type Draft =
  | {
      readonly op: 'find'
      readonly collection: string
      readonly filter: JsonObject
      readonly projection: JsonObject | undefined
      readonly sort: JsonObject | undefined
      readonly skip: number | undefined
      readonly limit: number | undefined
    }
  | { readonly op: 'aggregate'; readonly collection: string; readonly pipeline: readonly Json[] }

const FORMS =
  'Write one JSON object: {"collection": "…", "pipeline": […]} or {"op": "find", "collection": "…", "filter": {…}}.'

/** Parses a draft in any accepted form: named by `op` or `operation`, or as the server's command. @throws RefusalError */
export const readDraft = (text: string): Draft => {
  if (text.trim() === '') throw finalRefusal('not_a_query', FORMS)
  const value = readJson(text)
  if (!isObject(value)) throw finalRefusal('not_a_query', FORMS)
  const { op, collection, options } = readForm(value)
  if (typeof collection !== 'string' || collection === '') throw finalRefusal('not_a_query', FORMS)
  return op === 'find' ? readFind(collection, options) : readAggregate(collection, options)
}

const readForm = (
  value: JsonObject,
): { op: 'find' | 'aggregate'; collection: Json | undefined; options: JsonObject } => {
  const { find, aggregate, op, operation, collection, ...options } = value
  const native = [find, aggregate].filter((one) => one !== undefined)
  const given = [op, operation].filter((one) => one !== undefined)
  if (native.length + given.length > 1 || (native.length === 1 && collection !== undefined))
    throw finalRefusal('several_statements', FORMS)
  if (find !== undefined) return { op: 'find', collection: find, options }
  if (aggregate !== undefined) return { op: 'aggregate', collection: aggregate, options }
  const [operationName] = given
  if (operationName === undefined)
    return { op: options.pipeline === undefined ? 'find' : 'aggregate', collection, options }
  if (operationName !== 'find' && operationName !== 'aggregate') throw finalRefusal('not_a_query', FORMS)
  return { op: operationName, collection, options }
}

const readFind = (collection: string, options: JsonObject): Draft => {
  const { filter = {}, projection, sort, skip, limit, ...more } = options
  refuseUnknown(more)
  return {
    op: 'find',
    collection,
    filter: object(filter, 'filter'),
    projection: projection === undefined ? undefined : object(projection, 'projection'),
    sort: sort === undefined ? undefined : object(sort, 'sort'),
    skip: readCount(skip, 'skip'),
    limit: readCount(limit, 'limit'),
  }
}

const readAggregate = (collection: string, options: JsonObject): Draft => {
  const { pipeline, cursor = {}, ...more } = options
  refuseUnknown(more)
  const { batchSize: _, ...others } = object(cursor, 'cursor')
  refuseUnknown(others)
  if (!isList(pipeline)) throw repairableRefusal('syntax', 'The pipeline is a list of stages.')
  return { op: 'aggregate', collection, pipeline }
}

const refuseUnknown = (more: JsonObject): void => {
  const [option] = Object.keys(more)
  if (option !== undefined) throw repairableRefusal('unknown_option', `Leave out ${shortened(option)}. ${FORMS}`)
}

const object = (value: Json, name: string): JsonObject => {
  if (!isObject(value)) throw repairableRefusal('syntax', `${name} is an object.`)
  return value
}

const readCount = (value: Json | undefined, name: string): number | undefined => {
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw repairableRefusal('syntax', `${name} is a whole number.`)
  return value
}
