import type { Catalog } from '../catalog.ts'
import type { State } from '../grammar/index.ts'
import type { Words } from '../links/index.ts'
import type { QueryTree } from '../query/index.ts'
import { ordered } from './order.ts'
import { measuresOf, partsOf, shownOf } from './pieces.ts'
import { plainTree } from './plain-tree.ts'
import { rankedTree } from './ranked-tree.ts'
import { type Notes, sceneOf } from './scene.ts'
import { asksShare, shareTree } from './share-tree.ts'
import { Tally } from './tally.ts'
import { loseUnplaced } from './unplaced.ts'
import { askedOf } from './where.ts'

/**
 * The third stage: the query that one way of reading a question asks for, with notes on how sure its making was.
 * Nothing is printed or judged here.
 */
export type { Notes } from './scene.ts'

export type Shape = 'list' | 'value' | 'groups' | 'ranking'

export interface Candidate {
  readonly tree: QueryTree
  readonly state: State
  readonly notes: Notes
  readonly shape: Shape
}

/** The query trees of one way of reading; none where it asks for nothing. */
export const assemble = (catalog: Catalog, words: Words, state: State): readonly Candidate[] => {
  const scene = sceneOf(catalog, words, state)
  const tally = new Tally()
  const asked = askedOf(scene, tally)
  const measures = measuresOf(scene, tally)
  const shown = shownOf(scene, tally)
  const ranked = rankedTree(scene, asked, measures, shown, tally)
  if (ranked === null && partsOf(scene, 'rank').length > 0) tally.lose()
  const isShare = asksShare(scene)
  const made = isShare ? shareTree(scene, asked, tally) : (ranked ?? plainTree(scene, asked, measures, shown, tally))
  if (made === null) return []
  const via = [...new Set(scene.said.map(({ table }) => table))].filter((table) => table !== made.anchor)
  loseUnplaced(scene, made, tally)
  const tree = ordered(scene, { ...made, via }, tally)
  return [{ tree, state, notes: tally.notes, shape: shapeOf(tree) }]
}

const shapeOf = ({ measures, groups, limit }: QueryTree): Shape =>
  measures.length === 0 && groups.length === 0
    ? limit === null
      ? 'list'
      : 'ranking'
    : groups.length === 0
      ? 'value'
      : limit === null
        ? 'groups'
        : 'ranking'
