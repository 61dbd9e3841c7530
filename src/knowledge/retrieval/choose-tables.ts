import { fusedRanks } from './fused-ranks.ts'
import type { SchemaIndex } from './schema-index.ts'

/** Relevance of tables, by index: from 0 to 1 and more. */
export type Scores = ReadonlyMap<number, number>

/** Tables with at least this share of the best score count as relevant; others may be. */
const RELEVANT_SHARE = 0.25
const RELEVANT_MAX = 10
/** Maximum of foreign keys between two relevant tables. */
const PATH_LENGTH_MAX = 4
/** Share of its score that a table passes to a connected one. */
const NEIGHBOUR_SHARE = 0.3

/** How many of the nearest tables by embedding count as relevant. */
const NEAREST_MAX = 3

/**
 * Indexes of tables, ranked by need: relevant tables, the tables that connect them, then the others.
 *
 * @param near the tables nearest by embedding, nearest first; empty without embeddings
 */
export const rankedTables = (index: SchemaIndex, scores: Scores, near: readonly number[] = []): readonly number[] => {
  const byScore = [...scores].toSorted(([a, x], [b, y]) => y - x || a - b)
  const best = byScore[0]?.[1] ?? 0
  const relevant = byScore.filter(([, score]) => score >= RELEVANT_SHARE * best).slice(0, RELEVANT_MAX)
  const nearest = new Map(near.map((at, rank) => [at, 1 / (1 + rank)]))
  const ranked = new Set<number>()
  for (const at of fusedRanks(placesOf(relevant), near.slice(0, NEAREST_MAX))) {
    for (const between of pathTo(index, at, ranked)) ranked.add(between)
    ranked.add(at)
  }
  for (const at of fusedRanks(placesOf(withNeighbours(index, scores)), placesOf(withNeighbours(index, nearest))))
    ranked.add(at)
  return [...ranked]
}

const placesOf = (scored: readonly (readonly [number, number])[]): readonly number[] => scored.map(([at]) => at)

/** The tables on the path from a table to the nearest selected one; none if there is no short path. */
const pathTo = (index: SchemaIndex, from: number, selected: ReadonlySet<number>): readonly number[] => {
  if (selected.size === 0 || selected.has(from)) return []
  const cameFrom = new Map<number, number>([[from, from]])
  let edge = [from]
  for (let length = 0; length < PATH_LENGTH_MAX && edge.length > 0; length++) {
    const next: number[] = []
    for (const at of edge)
      for (const neighbour of index.neighbours[at] ?? []) {
        if (cameFrom.has(neighbour)) continue
        cameFrom.set(neighbour, at)
        if (selected.has(neighbour)) return walkedBack(cameFrom, at, from)
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

/** All tables with a score, including scores passed on by a foreign key. */
const withNeighbours = (index: SchemaIndex, scores: Scores): readonly (readonly [number, number])[] => {
  const all = new Map(scores)
  for (const [at, score] of scores)
    for (const neighbour of index.neighbours[at] ?? []) {
      const own = scores.get(neighbour) ?? 0
      all.set(neighbour, Math.max(all.get(neighbour) ?? 0, own + NEIGHBOUR_SHARE * score))
    }
  return [...all].toSorted(([a, x], [b, y]) => y - x || a - b)
}
