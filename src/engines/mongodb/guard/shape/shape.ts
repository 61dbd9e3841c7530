import { looksSecret } from '../../../../guard/proposal/secret-column.ts'

/**
 * What documents look like at one place of a pipeline: which fields there are, and below them which. Lists are looked
 * through, as MongoDB's own paths do.
 */
export interface Shape {
  readonly fields: ReadonlyMap<string, Shape>
  /** What a name leads to that is none of the fields; undefined where there are no others. */
  readonly other: Shape | undefined
  /** Names that lead nowhere, even where others do. */
  readonly hidden?: ReadonlySet<string>
  /** Whether it is known to be no list, in any document. */
  readonly isSingle?: boolean
  /** How often what was read may be in here: 10 for a field as it is stored, the sum for what was put together. */
  readonly weight: number
}

const NO_FIELDS: ReadonlyMap<string, Shape> = new Map()

export const STORED_WEIGHT = 10

/** A value with nothing below it, that is small whatever it was made of. */
export const SCALAR: Shape = { fields: NO_FIELDS, other: undefined, isSingle: true, weight: 1 }

/** A field as it is stored, with nothing below it. */
export const LEAF: Shape = { fields: NO_FIELDS, other: undefined, weight: STORED_WEIGHT }

/** Whatever it is: any name may be below it. */
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

/** The same, as part of what weighs so much, and maybe a list of it. */
export const withWeight = (shape: Shape, weight: number): Shape => ({
  fields: shape.fields,
  other: shape.other,
  ...hiddenOf(shape),
  weight,
})

export const asSingle = (shape: Shape): Shape => ({ ...shape, isSingle: true })

/** Whether there is no list on the way to what a path leads to, nor there. */
export const isSinglePath = (shape: Shape, path: string): boolean => {
  let at: Shape | undefined = shape
  for (const name of path.split('.')) {
    at = at && step(at, name)
    if (at?.isSingle !== true) return false
  }
  return true
}

const hiddenOf = ({ hidden }: Shape): { hidden?: ReadonlySet<string> } => (hidden === undefined ? {} : { hidden })

/** What may have the form of any of these. */
export const anyOf = (shapes: readonly Shape[]): Shape => {
  const [first = SCALAR, ...more] = shapes
  return more.reduce((one, other) => both(one, other, Math.max(one.weight, other.weight)), first)
}

/** What is put together of all of these. */
export const allOf = (shapes: readonly Shape[]): Shape => {
  const weight = weightOf(shapes)
  return shapes.length === 0 ? SCALAR : withWeight(anyOf(shapes), weight)
}

const both = (one: Shape, other: Shape, weight: number): Shape => {
  if (isBare(one)) return withWeight(other, weight)
  if (isBare(other)) return withWeight(one, weight)
  if (one === OPEN || other === OPEN) return openOf(weight)
  const fields = new Map(one.fields)
  for (const [name, shape] of other.fields) {
    const known = fields.get(name)
    fields.set(name, known === undefined ? shape : both(known, shape, Math.max(known.weight, shape.weight)))
  }
  const rest = one.other ?? other.other
  return { fields, other: rest, weight }
}

const isBare = ({ fields, other }: Shape): boolean => fields.size === 0 && other === undefined

/** What a name leads to; undefined where there is nothing, and where a key that is data looks secret. */
export const step = (shape: Shape, name: string): Shape | undefined => {
  if (shape.hidden?.has(name)) return undefined
  const known = shape.fields.get(name)
  return known === undefined && shape.other !== undefined && looksSecret(name) ? undefined : (known ?? shape.other)
}

/** A document with one more field, or with another one in its place. */
export const withField = (shape: Shape, path: readonly string[], value: Shape): Shape => {
  const [name, ...rest] = path
  if (name === undefined) return value
  const fields = new Map(shape.fields)
  fields.set(name, rest.length === 0 ? value : withField(step(shape, name) ?? SCALAR, rest, value))
  const weight = Math.max(shape.weight, value.weight)
  return { fields, other: shape.other, ...hiddenOf(shape), ...singleOf(shape), weight }
}

const singleOf = ({ isSingle }: Shape): { isSingle?: boolean } => (isSingle === undefined ? {} : { isSingle })

/** A document without a field. */
export const withoutField = (shape: Shape, path: readonly string[]): Shape => {
  const [name, ...rest] = path
  if (name === undefined) return shape
  const fields = new Map(shape.fields)
  const below = rest.length === 0 ? undefined : step(shape, name)
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

/** The dotted paths of a shape, the first ones, for a hint. */
export const pathsOf = (shape: Shape, max: number, before = '', paths: string[] = []): readonly string[] => {
  for (const [name, below] of shape.fields) {
    if (paths.length >= max) break
    paths.push(before + name)
    pathsOf(below, max, `${before}${name}.`, paths)
  }
  return paths
}
