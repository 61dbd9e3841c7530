import { UUID } from '../../../platform/values/uuid.ts'
import { PathNode } from './path-node.ts'

/** Path name for keys that are data: dates, ids, keys of a map. */
export const DYNAMIC = '<*>'

/** Names that are data: numbers, dates, ObjectIds, UUIDs, email addresses. */
const DATA_NAMES = [
  /^\d+$/,
  /^\d{4}-\d\d(?:-\d\d(?:[T ][\d:.]*Z?)?)?$/,
  /^\d{4}[-_]?[QW]\d\d?$/i,
  /^[0-9a-f]{24}$/i,
  UUID,
  /^[^@\s]+@[^@\s]+$/,
]

const isData = (name: string): boolean => DATA_NAMES.some((pattern) => pattern.test(name))

/** More rare names than this at one level are data. */
const FIELDS_MAX = 60
/** Minimum share of documents that have a regular field. */
const REGULAR_SHARE_MIN = 0.5
/** More names than this at one level are data, even if every document has all of them. */
const NAMES_MAX = 300

/** Merges names that are data into one path, at every level: paths describe the structure, not days or customers. */
export const collapseDynamic = (node: PathNode): void => {
  const dynamic = dynamicNames(node)
  if (dynamic.length > 0) {
    const merged = new PathNode()
    for (const name of dynamic) {
      const child = node.children.get(name)
      if (child !== undefined) merged.merge(child)
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
  const rare = others.filter((name) => (children.get(name)?.documents ?? 0) < objects * REGULAR_SHARE_MIN)
  if (rare.length > FIELDS_MAX) return [...data, ...rare, ...overflowed]
  if (others.length > NAMES_MAX) return [...data, ...namesOfCommonType(children, others), ...overflowed]
  return [...data, ...overflowed]
}

/** Of very many names, those with the most frequent combination of types. */
const namesOfCommonType = (children: ReadonlyMap<string, PathNode>, names: readonly string[]): readonly string[] => {
  const kinds = Map.groupBy(names, (name) => [...(children.get(name)?.types.keys() ?? [])].toSorted().join())
  const largest = [...kinds.values()].toSorted((one, other) => other.length - one.length)[0] ?? []
  return largest.length > NAMES_MAX / 2 ? largest : []
}
