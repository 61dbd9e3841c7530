import { conditionTables } from './best-measure.ts'
import { isPerson } from './person.ts'
import type { Reader, Target } from './reader.ts'

/** Without a noun, a value or filter says which rows are meant: "how many are overdue" is about invoices. */
export const settleTarget = (reader: Reader): Target | null => {
  const { target } = reader
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
