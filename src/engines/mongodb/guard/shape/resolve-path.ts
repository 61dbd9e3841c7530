import { closest } from 'fastest-levenshtein'
import { plainName } from '../../../../ask/rules/prompts/names-text.ts'
import { slip } from '../../../shared/refuse.ts'
import { shown } from '../draft/read-json.ts'
import { pathsOf, type Shape, step } from './shape.ts'

const PARTS_MAX = 20
const LENGTH_MAX = 400
const NAMES_MAX = 500
const SHOWN_MAX = 40

/**
 * The names of a dotted path, each of them one that a field can have.
 *
 * @throws Refused
 */
export const partsOf = (path: string): readonly string[] => {
  if (path.length > LENGTH_MAX) throw slip('unknown_path', `There is no field ${shown(path)}.`)
  const parts = path.split('.')
  if (parts.length > PARTS_MAX || parts.some((part) => part === '' || part.startsWith('$')))
    throw slip('odd_name', `${shown(path)} is not the name of a field: leave out "$" and empty names.`)
  return parts
}

/**
 * What a path of an expression leads to.
 *
 * @throws Refused: MongoDB itself would find nothing there, and say nothing
 */
export const resolvePath = (shape: Shape, path: string): Shape => {
  let found: Shape | undefined = shape
  for (const part of partsOf(path)) found = found && step(found, part)
  if (found === undefined) throw unknownPath(shape, path)
  return found
}

/**
 * What a path of a filter or a sort leads to, where a number may also be a place in a list: `items.0.price`. Both
 * readings must lead to something that may be seen, because which of them holds is for each document to say.
 *
 * @throws Refused
 */
export const resolvePlace = (shape: Shape, path: string): Shape => {
  const parts = partsOf(path)
  let found: readonly Shape[] = [shape]
  for (const part of parts) {
    const named = found.map((one) => step(one, part))
    const seen = named.filter((one) => one !== undefined)
    const isNumber = /^[0-9]+$/.test(part) && found[0] !== shape
    if (!isNumber && seen.length < named.length) throw unknownPath(shape, path)
    found = isNumber ? [...new Set([...seen, ...found])] : seen
  }
  const [first] = found
  if (first === undefined) throw unknownPath(shape, path)
  return first
}

/** Hidden fields are not in a shape, so that nothing here can tell them from what is not there. */
const unknownPath = (shape: Shape, path: string): Error => {
  const paths = pathsOf(shape, NAMES_MAX)
  const last = path.slice(path.lastIndexOf('.') + 1)
  const sameName = paths.find((one) => one === last || one.endsWith(`.${last}`))
  const nearest = sameName ?? (paths.length > 0 ? closest(path, paths) : undefined)
  const meant = nearest === undefined ? '' : ` Did you mean ${plainName(nearest)}?`
  const names = [...shape.fields.keys()].slice(0, SHOWN_MAX).map(plainName)
  return slip(
    'unknown_path',
    `There is no field ${shown(path)} at this place.${meant} The fields here are: ${names.join(', ')}.`,
  )
}
