import { isNode, isPosition, type RawNode } from './raw-tree.ts'

type Exchanged = ReadonlyMap<RawNode, RawNode>

/**
 * Whether a tree is another one in which some nodes were exchanged, places of words aside: the same fields in the same
 * order, in which the parser tells them.
 *
 * @param exchanged by nodes of `drafted`, what must be found instead
 */
export const sameMeaning = (found: unknown, drafted: unknown, exchanged: Exchanged): boolean => {
  if (typeof found !== 'object' || found === null) return found === drafted
  if (Array.isArray(found)) return Array.isArray(drafted) && sameLists(found, drafted, exchanged)
  return isNode(found) && isNode(drafted) && sameNodes(found, drafted, exchanged)
}

const sameLists = (found: readonly unknown[], drafted: readonly unknown[], exchanged: Exchanged): boolean => {
  if (found.length !== drafted.length) return false
  for (let index = 0; index < found.length; index++)
    if (!sameMeaning(found[index], drafted[index], exchanged)) return false
  return true
}

const sameNodes = (found: RawNode, drafted: RawNode, exchanged: Exchanged): boolean => {
  const other = exchanged.get(drafted)
  if (other !== undefined) return sameMeaning(found, other, NOTHING)
  const [names, others] = [Object.keys(found), Object.keys(drafted)]
  if (names.length !== others.length) return false
  const [fields, wanted] = [Object.values(found), Object.values(drafted)]
  for (const [index, name] of names.entries()) {
    if (name !== others[index]) return false
    if (!isPosition(name) && !sameMeaning(fields[index], wanted[index], exchanged)) return false
  }
  return true
}

const NOTHING: Exchanged = new Map()
