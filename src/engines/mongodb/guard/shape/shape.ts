import { looksSecret } from '../../../../guard/proposal/secret-column.ts'

/**
 * The shape of documents at one point of a pipeline: their fields, recursively. Arrays are transparent, as in MongoDB's
 * paths.
 */
export interface Shape {
  readonly fields: ReadonlyMap<string, Shape>
  /** The shape of any other name; undefined if there are no others. */
  readonly other: Shape | undefined
  /** Names that do not resolve, even if others do. */
  readonly hidden?: ReadonlySet<string>
  /** Whether it is not an array in any document. */
  readonly isSingle?: boolean
  /** Upper bound for the amount of data: 10 for a stored field, the sum for combined values. */
  readonly weight: number
}

const NO_FIELDS: ReadonlyMap<string, Shape> = new Map()

export const STORED_WEIGHT = 10

/** A small computed value without fields. */
export const SCALAR: Shape = { fields: NO_FIELDS, other: undefined, isSingle: true, weight: 1 }

/** An unknown value: any name may exist in it. */
export const OPEN: Shape = {
  fields: NO_FIELDS,
  get other() {
    return OPEN
  },
  weight: STORED_WEIGHT,
}

export const openOf = (weight: number): Shape => ({ ...OPEN, weight })

export const documentOf = (fields: Iterable<readonly [string, Shape]>): Shape => {
  const map = new Map(fields)
  return { fields: map, other: undefined, weight: weightOf(map.values()) }
}

const weightOf = (shapes: Iterable<Shape>): number => {
  let weight = 1
  for (const shape of shapes) weight += shape.weight
  return weight
}

/** The shape with another weight, possibly as a list. */
export const withWeight = (shape: Shape, weight: number): Shape => ({
  fields: shape.fields,
  other: shape.other,
  ...hiddenOf(shape),
  weight,
})

export const asSingle = (shape: Shape): Shape => ({ ...shape, isSingle: true })

/** Whether neither the path nor its parents are arrays. */
export const isSinglePath = (shape: Shape, path: string): boolean => {
  let current: Shape | undefined = shape
  for (const name of path.split('.')) {
    current = current && fieldAt(current, name)
    if (current?.isSingle !== true) return false
  }
  return true
}

const hiddenOf = ({ hidden }: Shape): { hidden?: ReadonlySet<string> } => (hidden === undefined ? {} : { hidden })

/** The shape of a value that has one of these shapes. */
export const anyOf = (shapes: readonly Shape[]): Shape => {
  const [first = SCALAR, ...more] = shapes
  return more.reduce((one, other) => merge(one, other, Math.max(one.weight, other.weight)), first)
}

/** The shape of a value combined from all of these. */
export const allOf = (shapes: readonly Shape[]): Shape => {
  const weight = weightOf(shapes)
  return shapes.length === 0 ? SCALAR : withWeight(anyOf(shapes), weight)
}

const merge = (one: Shape, other: Shape, weight: number): Shape => {
  if (hasNoFields(one)) return withWeight(other, weight)
  if (hasNoFields(other)) return withWeight(one, weight)
  if (one === OPEN || other === OPEN) return openOf(weight)
  const fields = new Map(one.fields)
  for (const [name, shape] of other.fields) {
    const known = fields.get(name)
    fields.set(name, known === undefined ? shape : merge(known, shape, Math.max(known.weight, shape.weight)))
  }
  const rest = one.other ?? other.other
  return { fields, other: rest, weight }
}

const hasNoFields = ({ fields, other }: Shape): boolean => fields.size === 0 && other === undefined

/** The shape at a name; undefined if there is none, or if a dynamic key looks secret. */
export const fieldAt = (shape: Shape, name: string): Shape | undefined => {
  if (shape.hidden?.has(name)) return undefined
  const known = shape.fields.get(name)
  return known === undefined && shape.other !== undefined && looksSecret(name) ? undefined : (known ?? shape.other)
}

/** Adds or replaces a field. */
export const withField = (shape: Shape, path: readonly string[], value: Shape): Shape => {
  const [name, ...rest] = path
  if (name === undefined) return value
  const fields = new Map(shape.fields)
  fields.set(name, rest.length === 0 ? value : withField(fieldAt(shape, name) ?? SCALAR, rest, value))
  const weight = Math.max(shape.weight, value.weight)
  return { fields, other: shape.other, ...hiddenOf(shape), ...singleOf(shape), weight }
}

const singleOf = ({ isSingle }: Shape): { isSingle?: boolean } => (isSingle === undefined ? {} : { isSingle })

/** Removes a field. */
export const withoutField = (shape: Shape, path: readonly string[]): Shape => {
  const [name, ...rest] = path
  if (name === undefined) return shape
  const fields = new Map(shape.fields)
  const below = rest.length === 0 ? undefined : fieldAt(shape, name)
  if (below === undefined) fields.delete(name)
  else fields.set(name, withoutField(below, rest))
  const hidden = below === undefined && shape.other !== undefined ? new Set([...(shape.hidden ?? []), name]) : undefined
  return {
    fields,
    other: shape.other,
    ...(hidden === undefined ? hiddenOf(shape) : { hidden }),
    ...singleOf(shape),
    weight: shape.weight,
  }
}

/** The first dotted paths of a shape, for a hint. */
export const pathsOf = (shape: Shape, max: number, before = '', paths: string[] = []): readonly string[] => {
  for (const [name, below] of shape.fields) {
    if (paths.length >= max) break
    paths.push(before + name)
    pathsOf(below, max, `${before}${name}.`, paths)
  }
  return paths
}
