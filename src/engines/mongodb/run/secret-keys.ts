import { looksSecret } from '../../../guard/proposal/secret-column.ts'
import type { Shape } from '../guard/shape/shape.ts'

/**
 * Whether an undescribed field looks secret and is left out of rows until it is decided about.
 *
 * @param path of the enclosing document: `card` and `number` are secret together; '' for a row
 */
export const isUndescribedSecret = (name: string, shape: Shape, path: string): boolean =>
  !shape.fields.has(name) && (looksSecret(name) || (path !== '' && looksSecret(`${path}.${name}`)))

/** The shape of a field. */
export const shapeBelow = (shape: Shape, name: string): Shape => shape.fields.get(name) ?? shape.other ?? UNDESCRIBED

const UNDESCRIBED: Shape = { fields: new Map(), other: undefined, weight: 0 }

/** Whether `$objectToArray` made this from a secret field: its name in `k`, its value in `v`. */
export const isPairOfSecret = (fields: ReadonlyMap<string, unknown>): boolean => {
  const key = fields.size === 2 && fields.has('v') ? fields.get('k') : undefined
  return typeof key === 'string' && looksSecret(key)
}
