import { isNode, isPosition, type RawNode } from './raw-tree.ts'

type Replacements = ReadonlyMap<RawNode, RawNode>

/**
 * Whether a tree equals another one with some nodes replaced, ignoring positions: the same fields in the same order.
 *
 * @param replacements by node of `drafted`
 */
export const hasSameMeaning = (found: unknown, drafted: unknown, replacements: Replacements): boolean => {
  if (typeof found !== 'object' || found === null) return found === drafted
  if (Array.isArray(found)) return Array.isArray(drafted) && sameLists(found, drafted, replacements)
  return isNode(found) && isNode(drafted) && sameNodes(found, drafted, replacements)
}

const sameLists = (found: readonly unknown[], drafted: readonly unknown[], replacements: Replacements): boolean => {
  if (found.length !== drafted.length) return false
  for (let index = 0; index < found.length; index++)
    if (!hasSameMeaning(found[index], drafted[index], replacements)) return false
  return true
}

const sameNodes = (found: RawNode, drafted: RawNode, replacements: Replacements): boolean => {
  const other = replacements.get(drafted)
  if (other !== undefined) return hasSameMeaning(found, other, NO_REPLACEMENTS)
  const [names, others] = [Object.keys(found), Object.keys(drafted)]
  if (names.length !== others.length) return false
  const [fields, wanted] = [Object.values(found), Object.values(drafted)]
  for (const [index, name] of names.entries()) {
    if (name !== others[index]) return false
    if (!isPosition(name) && !hasSameMeaning(fields[index], wanted[index], replacements)) return false
  }
  return true
}

const NO_REPLACEMENTS: Replacements = new Map()
