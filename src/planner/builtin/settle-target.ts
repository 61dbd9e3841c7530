import { lexiconOf } from './lexicon.ts'
import { isPerson } from './person.ts'
import { type ColumnRef, conditionTables } from './query/index.ts'
import type { Reader, Target } from './reader.ts'

/** Without a noun, a value or filter says which rows are meant: "how many are overdue" is about invoices. */
export const settleTarget = (reader: Reader): Target | null => {
  const { target } = reader
  if (target?.kind === 'column') return ownColumn(reader, target.column)
  if (target !== null) return target
  if (reader.intent === 'who') {
    const person = personTable(reader)
    return person === null ? null : { kind: 'table', table: person }
  }
  const related = reader.where.find(
    (condition) => condition.type === 'compare' || condition.type === 'in' || condition.type === 'null',
  )
  if (related === undefined || !('column' in related)) return null
  const { table, column } = related.column
  const children = reader.catalog.graph.stepsFrom(table).filter((step) => !step.up)
  const [child, more] = children
  if (reader.table(table).label === column && child !== undefined && more === undefined)
    return { kind: 'table', table: child.to }
  return { kind: 'table', table }
}

/** "The email of Pia Sommer": the column of that name in the table of the one row that is named. */
const ownColumn = (reader: Reader, column: ColumnRef): Target => {
  const said = reader.items[reader.targetAt]
  const named = reader.where.find(
    (one) =>
      one.type === 'compare' &&
      one.op === '=' &&
      reader.catalog.tables.get(one.column.table)?.label === one.column.column,
  )
  const table = named?.type === 'compare' ? named.column.table : column.table
  if (table === column.table || reader.mentionedTables().includes(column.table)) return { kind: 'column', column }
  const own = reader.table(table).columns.has(column.column)
  const words = said?.lower.split(' ') ?? []
  const same =
    own &&
    lexiconOf(reader.catalog.view)
      .lookup(words)
      .some((link) => link.table === column.table)
  return { kind: 'column', column: same ? { table, column: column.column } : column }
}

/** "Who": the people nearest to what else was said. */
const personTable = (reader: Reader): string | null => {
  const said = [
    ...reader.rankings.flatMap(({ by }) =>
      by.kind === 'column' ? [by.column.table] : by.choice.options.map(({ table }) => table),
    ),
    ...reader.mentionedTables(),
    ...reader.where.flatMap(conditionTables),
  ]
  const people = [...reader.catalog.tables.keys()].filter(isPerson)
  const cost = (person: string): number =>
    Math.min(...said.map((table) => reader.catalog.graph.distance(table, person)))
  const ranked = people.map((person) => ({ person, cost: cost(person) })).sort((a, b) => a.cost - b.cost)
  return ranked[0] === undefined || ranked[0].cost > 3 || ranked[0].cost === ranked[1]?.cost ? null : ranked[0].person
}
