import { type Knowledge, valuesOf } from '../../../ask/rules/knowledge.ts'
import { tableName } from '../../../guard/schema.ts'
import { pause } from '../../../platform/values/sliced.ts'
import { emptyTree, type Measure, type QueryTree } from '../query/index.ts'
import { catalogOf, countMeasure, glossaryMeasures, listColumns, type TableInfo } from '../schema/index.ts'
import { sentenceOf } from '../sentence/index.ts'
import { mainTables, sameQuestion } from './suggest.ts'
import { BY_MEASURE, IS_LEVEL, splitsOf } from './table-questions.ts'

export const STARTERS_MAX = 6
/** Preferred tables of the first questions. */
const FIRST_TABLES = 3
/** Limit of tried tables, for large schemas. */
const TABLES_MAX = 12
const FIRST_ROWS = 5
const SPLIT_MIN = 2

/**
 * Initial questions about the main tables, with alternating kinds. They depend on the schema, the glossary, and values
 * of tables whose rows are the same for all callers, never on the number or owner of rows.
 */
export const starterQuestions = async (knowledge: Knowledge): Promise<readonly string[]> => {
  const catalog = catalogOf(knowledge.view)
  const single = new Set(knowledge.view.schema.tables.filter((table) => table.single).map(tableName))
  const tables = mainTables(knowledge)
    .filter(({ name }) => !single.has(name))
    .slice(0, TABLES_MAX)
  const kindsOf = (table: TableInfo, at: number) => rotated(starterTrees(knowledge, table, single), at)
  const found: string[] = []
  for (const some of [tables.slice(0, FIRST_TABLES), tables.slice(FIRST_TABLES)])
    for (const tree of byTurns(some.map(kindsOf))) {
      if (found.length === STARTERS_MAX) return found
      await pause()
      const question = sentenceOf(catalog, tree)
      if (question !== null && !found.some((known) => sameQuestion(known, question))) found.push(question)
    }
  return found
}

const rotated = <One>(all: readonly One[], by: number): readonly One[] => {
  const at = all.length === 0 ? 0 : by % all.length
  return [...all.slice(at), ...all.slice(0, at)]
}

/** Interleaves lists: the first of each, then the second of each. */
const byTurns = <One>(lists: readonly (readonly One[])[]): readonly One[] => {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}

/** @param single tables of which a caller sees one row, which are useless as groups */
const starterTrees = (knowledge: Knowledge, table: TableInfo, single: ReadonlySet<string>): readonly QueryTree[] => {
  const catalog = catalogOf(knowledge.view)
  const { name, time } = table
  const count = countMeasure(catalog, name)
  const sum = glossaryMeasures(knowledge.view.glossary)
    .map(([, measure]) => measure)
    .find((one) => one.table === name && one.aggregate === 'sum' && !IS_LEVEL.test(one.name))
  const rows = emptyTree(name)
  const perMonth = (measure: Measure, column: string): QueryTree => ({
    ...rows,
    measures: [measure],
    groups: [{ type: 'time', column: { table: name, column }, bucket: 'month' }],
  })
  const split = splitsOf(knowledge, table).find(
    (column) => (valuesOf(knowledge, name, column.name)?.values.length ?? 0) >= SPLIT_MIN,
  )
  const parents = catalog.graph
    .stepsFrom(name)
    .flatMap(({ up, to }) => (up && !catalog.graph.isHub(to) && !single.has(to) ? [to] : []))
  return [
    ...(time === null ? [] : [perMonth(sum ?? count, time)]),
    ...parents.slice(0, 1).map(
      (parent): QueryTree => ({
        ...rows,
        measures: [sum ?? count],
        groups: [{ type: 'entity', table: parent }],
        order: [BY_MEASURE],
        limit: FIRST_ROWS,
      }),
    ),
    ...(split === undefined
      ? []
      : [
          {
            ...rows,
            measures: [count],
            order: [BY_MEASURE],
            groups: [{ type: 'column' as const, column: { table: name, column: split.name } }],
          },
        ]),
    ...(time === null
      ? []
      : [
          {
            ...rows,
            columns: listColumns(catalog, name, []),
            limit: FIRST_ROWS,
            order: [{ by: { table: name, column: time }, descending: true }],
          },
        ]),
    { ...rows, measures: [count] },
  ]
}
