import type { QueryTree } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import { isBackward, senseColumn } from '../schema/index.ts'
import { columnOfNoun, partsOf } from './pieces.ts'
import { isManyToOne, type Reading } from './reading.ts'
import type { UncertaintyNotes } from './uncertainty-notes.ts'

type Order = Extract<Part, { kind: 'order' }>

/** "Ordered by number of berths, most first": the direction may follow the order. */
const directed = (orders: readonly Order[]): readonly Order[] => {
  const [first, second, ...others] = orders
  if (first === undefined || second === undefined || first.by.length === 0 || second.by.length > 0) return orders
  return [{ ...first, descending: second.descending }, ...others]
}

const isAlphabetical = ({ words }: Reading): boolean =>
  words.tokens.some(({ lower }) => /^(alphabet|lexicograph|descend|ascend|desc$|asc$)/.test(lower))

/** The order that the question names. */
export const ordered = (reading: Reading, tree: QueryTree, doubts: UncertaintyNotes): QueryTree => {
  const orders = directed(partsOf(reading, 'order'))
  if (orders.length === 0 || tree.order.length > 0) return tree
  const order = orders.flatMap(({ by, descending, sense }): QueryTree['order'] => {
    if (by.length === 0) {
      const column = sense === null ? (tree.columns[0] ?? null) : senseColumn(reading.catalog, tree.anchor, sense)
      const isMeasure = sense !== null || !isAlphabetical(reading)
      // "From the most to the least expensive" does not sort names.
      if (sense === null && tree.measures.length === 0 && !isAlphabetical(reading)) doubts.markIncomplete()
      if (tree.measures.length > 0) return [{ by: isMeasure ? 'measure' : 'group', descending }]
      return column === null
        ? []
        : [{ by: column, descending: descending !== isBackward(reading.catalog, column, sense) }]
    }
    return by.flatMap((noun): QueryTree['order'] => {
      if (noun.kind === 'column') {
        const column = columnOfNoun(reading, noun, [reading.subject, tree.anchor], doubts)
        if (column === null) return []
        if (tree.measures.length > 0)
          return [
            { by: tree.measures.some((measure) => measure.column === column.column) ? 'measure' : 'group', descending },
          ]
        return isManyToOne(reading, tree.anchor, column.table) ? [{ by: column, descending }] : []
      }
      return tree.measures.length > 0 ? [{ by: 'measure', descending }] : []
    })
  })
  if (order.length === 0) doubts.recordDropped()
  return { ...tree, order }
}
