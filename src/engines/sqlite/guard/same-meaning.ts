import { isNode, isPosition, type RawNode } from './raw-tree.ts'

/**
 * Whether a tree is another one in which some nodes were exchanged, places of words aside. It goes through both at
 * once, in the order of their fields, and copies nothing.
 *
 * @param exchanged by nodes of `drafted`, what must be found instead
 */
export const sameMeaning = (found: unknown, drafted: unknown, exchanged: ReadonlyMap<RawNode, RawNode>): boolean => {
  if (Array.isArray(found) && Array.isArray(drafted))
    return found.length === drafted.length && found.every((one, index) => sameMeaning(one, drafted[index], exchanged))
  if (!isNode(found) || !isNode(drafted)) return found === drafted
  const other = exchanged.get(drafted)
  if (other !== undefined) return sameMeaning(found, other, NOTHING)
  const keys = Object.keys(found).filter((key) => !isPosition(key))
  const draftedKeys = Object.keys(drafted).filter((key) => !isPosition(key))
  return (
    keys.length === draftedKeys.length &&
    keys.every((key) => Object.hasOwn(drafted, key) && sameMeaning(found[key], drafted[key], exchanged))
  )
}

const NOTHING: ReadonlyMap<RawNode, RawNode> = new Map()
