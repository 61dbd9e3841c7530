import { isNode, isPosition, type RawNode } from './raw-node.ts'

/** Whether two trees are equal except for positions. */
export const sameTree = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false
    for (let index = 0; index < one.length; index++) if (!sameTree(one[index], other[index])) return false
    return true
  }
  if (!isNode(one) || !isNode(other)) return one === other
  let fields = 0
  for (const key in one) {
    const left = one[key]
    const right = other[key]
    if (left !== right && !(typeof left === 'object' ? sameTree(left, right) : isPosition(key))) return false
    if (right !== undefined) fields++
  }
  for (const _ in other) fields--
  // All fields of one are in the other; with different counts, the rest may only be positions.
  return fields === 0 || differOnlyInPositions(one, other)
}

const differOnlyInPositions = (one: RawNode, other: RawNode): boolean => countFields(one) === countFields(other)

const countFields = (node: RawNode): number => {
  let count = 0
  for (const key in node) if (!isPosition(key)) count++
  return count
}
