import { type Knowledge, valuesOf } from '../../domain/ask/knowledge.ts'
import { catalogOf, columnWords, type TableInfo } from './catalog.ts'
import { interpret } from './interpret.ts'
import type { When } from './period.ts'
import { pause } from './slices.ts'

const VALUES_MAX = 12
const SURE = 0.9
/** However many tables there are, no more questions are tried for one reply, and of no more tables. */
const TRIES_MAX = 24
const TABLES_MAX = 12

/** Tables by how much hangs on them: those that happen and connect others first. */
export const mainTables = (knowledge: Knowledge): TableInfo[] => {
  const catalog = catalogOf(knowledge.view)
  const weight = (table: TableInfo): number =>
    catalog.graph.stepsFrom(table.name).length +
    (table.time === null ? 0 : 3) +
    (catalog.graph.isHub(table.name) ? -20 : 0)
  return [...catalog.tables.values()].sort((a, b) => weight(b) - weight(a))
}

const candidates = (knowledge: Knowledge, table: TableInfo, windows: readonly string[]): string[] => {
  const catalog = catalogOf(knowledge.view)
  const many = table.plural
  const timed = windows[0] ?? 'this year'
  const state = [...table.columns.values()].find((column) => {
    const values = valuesOf(knowledge, table.name, column.name)
    return (
      column.kind === 'text' &&
      column.name !== table.label &&
      values?.complete === true &&
      values.values.length > 1 &&
      values.values.length <= VALUES_MAX
    )
  })
  const measure = knowledge.view.glossary.phrases.find(
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
const isAnswered = (knowledge: Knowledge, question: string, table: string, when: When): boolean => {
  const reading = interpret(knowledge, question, when)
  return reading.query !== null && reading.confidence >= SURE && reading.ir?.anchor === table
}

/** Three questions that can be answered, near the tables and times that were said. */
export const suggestQuestions = async (
  knowledge: Knowledge,
  when: When,
  near: { readonly tables: readonly string[]; readonly windows: readonly string[] } = { tables: [], windows: [] },
): Promise<string[]> => {
  const catalog = catalogOf(knowledge.view)
  const said = near.tables.flatMap((name) => catalog.tables.get(name) ?? [])
  const tables = [...new Set([...said.slice(0, 3), ...mainTables(knowledge)])].slice(0, TABLES_MAX)
  const found: string[] = []
  const tried = new Map<string, boolean>()
  const isFound = (question: string, table: string): boolean => {
    const known = tried.get(question)
    if (known !== undefined || tried.size >= TRIES_MAX) return known === true
    const works = isAnswered(knowledge, question, table, when)
    tried.set(question, works)
    return works
  }
  for (let round = 0; round < 4 && found.length < 3; round++) {
    for (const table of tables.slice(0, round === 0 ? 3 : tables.length)) {
      if (found.length === 3) break
      const free = candidates(knowledge, table, near.windows).filter((question) => !found.includes(question))
      const next = free.find((question) => isFound(question, table.name))
      if (next !== undefined) found.push(next)
      await pause()
    }
  }
  return found
}
