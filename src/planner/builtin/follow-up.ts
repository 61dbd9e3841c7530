import { editConditions, editTime } from './edit-conditions.ts'
import { editGroups, editMeasure, editOrder } from './edit-measure.ts'
import { editColumns, editEntity, editMostOf, editRelated, editShape, editShare } from './edit-rows.ts'
import type { QueryTree } from './query/index.ts'
import type { Reader } from './reader.ts'

/** Edits the earlier query tree by what the follow-up says; null when it says nothing that could change it. */
export const editIr = (reader: Reader, previous: QueryTree): QueryTree | null => {
  const ir = structuredClone(previous)
  if (editMostOf(reader, ir)) return ir
  const edits = [
    editEntity(reader, ir),
    editRelated(reader, ir),
    editShape(reader, ir),
    editShare(reader, ir),
    editConditions(reader, ir),
    editTime(reader, ir),
    editMeasure(reader, ir),
    editGroups(reader, ir),
    editOrder(reader, ir),
    editColumns(reader, ir),
  ]
  if (!edits.includes(true)) return null
  reader.items.forEach((item, index) => {
    if (item.lower === 'same' || item.cue?.cue === 'versus') reader.use(index)
  })
  ir.via = [...new Set([...ir.via, ...reader.via])].filter((table) => table !== ir.anchor)
  return ir
}
