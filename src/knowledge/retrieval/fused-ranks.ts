/** Damping of the first ranks; the usual constant of reciprocal rank fusion. */
const K = 60

/**
 * Reciprocal rank fusion of two rankings: items in both come first, then items ranked high in one of them. Ties keep
 * the order of the first ranking; if the second is empty, the first is returned.
 */
export const fusedRanks = (first: readonly number[], second: readonly number[]): readonly number[] => {
  if (second.length === 0) return first
  const fused = new Map<number, number>()
  for (const ranking of [first, second])
    for (const [rank, at] of ranking.entries()) fused.set(at, (fused.get(at) ?? 0) + 1 / (K + rank + 1))
  return [...fused].toSorted(([, x], [, y]) => y - x).map(([at]) => at)
}
