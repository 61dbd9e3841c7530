import type { Table } from '../../../../guard/schema.ts'
import { type Shape, STORED_WEIGHT } from './shape.ts'

/** How describe names keys that are data: `scores.<*>`. */
const ANY_KEY = '<*>'

interface Grown {
  readonly fields: Map<string, Grown>
  other?: Grown
  readonly hidden: Set<string>
  isList: boolean
}

/**
 * What documents of a collection look like to a caller.
 *
 * @param hidden as `hiddenPaths` gives them
 */
export const collectionShape = (table: Table, hidden: readonly string[]): Shape => {
  const root = grown()
  const lists = new Set(table.columns.flatMap(({ arrays = [] }) => arrays))
  for (const { name } of table.columns) if (!isBelow(name, hidden)) grow(root, name.split('.'), lists)
  for (const path of hidden) hide(root, path.split('.'))
  return settled(root)
}

/**
 * The paths that must be projected away for a policy's `hide`. Where a key that is data stands in one of them, no
 * projection can name it, and what holds these keys goes as a whole. What is below another one goes with it.
 */
export const hiddenPaths = (hide: readonly string[]): readonly string[] => {
  const paths = [...new Set(hide.map((path) => path.split(`.${ANY_KEY}`)[0] ?? path))]
  return paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(`${other}.`)))
}

const isBelow = (path: string, hidden: readonly string[]): boolean =>
  hidden.some((one) => path === one || path.startsWith(`${one}.`))

const grown = (): Grown => ({ fields: new Map(), hidden: new Set(), isList: false })

const grow = (root: Grown, parts: readonly string[], lists: ReadonlySet<string>): void => {
  let at = root
  for (const [index, part] of parts.entries()) {
    const next: Grown = (part === ANY_KEY ? at.other : at.fields.get(part)) ?? grown()
    if (part === ANY_KEY) at.other = next
    else at.fields.set(part, next)
    next.isList ||= lists.has(parts.slice(0, index + 1).join('.'))
    at = next
  }
}

/** Leaves a mark where a name that is hidden could be taken for a key that is data. */
const hide = (root: Grown, parts: readonly string[]): void => {
  const [name = '', ...rest] = parts
  if (rest.length === 0) root.hidden.add(name)
  for (const next of [root.fields.get(name), root.other]) if (next !== undefined && rest.length > 0) hide(next, rest)
}

const settled = ({ fields, other, hidden, isList }: Grown): Shape => ({
  fields: new Map([...fields].map(([name, below]) => [name, settled(below)])),
  other: other && settled(other),
  ...(hidden.size === 0 ? {} : { hidden }),
  isSingle: !isList,
  weight: STORED_WEIGHT,
})
