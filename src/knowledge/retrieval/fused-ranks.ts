/** How little the first ranks differ; the number that reciprocal rank fusion is usually made with. */
const K = 60

/**
 * Reciprocal rank fusion of two rankings: what both have comes first, then what stands far ahead in one of them. Of equals
 * the first ranking's; where the second is empty, the first as it is.
 */
export const fusedRanks = (first: readonly number[], second: readonly number[]): readonly number[] => {
  if (second.length === 0) return first
  const fused = new Map<number, number>()
  for (const ranking of [first, second])
    for (const [rank, at] of ranking.entries()) fused.set(at, (fused.get(at) ?? 0) + 1 / (K + rank + 1))
  return [...fused].toSorted(([, x], [, y]) => y - x).map(([at]) => at)
}
