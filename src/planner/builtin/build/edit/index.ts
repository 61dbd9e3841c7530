import { entityOf, type QueryTree, tablesOf } from '../../query/index.ts'
import type { State, Words } from '../../read/index.ts'
import type { Catalog } from '../../schema/index.ts'
import { statedMeasures } from '../asked-measures.ts'
import { type Candidate, shapeOf } from '../candidate.ts'
import { isMarked, partsOf, shownOf } from '../pieces.ts'
import { isGroup, type Reading, readingOf } from '../reading.ts'
import type { ResolvedReading } from '../resolved-reading.ts'
import { UncertaintyNotes } from '../uncertainty-notes.ts'
import { askedOf } from '../where.ts'
import type { Edit } from './edit.ts'
import { editConditions, editTime } from './edit-conditions.ts'
import { editGroups, editMeasure, editRank } from './edit-measure.ts'
import { editColumns, editEntity, editOwned, editRelated, editShape } from './edit-rows.ts'

/** The order matters: conditions depend on which rows are queried. */
const EDITS: readonly Edit[] = [
  editEntity,
  editOwned,
  editRelated,
  editShape,
  editMeasure,
  editConditions,
  editTime,
  editGroups,
  editRank,
  editColumns,
]

/** Records parts of a follow-up that have changed nothing. */
const recordUnchangedParts = ({ reading, measures, doubts }: ResolvedReading, hasColumns: boolean): void => {
  const isShown = partsOf(reading, 'noun').some((part) => part.noun.kind === 'column' && !isGroup(part))
  if (isShown && !hasColumns && measures.length === 0) doubts.recordDropped()
  if (partsOf(reading, 'rank').length > 1 || isMarked(reading, 'share') || MOST_OF.test(textOf(reading)))
    doubts.markIncomplete()
}

/** "Which carrier took most of them?" */
const MOST_OF = /\b(most|fewest|least) of (them|those|these)\b/

const textOf = ({ words }: Reading): string => words.tokens.map(({ lower }) => lower).join(' ')

/** The previous query, changed as one reading of a follow-up asks; empty if it asks for no change. */
export const editedTree = (catalog: Catalog, words: Words, state: State, previous: QueryTree): Candidate[] => {
  const reading = readingOf(catalog, words, state, entityOf(previous))
  const doubts = new UncertaintyNotes()
  const asked = askedOf(reading, doubts)
  const followUp = {
    reading,
    asked,
    measures: statedMeasures(reading, doubts),
    shown: shownOf(reading, doubts),
    doubts,
  }
  let tree = previous
  const done = new Set<Edit>()
  for (const edit of EDITS) {
    const edited = edit(followUp, tree)
    if (edited === null) continue
    done.add(edit)
    tree = edited
  }
  recordUnchangedParts(followUp, done.has(editColumns))
  if (done.size === 0 || doubts.isIncomplete) return []
  const said = reading.tableMentions.map(({ table }) => table)
  const via = [...new Set([...tree.via, ...tablesOf(previous), ...said])].filter((table) => table !== tree.anchor)
  return [{ tree: { ...tree, via }, state, notes: doubts.notes, shape: shapeOf(tree) }]
}
