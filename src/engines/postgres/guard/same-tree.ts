import { isNode, isPosition, type RawNode } from './raw-node.ts'

/** Whether two trees mean the same: all their fields but positions are equal. */
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
  // Every field of the one is in the other: unless there are as many, only positions may be left.
  return fields === 0 || onlyPositionsMore(one, other)
}

const onlyPositionsMore = (one: RawNode, other: RawNode): boolean => countFields(one) === countFields(other)

const countFields = (node: RawNode): number => {
  let count = 0
  for (const key in node) if (!isPosition(key)) count++
  return count
}
