import { entityOf, type QueryTree, tablesOf } from '../../query/index.ts'
import type { State, Words } from '../../read/index.ts'
import type { Catalog } from '../../schema/index.ts'
import { saidMeasures } from '../asked-measures.ts'
import { type Candidate, shapeOf } from '../candidate.ts'
import { Doubts } from '../doubts.ts'
import { shownOf } from '../pieces.ts'
import { readingOf } from '../reading.ts'
import { askedOf } from '../where.ts'
import type { Edit } from './edit.ts'
import { editConditions, editTime } from './edit-conditions.ts'
import { editGroups, editMeasure, editRank } from './edit-measure.ts'
import { editColumns, editEntity, editMostOf, editOwned, editRelated, editShape, editShare } from './edit-rows.ts'
import { loseUnedited } from './unedited.ts'

/** In this order: what is asked of rows depends on which rows they are. */
const EDITS: readonly Edit[] = [
  editEntity,
  editOwned,
  editRelated,
  editShape,
  editShare,
  editMeasure,
  editConditions,
  editTime,
  editGroups,
  editRank,
  editColumns,
]

/** The query before with the changes that one way of reading a follow-up asks for; none where it asks for nothing. */
export const editedTree = (catalog: Catalog, words: Words, state: State, previous: QueryTree): Candidate[] => {
  const reading = readingOf(catalog, words, state, entityOf(previous))
  const doubts = new Doubts()
  const asked = askedOf(reading, doubts)
  const followUp = { reading, asked, measures: saidMeasures(reading, doubts), shown: shownOf(reading, doubts), doubts }
  const most = editMostOf(followUp, previous)
  let tree = most ?? previous
  const done = new Set<Edit>(most === null ? [] : EDITS)
  for (const edit of most === null ? EDITS : []) {
    const edited = edit(followUp, tree)
    if (edited === null) continue
    done.add(edit)
    tree = edited
  }
  loseUnedited(followUp, done.has(editColumns))
  if (done.size === 0 || doubts.isLost) return []
  const said = reading.said.map(({ table }) => table)
  const via = [...new Set([...tree.via, ...tablesOf(previous), ...said])].filter((table) => table !== tree.anchor)
  return [{ tree: { ...tree, via }, state, notes: doubts.notes, shape: shapeOf(tree) }]
}
