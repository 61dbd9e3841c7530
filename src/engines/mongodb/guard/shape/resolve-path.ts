import { closest } from 'fastest-levenshtein'
import { plainName } from '../../../../ask/rules/prompts/names-text.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { shortened } from '../draft/read-json.ts'
import { fieldAt, pathsOf, type Shape } from './shape.ts'

const PARTS_MAX = 20
const LENGTH_MAX = 400
const NAMES_MAX = 500
const LISTED_MAX = 40

/** Splits a dotted path into valid field names. @throws Refused */
export const partsOf = (path: string): readonly string[] => {
  if (path.length > LENGTH_MAX) throw repairableRefusal('unknown_path', `There is no field ${shortened(path)}.`)
  const parts = path.split('.')
  if (parts.length > PARTS_MAX || parts.some((part) => part === '' || part.startsWith('$')))
    throw repairableRefusal('odd_name', `${shortened(path)} is not the name of a field: leave out "$" and empty names.`)
  return parts
}

/** The shape at a path of an expression. @throws Refused, because MongoDB itself would silently find nothing */
export const resolvePath = (shape: Shape, path: string): Shape => {
  let found: Shape | undefined = shape
  for (const part of partsOf(path)) found = found && fieldAt(found, part)
  if (found === undefined) throw unknownPath(shape, path)
  return found
}

/**
 * The shape at a path of a filter or sort, where a number may also be an array position: `items.0.price`. Both readings
 * must be visible, because each document decides which one applies.
 *
 * @throws Refused
 */
export const resolvePathOrPosition = (shape: Shape, path: string): Shape => {
  const parts = partsOf(path)
  let found: readonly Shape[] = [shape]
  for (const part of parts) {
    const named = found.map((one) => fieldAt(one, part))
    const visible = named.filter((one) => one !== undefined)
    const isNumber = /^[0-9]+$/.test(part) && found[0] !== shape
    if (!isNumber && visible.length < named.length) throw unknownPath(shape, path)
    found = isNumber ? [...new Set([...visible, ...found])] : visible
  }
  const [first] = found
  if (first === undefined) throw unknownPath(shape, path)
  return first
}

/** Hidden fields are not in a shape, so the message does not distinguish them from missing ones. */
const unknownPath = (shape: Shape, path: string): Error => {
  const paths = pathsOf(shape, NAMES_MAX)
  const last = path.slice(path.lastIndexOf('.') + 1)
  const sameName = paths.find((one) => one === last || one.endsWith(`.${last}`))
  const nearest = sameName ?? (paths.length > 0 ? closest(path, paths) : undefined)
  const suggestion = nearest === undefined ? '' : ` Did you mean ${plainName(nearest)}?`
  const names = [...shape.fields.keys()].slice(0, LISTED_MAX).map(plainName)
  return repairableRefusal(
    'unknown_path',
    `There is no field ${shortened(path)} at this place.${suggestion} The fields here are: ${names.join(', ')}.`,
  )
}
