import type { State, Words } from '../read/index.ts'
import type { Catalog } from '../schema/index.ts'
import { measuresOf } from './asked-measures.ts'
import { type Candidate, shapeOf } from './candidate.ts'
import { recordMissingParts } from './missing-parts.ts'
import { ordered } from './order.ts'
import { partsOf, shownOf } from './pieces.ts'
import { plainTree } from './plain-tree.ts'
import { rankedTree } from './ranked-tree.ts'
import { readingOf } from './reading.ts'
import type { ResolvedReading } from './resolved-reading.ts'
import { asksShare, shareTree } from './share-tree.ts'
import { UncertaintyNotes } from './uncertainty-notes.ts'
import { askedOf } from './where.ts'

/** The fourth layer: builds the query of one reading of a question, with notes on its uncertainty. It neither prints nor weighs queries. */
export type { Candidate, Shape } from './candidate.ts'
export { editedTree } from './edit/index.ts'
export { type Notes, nounsOf, valueOptionsOf } from './reading.ts'

/** The query trees of one reading; empty if it asks for nothing. */
export const assemble = (catalog: Catalog, words: Words, state: State): readonly Candidate[] => {
  const reading = readingOf(catalog, words, state)
  const doubts = new UncertaintyNotes()
  const made: ResolvedReading = {
    reading,
    doubts,
    asked: askedOf(reading, doubts),
    measures: measuresOf(reading, doubts),
    shown: shownOf(reading, doubts),
  }
  const ranked = rankedTree(made)
  if (ranked === null && partsOf(reading, 'rank').length > 0) doubts.markIncomplete()
  const found = asksShare(reading) ? shareTree(made) : (ranked ?? plainTree(made))
  if (found === null) return []
  const mentionedTables = [...reading.tableMentions, ...made.shown.columns].map(({ table }) => table)
  const via = [...new Set(mentionedTables)].filter((table) => table !== found.anchor)
  recordMissingParts(reading, { ...found, via }, doubts)
  const tree = ordered(reading, { ...found, via }, doubts)
  if (doubts.isIncomplete) return []
  return [{ tree, state, notes: doubts.notes, shape: shapeOf(tree) }]
}
