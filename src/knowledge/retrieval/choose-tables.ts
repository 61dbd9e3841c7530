import { fusedRanks } from './fused-ranks.ts'
import type { SchemaIndex } from './schema-index.ts'

/** What speaks for tables, by their places: from nothing to 1 and more. */
export type Scores = ReadonlyMap<number, number>

/** Tables that score this share of the best one are asked about; of others, they may be. */
const ASKED_ABOUT = 0.25
const ASKED_ABOUT_MAX = 10
/** Keys between two tables that are asked about. */
const PATH_LENGTH_MAX = 4
/** What a table gets of the score of one that it is connected to. */
const OF_A_NEIGHBOUR = 0.3

/** Of the tables that are nearest in meaning, those that count as asked about. */
const MEANT_MAX = 3

/**
 * Places of tables, the likeliest to be needed first: those that are asked about, what connects them, then the others.
 *
 * @param near those that are nearest to the question in meaning, the nearest first; none where nothing is known of that
 */
export const rankedTables = (index: SchemaIndex, scores: Scores, near: readonly number[] = []): readonly number[] => {
  const byScore = [...scores].toSorted(([a, x], [b, y]) => y - x || a - b)
  const best = byScore[0]?.[1] ?? 0
  const asked = byScore.filter(([, score]) => score >= ASKED_ABOUT * best).slice(0, ASKED_ABOUT_MAX)
  const meant = new Map(near.map((at, rank) => [at, 1 / (1 + rank)]))
  const ranked = new Set<number>()
  for (const at of fusedRanks(placesOf(asked), near.slice(0, MEANT_MAX))) {
    for (const between of pathTo(index, at, ranked)) ranked.add(between)
    ranked.add(at)
  }
  for (const at of fusedRanks(placesOf(withNeighbours(index, scores)), placesOf(withNeighbours(index, meant))))
    ranked.add(at)
  return [...ranked]
}

const placesOf = (scored: readonly (readonly [number, number])[]): readonly number[] => scored.map(([at]) => at)

/** The tables between a table and the nearest of those that are there already; none where nothing is near. */
const pathTo = (index: SchemaIndex, from: number, there: ReadonlySet<number>): readonly number[] => {
  if (there.size === 0 || there.has(from)) return []
  const cameFrom = new Map<number, number>([[from, from]])
  let edge = [from]
  for (let length = 0; length < PATH_LENGTH_MAX && edge.length > 0; length++) {
    const next: number[] = []
    for (const at of edge)
      for (const neighbour of index.neighbours[at] ?? []) {
        if (cameFrom.has(neighbour)) continue
        cameFrom.set(neighbour, at)
        if (there.has(neighbour)) return walkedBack(cameFrom, at, from)
        next.push(neighbour)
      }
    edge = next
  }
  return []
}

const walkedBack = (cameFrom: ReadonlyMap<number, number>, last: number, from: number): readonly number[] => {
  const path: number[] = []
  for (let at = last; at !== from; at = cameFrom.get(at) ?? from) path.push(at)
  return path
}

/** All tables for which anything speaks, if only a key that connects them to such a one. */
const withNeighbours = (index: SchemaIndex, scores: Scores): readonly (readonly [number, number])[] => {
  const all = new Map(scores)
  for (const [at, score] of scores)
    for (const neighbour of index.neighbours[at] ?? []) {
      const own = scores.get(neighbour) ?? 0
      all.set(neighbour, Math.max(all.get(neighbour) ?? 0, own + OF_A_NEIGHBOUR * score))
    }
  return [...all].toSorted(([a, x], [b, y]) => y - x || a - b)
}
