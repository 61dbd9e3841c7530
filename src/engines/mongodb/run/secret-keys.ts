import { looksSecret } from '../../../guard/proposal/secret-column.ts'
import type { Shape } from '../guard/shape/shape.ts'

/**
 * Documents may have fields that the described schema does not: what looks secret among them is left out of rows, because
 * nobody has decided about it.
 *
 * @param path of the document that has the field: `card` and `number` are a secret together; '' for a row
 */
export const isUndescribedSecret = (name: string, shape: Shape, path: string): boolean =>
  !shape.fields.has(name) && (looksSecret(name) || (path !== '' && looksSecret(`${path}.${name}`)))

/** The shape below a field. */
export const shapeBelow = (shape: Shape, name: string): Shape => shape.fields.get(name) ?? shape.other ?? UNDESCRIBED

const UNDESCRIBED: Shape = { fields: new Map(), other: undefined, weight: 0 }

/** What `$objectToArray` makes of such a field: its name in `k`, its value in `v`. */
export const isPairOfSecret = (fields: ReadonlyMap<string, unknown>): boolean => {
  const key = fields.size === 2 && fields.has('v') ? fields.get('k') : undefined
  return typeof key === 'string' && looksSecret(key)
}
