import type { Knowledge } from '../../domain/ask/knowledge.ts'
import { catalogOf, columnWords, type TableInfo } from './catalog.ts'
import { interpret } from './interpret.ts'
import type { When } from './period.ts'

const VALUES_MAX = 12
const SURE = 0.9

/** Tables by how much hangs on them: those that happen and connect others first. */
export const mainTables = (knowledge: Knowledge): TableInfo[] => {
  const catalog = catalogOf(knowledge)
  const weight = (table: TableInfo): number =>
    catalog.graph.stepsFrom(table.name).length +
    (table.time === null ? 0 : 3) +
    (catalog.graph.isHub(table.name) ? -20 : 0)
  return [...catalog.tables.values()].sort((a, b) => weight(b) - weight(a))
}

const candidates = (knowledge: Knowledge, table: TableInfo, windows: readonly string[]): string[] => {
  const catalog = catalogOf(knowledge)
  const many = table.plural
  const timed = windows[0] ?? 'this year'
  const state = [...table.columns.values()].find((column) => {
    const values = knowledge.values.find((one) => one.table === table.name && one.column === column.name)
    return (
      column.kind === 'text' &&
      column.name !== table.label &&
      values?.complete === true &&
      values.values.length > 1 &&
      values.values.length <= VALUES_MAX
    )
  })
  const measure = knowledge.glossary.phrases.find(
    (phrase) => phrase.table === table.name && phrase.measure?.aggregate === 'sum',
  )
  const number = [...table.columns.values()].find((column) => column.kind === 'number')
  return [
    ...(table.time === null ? [] : [`How many ${many} were there ${timed}?`]),
    ...(measure === undefined || table.time === null ? [] : [`What was the ${measure.phrase} ${timed}?`]),
    ...(state === undefined
      ? []
      : [`How many ${many} are there per ${columnWords(catalog, { table: table.name, column: state.name })}?`]),
    ...(number === undefined
      ? []
      : [`What is the average ${columnWords(catalog, { table: table.name, column: number.name })} of ${many}?`]),
    ...(table.time === null ? [] : [`Show the latest 5 ${many}`, `How many ${many} per month ${timed}?`]),
    `How many ${many} are there?`,
  ]
}

/** True when this planner answers the question, and about that table. */
const works = (knowledge: Knowledge, question: string, table: string, when: When): boolean => {
  const reading = interpret(knowledge, question, when)
  return reading.query !== null && reading.confidence >= SURE && reading.ir?.anchor === table
}

/** Three questions that can be answered, near the tables and times that were said. */
export const suggestQuestions = (
  knowledge: Knowledge,
  when: When,
  near: { readonly tables: readonly string[]; readonly windows: readonly string[] } = { tables: [], windows: [] },
): string[] => {
  const catalog = catalogOf(knowledge)
  const said = near.tables.flatMap((name) => catalog.tables.get(name) ?? [])
  const tables = [...new Set([...said, ...mainTables(knowledge)])]
  const found: string[] = []
  for (let round = 0; round < 4 && found.length < 3; round++) {
    for (const table of tables.slice(0, round === 0 ? 3 : tables.length)) {
      if (found.length === 3) break
      const free = candidates(knowledge, table, near.windows).filter((question) => !found.includes(question))
      const next = free.find((question) => works(knowledge, question, table.name, when))
      if (next !== undefined) found.push(next)
    }
  }
  return found
}
