import type { State, Words } from '../read/index.ts'
import type { Catalog } from '../schema/index.ts'
import { measuresOf } from './asked-measures.ts'
import { type Candidate, shapeOf } from './candidate.ts'
import type { MadeOut } from './made-out.ts'
import { ordered } from './order.ts'
import { partsOf, shownOf } from './pieces.ts'
import { plainTree } from './plain-tree.ts'
import { rankedTree } from './ranked-tree.ts'
import { sceneOf } from './scene.ts'
import { asksShare, shareTree } from './share-tree.ts'
import { Tally } from './tally.ts'
import { loseUnplaced } from './unplaced.ts'
import { askedOf } from './where.ts'

/**
 * The fourth room: the query that one way of reading a question asks for, with notes on how sure its making was.
 * Nothing is printed or judged here.
 */
export type { Candidate, Shape } from './candidate.ts'
export { editedTree } from './edit/index.ts'
export { heldOptions, type Notes, nounsOf } from './scene.ts'

/** The query trees of one way of reading; none where it asks for nothing. */
export const assemble = (catalog: Catalog, words: Words, state: State): readonly Candidate[] => {
  const scene = sceneOf(catalog, words, state)
  const tally = new Tally()
  const made: MadeOut = {
    scene,
    tally,
    asked: askedOf(scene, tally),
    measures: measuresOf(scene, tally),
    shown: shownOf(scene, tally),
  }
  const ranked = rankedTree(made)
  if (ranked === null && partsOf(scene, 'rank').length > 0) tally.lose()
  const found = asksShare(scene) ? shareTree(made) : (ranked ?? plainTree(made))
  if (found === null) return []
  const via = [...new Set(scene.said.map(({ table }) => table))].filter((table) => table !== found.anchor)
  loseUnplaced(scene, { ...found, via }, tally)
  const tree = ordered(scene, { ...found, via }, tally)
  return [{ tree, state, notes: tally.notes, shape: shapeOf(tree) }]
}
