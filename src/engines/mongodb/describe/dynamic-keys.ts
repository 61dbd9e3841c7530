import { PathNode } from './path-node.ts'

/** The name of keys that are data: dates, ids, whatever a document is a map of. */
export const DYNAMIC = '<*>'

/** Names that nobody gives to a field: numbers, dates, ObjectIds, UUIDs, addresses. */
const DATA = [
  /^\d+$/,
  /^\d{4}-\d\d(?:-\d\d(?:[T ][\d:.]*Z?)?)?$/,
  /^\d{4}[-_]?[QW]\d\d?$/i,
  /^[0-9a-f]{24}$/i,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[^@\s]+@[^@\s]+$/,
]

const isData = (name: string): boolean => DATA.some((pattern) => pattern.test(name))

/** More fields than this, each in few documents, are no fields. */
const FIELDS_MAX = 60
/** A field is in so many of the documents that could have it. */
const USUAL = 0.5
/** More names than this in one kind of document are data even where every document has them all. */
const NAMES_MAX = 300

/**
 * Makes one path of names that are data, at every level: paths say how documents are built, and there are as many of
 * these as there are days or customers.
 */
export const collapseDynamic = (node: PathNode): void => {
  const dynamic = dynamicNames(node)
  if (dynamic.length > 0) {
    const merged = new PathNode()
    for (const name of dynamic) {
      const child = node.children.get(name)
      if (child !== undefined) merged.absorb(child)
      node.children.delete(name)
    }
    node.children.set(DYNAMIC, merged)
  }
  for (const child of node.children.values()) collapseDynamic(child)
}

const dynamicNames = ({ children, objects }: PathNode): readonly string[] => {
  const names = [...children.keys()].filter((name) => name !== DYNAMIC)
  const data = names.filter(isData)
  const others = names.filter((name) => !isData(name))
  const overflowed = children.has(DYNAMIC) ? [DYNAMIC] : []
  const rare = others.filter((name) => (children.get(name)?.documents ?? 0) < objects * USUAL)
  if (rare.length > FIELDS_MAX) return [...data, ...rare, ...overflowed]
  if (others.length > NAMES_MAX) return [...data, ...manyAlike(children, others), ...overflowed]
  return [...data, ...overflowed]
}

/** Of very many names those whose values are of the commonest type. */
const manyAlike = (children: ReadonlyMap<string, PathNode>, names: readonly string[]): readonly string[] => {
  const kinds = Map.groupBy(names, (name) => [...(children.get(name)?.types.keys() ?? [])].toSorted().join())
  const largest = [...kinds.values()].toSorted((one, other) => other.length - one.length)[0] ?? []
  return largest.length > NAMES_MAX / 2 ? largest : []
}
