import type { Table } from '../../../../guard/schema.ts'
import { type Shape, STORED_WEIGHT } from './shape.ts'

/** Path name of dynamic keys: `scores.<*>`. */
const ANY_KEY = '<*>'

interface MutableShape {
  readonly fields: Map<string, MutableShape>
  other?: MutableShape
  readonly hidden: Set<string>
  isList: boolean
}

/** The shape of a collection's documents for a caller. @param hidden as `hiddenPaths` returns them */
export const collectionShape = (table: Table, hidden: readonly string[]): Shape => {
  const root = emptyShape()
  const lists = new Set(table.columns.flatMap(({ arrays = [] }) => arrays))
  for (const { name } of table.columns) if (!isBelow(name, hidden)) addPath(root, name.split('.'), lists)
  for (const path of hidden) markHidden(root, path.split('.'))
  return toShape(root)
}

/**
 * The paths to project away for a policy's `hide`. No projection can name a dynamic key, so its parent is removed as a
 * whole, as are paths below another one.
 */
export const hiddenPaths = (markHidden: readonly string[]): readonly string[] => {
  const paths = [...new Set(markHidden.map((path) => path.split(`.${ANY_KEY}`)[0] ?? path))]
  return paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(`${other}.`)))
}

const isBelow = (path: string, hidden: readonly string[]): boolean =>
  hidden.some((one) => path === one || path.startsWith(`${one}.`))

const emptyShape = (): MutableShape => ({ fields: new Map(), hidden: new Set(), isList: false })

const addPath = (root: MutableShape, parts: readonly string[], lists: ReadonlySet<string>): void => {
  let node = root
  for (const [index, part] of parts.entries()) {
    const next: MutableShape = (part === ANY_KEY ? node.other : node.fields.get(part)) ?? emptyShape()
    if (part === ANY_KEY) node.other = next
    else node.fields.set(part, next)
    next.isList ||= lists.has(parts.slice(0, index + 1).join('.'))
    node = next
  }
}

/** Marks hidden names, so that they do not match dynamic keys. */
const markHidden = (root: MutableShape, parts: readonly string[]): void => {
  const [name = '', ...rest] = parts
  if (rest.length === 0) root.hidden.add(name)
  for (const next of [root.fields.get(name), root.other])
    if (next !== undefined && rest.length > 0) markHidden(next, rest)
}

const toShape = ({ fields, other, hidden, isList }: MutableShape): Shape => ({
  fields: new Map([...fields].map(([name, below]) => [name, toShape(below)])),
  other: other && toShape(other),
  ...(hidden.size === 0 ? {} : { hidden }),
  isSingle: !isList,
  weight: STORED_WEIGHT,
})
