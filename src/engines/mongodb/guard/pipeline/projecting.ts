import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { firstKey, isList, isLiteral, isObject, type JsonObject } from '../../language/literals.ts'
import type { ExpressionContext } from '../expression/expression-context.ts'
import { walkExpression } from '../expression/walk-expression.ts'
import { partsOf, resolvePath } from '../shape/resolve-path.ts'
import { documentOf, fieldAt, type Shape, withField, withoutField } from '../shape/shape.ts'
import type { WalkedStage } from './stage-options.ts'

/** A field of a projection by its whole path: included, excluded or computed. */
type Entry = readonly [path: string, is: 'in' | 'out' | Shape]

/**
 * Checks `$project` or the projection of a find.
 *
 * @returns the shape of the resulting documents
 * @throws Refused
 */
export const walkProjection = (operand: Json, place: ExpressionContext): Shape => {
  if (!isObject(operand) || isLiteral(operand) || Object.keys(operand).length === 0)
    throw repairableRefusal('syntax', 'A projection is an object with at least one field.')
  const entries = [...entriesOf(operand, '', place)]
  const others = entries.filter(([path]) => path !== '_id')
  const excluded = others.filter(([, is]) => is === 'out')
  const isExclusion = others.length === excluded.length && (others.length > 0 || entries[0]?.[1] === 'out')
  if (!isExclusion && excluded.length > 0)
    throw repairableRefusal(
      'mixed_projection',
      'A projection names fields to keep or fields to leave out, not both (but for _id).',
    )
  return isExclusion ? excluding(place.root, entries) : including(place.root, entries)
}

function* entriesOf(operand: JsonObject, before: string, place: ExpressionContext): Generator<Entry> {
  for (const [name, value] of Object.entries(operand)) {
    const path = before + name
    partsOf(path)
    if (isFlag(value)) {
      if (path !== '_id') resolvePath(place.root, path)
      yield [path, value === false || value === 0 ? 'out' : 'in']
    } else if (isNested(value)) yield* entriesOf(value, `${path}.`, place)
    else yield [path, walkExpression(value, place)]
  }
}

const isFlag = (value: Json): boolean => typeof value === 'boolean' || typeof value === 'number'

const isNested = (value: Json): value is JsonObject =>
  isObject(value) && !isLiteral(value) && firstKey(value)?.startsWith('$') === false

const excluding = (root: Shape, entries: readonly Entry[]): Shape =>
  entries.reduce((shape, [path, is]) => (is === 'out' ? withoutField(shape, path.split('.')) : shape), root)

const including = (root: Shape, entries: readonly Entry[]): Shape => {
  const kept = entries.reduce<Shape>((shape, [path, is]) => {
    if (is === 'out') return shape
    return withField(shape, path.split('.'), is === 'in' ? resolveKept(root, path) : is)
  }, documentOf([]))
  const id = entries.some(([path]) => path === '_id') ? undefined : fieldAt(root, '_id')
  return id === undefined ? kept : withField(kept, ['_id'], id)
}

const resolveKept = (root: Shape, path: string): Shape =>
  path === '_id' ? (fieldAt(root, '_id') ?? documentOf([])) : resolvePath(root, path)

/** `$addFields`, also under its name `$set`. */
export const walkAddFields = (operand: Json, place: ExpressionContext): WalkedStage => {
  if (!isObject(operand) || isLiteral(operand)) throw repairableRefusal('syntax', '$set takes an object.')
  const added = [...addedOf(operand, '', place)]
  const shape = added.reduce((before, [path, value]) => withField(before, partsOf(path), value), place.root)
  return { stage: { $addFields: operand }, shape }
}

function* addedOf(operand: JsonObject, before: string, place: ExpressionContext): Generator<readonly [string, Shape]> {
  for (const [name, value] of Object.entries(operand)) {
    const path = before + name
    partsOf(path)
    if (isNested(value)) yield* addedOf(value, `${path}.`, place)
    else yield [path, walkExpression(value, place)]
  }
}

export const walkUnset = (operand: Json, place: ExpressionContext): WalkedStage => {
  const paths = isList(operand) ? operand : [operand]
  const shape = paths.reduce<Shape>((before, path) => {
    if (typeof path !== 'string') throw repairableRefusal('syntax', '$unset takes names of fields.')
    resolvePath(place.root, path)
    return withoutField(before, path.split('.'))
  }, place.root)
  return { stage: { $unset: operand }, shape }
}

/** `$replaceRoot`, also under its name `$replaceWith`. */
export const walkReplaceRoot = (newRoot: Json, place: ExpressionContext): WalkedStage => ({
  stage: { $replaceRoot: { newRoot } },
  shape: walkExpression(newRoot, place),
})
