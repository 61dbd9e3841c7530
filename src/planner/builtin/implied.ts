import { columnOf } from './catalog.ts'
import type { Link } from './lexicon.ts'
import { type ColumnRef, conditionTables, groupTable, type QueryTree } from './query/index.ts'
import type { Reader } from './reader.ts'

/** Last repairs that every shape needs: related rows, their conditions, and the tables said on the way. */
export const complete = (reader: Reader, ir: QueryTree): QueryTree => {
  ir.via = [...new Set([...reader.via, ...reader.mentionedTables()])].filter((table) => table !== ir.anchor)
  moveIntoRelated(reader, ir)
  doubtNewness(reader, ir)
  doubtSecond(reader)
  doubtStray(reader)
  addImplied(reader, ir)
  return ir
}

/** "Revenue from new customers": no rule says since when a customer is new. */

/** "How many orders and customers": two numbers, of which one would be lost. */
const doubtSecond = (reader: Reader): void => {
  const other = reader.noun(reader.targetAt + 2)
  if (
    reader.intent === 'count' &&
    reader.targetAt >= 0 &&
    reader.cue(reader.targetAt + 1) === 'and' &&
    other?.kind === 'table' &&
    reader.target?.kind === 'table' &&
    other.table !== reader.target.table
  )
    reader.doubt = 'several numbers at once'
}

/** "Late deliveries": a state of other rows (invoices) that only share a parent with those it is said of. */
const doubtStray = (reader: Reader): void => {
  reader.items.forEach((item, index) => {
    const link = reader.noun(index)
    const beside = reader.noun(index + 1)?.kind === 'table' ? reader.noun(index + 1) : strayVerb(reader, index - 1)
    if (link?.kind !== 'filter' || beside === null || beside.table === link.table) return
    const steps = reader.catalog.graph.path(beside.table, link.table)?.steps ?? []
    if (steps.some((step) => step.up) && steps.some((step) => !step.up))
      reader.doubt = `what “${item.text}” means for ${reader.table(beside.table).plural}`
  })
}

/** A verb that says what became of rows: "delivered late". */
const strayVerb = (reader: Reader, index: number): Link | null => {
  const link = reader.noun(index)
  return link?.kind === 'filter' || (link?.kind === 'column' && reader.isDate(link.column)) ? link : null
}

const doubtNewness = (reader: Reader, ir: QueryTree): void => {
  reader.items.forEach((item, index) => {
    const noun = reader.noun(index + 1)
    if (
      /^(new|old|existing|returning|repeat|loyal|regular|first time|former)$/.test(item.lower) &&
      reader.used[index] !== true &&
      noun?.kind === 'table' &&
      (noun.table !== ir.anchor || item.lower !== 'new')
    )
      reader.doubt = `which ${reader.items[index + 1]?.text} are ${item.text}`
  })
}

const isBehind = (reader: Reader, from: string, to: string, via: readonly string[]): boolean =>
  reader.catalog.graph.path(from, to, via)?.steps.some((step) => !step.up) === true

/** "more than 5 orders last year": the time belongs to the orders that are counted. */
const moveIntoRelated = (reader: Reader, ir: QueryTree): void => {
  const related = ir.where.find(
    (condition) => condition.type === 'related' && !(condition.op === '=' && condition.value === 0),
  )
  if (related?.type !== 'related') return
  const moved = ir.where.filter((condition) => {
    if (condition.type === 'related') return false
    const [table] = conditionTables(condition)
    return (
      table !== undefined &&
      isBehind(reader, ir.anchor, table, ir.via) &&
      !isBehind(reader, related.table, table, ir.via)
    )
  })
  related.where.push(...moved)
  ir.where = ir.where.filter((condition) => !moved.includes(condition))
}

const CONNECTED_MAX = 4.5

/** "customers who ordered": a table that was said, and that nothing else has used, must have rows. */
const addImplied = (reader: Reader, ir: QueryTree): void => {
  reader.items.forEach((_, index) => {
    const link = reader.noun(index)
    if (link === null || reader.used[index] === true) return
    // What no key connects to the rows has not been understood.
    if (
      reader.catalog.graph.path(ir.anchor, link.table, ir.via) === undefined ||
      reader.catalog.graph.distance(ir.anchor, link.table) > CONNECTED_MAX
    )
      return
    if (link.kind === 'column' && reader.isDate(link.column)) {
      implyDate(reader, ir, index, link.column)
      return
    }
    if (link.kind !== 'table') return
    reader.use(index)
    if (link.table === ir.anchor || !isBehind(reader, ir.anchor, link.table, ir.via)) return
    const touched = [...ir.where.flatMap(conditionTables), ...ir.groups.map(groupTable)].some(
      (table) =>
        table === link.table ||
        reader.catalog.graph.path(ir.anchor, table, ir.via)?.steps.some((step) => step.to === link.table) === true,
    )
    if (!touched) ir.where.push({ type: 'related', table: link.table, where: [], measure: null, op: '>=', value: 1 })
  })
}

/** A verb whose date may be empty ("delivered", "closed") says that it is not. */
const implyDate = (reader: Reader, ir: QueryTree, index: number, column: ColumnRef): void => {
  reader.use(index)
  const info = columnOf(reader.catalog, column)
  const covered = ir.where.some(
    (condition) =>
      'column' in condition && condition.column.table === column.table && condition.column.column === column.column,
  )
  if (
    info?.nullable === true &&
    column.table === ir.anchor &&
    !covered &&
    ir.measures.every((measure) => measure.column !== column.column)
  )
    ir.where.push({ type: 'null', column, negated: true })
  else if (
    column.table !== ir.anchor &&
    isBehind(reader, ir.anchor, column.table, ir.via) &&
    !ir.where.flatMap(conditionTables).includes(column.table)
  )
    ir.where.push({ type: 'related', table: column.table, where: [], measure: null, op: '>=', value: 1 })
}
