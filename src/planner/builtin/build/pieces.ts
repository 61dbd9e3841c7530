import { type ColumnRef, type Measure, sameRef } from '../query/index.ts'
import type { Mark, Noun, Part } from '../read/index.ts'
import { columnMeasure, countMeasure, mainNumber } from '../schema/index.ts'
import {
  choose,
  infoOf,
  isGroup,
  isManyToOne,
  nounsOf,
  type Reading,
  tableInfo,
  tablesOfNoun,
  valueOptionsOf,
} from './reading.ts'
import { UncertaintyNotes } from './uncertainty-notes.ts'

type PartOf<Kind extends Part['kind']> = Extract<Part, { kind: Kind }>

export const partsOf = <Kind extends Part['kind']>({ parts }: Reading, kind: Kind): readonly PartOf<Kind>[] =>
  parts.filter((part): part is PartOf<Kind> => part.kind === kind)

/** The tables whose rows are counted. */
const countedTables = (reading: Reading): readonly string[] =>
  partsOf(reading, 'count').flatMap(({ noun }) => (noun?.kind === 'table' ? [noun.table] : []))

/** Whether a question has a marker word: "who", "on average", "what share of". */
export const isMarked = (reading: Reading, mark: Mark): boolean =>
  partsOf(reading, 'mark').some((part) => part.mark === mark)

/** Whether the question asks for people, even if the word for it was skipped. */
export const asksWho = (reading: Reading): boolean =>
  isMarked(reading, 'who') || reading.words.tokens[0]?.lower === 'who'

/** The column that a noun refers to, near these tables. */
export const columnOfNoun = (
  reading: Reading,
  noun: Noun,
  near: readonly (string | null)[],
  doubts: UncertaintyNotes,
): ColumnRef | null => {
  if (noun.kind !== 'column') return null
  const found = choose(reading, noun.options, near)
  if (found === null) return null
  doubts.recordChoice(found)
  return found.chosen.column
}

/** Whether a column holds amounts, rather than numbers that identify something. */
export const isAmount = (reading: Reading, ref: ColumnRef): boolean => infoOf(reading, ref)?.kind === 'number'

/** Identifiers are never summed, averaged or ranked, even numeric ones. */
export const isIdentifier = (reading: Reading, ref: ColumnRef): boolean => {
  const { kind, words = [] } = infoOf(reading, ref) ?? {}
  return (
    kind === 'key' || /^(id|no|nr|code|zip|zipcode|postcode|phone|fax|isbn|barcode|ssn|uuid)$/.test(words.at(-1) ?? '')
  )
}

/** The measures that a question names. */
export const namedMeasures = (reading: Reading, doubts: UncertaintyNotes): readonly Measure[] => {
  const counts = partsOf(reading, 'count')
  // "List the continents and the count": the count refers to the noun before.
  const said = counts.filter(({ noun }) => noun !== null)
  const all = [
    ...(said.length > 0 ? said : counts).flatMap((part) => countOf(reading, part, doubts)),
    ...partsOf(reading, 'fold').flatMap((part) => foldsOf(reading, part, doubts)),
    ...partsOf(reading, 'noun').flatMap(({ noun, clause, lead }) =>
      noun.kind === 'measure' && (clause === 0 || lead === 'and') ? bestMeasure(reading, noun.measures) : [],
    ),
  ]
  return [...new Map(all.map((measure) => [JSON.stringify({ ...measure, name: '' }), measure])).values()]
}

/** Among the tables with a measure, the nearest to the queried rows. */
export const bestMeasure = (reading: Reading, measures: readonly Measure[]): Measure[] => {
  const near = [reading.subject, ...reading.tableMentions.map(({ table }) => table), ...groupTables(reading)].filter(
    (table) => table !== null,
  )
  const away = (from: string, to: string): number =>
    (isManyToOne(reading, from, to) ? 0 : 5) + reading.catalog.graph.distance(from, to)
  const cost = ({ table }: Measure): number => near.reduce((sum, one) => sum + away(table, one), 0)
  const [best] = measures.toSorted((a, b) => cost(a) - cost(b))
  return best === undefined ? [] : [best]
}

const groupTables = (reading: Reading): readonly string[] =>
  partsOf(reading, 'noun').flatMap((part) => (isGroup(part) ? tablesOfNoun(part.noun).slice(0, 1) : []))

/** A partial match of a column's name is too weak to be counted. */
const COUNTED_MIN = 0.7

const countOf = (reading: Reading, { noun, distinct, lead }: PartOf<'count'>, doubts: UncertaintyNotes): Measure[] => {
  if (noun === null) {
    // "Sorted by the number": refers to an existing count.
    if (lead === 'by') return []
    if (reading.subject === null) return []
    return [countMeasure(reading.catalog, reading.subject)]
  }
  if (noun.kind === 'table') return [countMeasure(reading.catalog, noun.table)]
  if (noun.kind === 'measure') return bestMeasure(reading, noun.measures)
  const found =
    noun.kind === 'column' ? choose(reading, noun.options, [reading.subject ?? likeliestTable(reading)]) : null
  if (found === null) return []
  doubts.recordChoice(found)
  const { column } = found.chosen
  // "How many people" does not count sales persons.
  if (found.weight < COUNTED_MIN || infoOf(reading, column)?.kind === 'boolean') doubts.markIncomplete()
  // "The number of sign-ups": counts rows.
  if (infoOf(reading, column)?.kind === 'date' && !distinct) return [countMeasure(reading.catalog, column.table)]
  // "The number of tours" with a numeric column for it: their sum.
  if (isAmount(reading, column) && !distinct) return [columnMeasure(column, 'sum')]
  return [{ ...columnMeasure(column, 'count'), distinct: true }]
}

/** The aggregates of "the average and the highest age". */
const foldsOf = (reading: Reading, { folds, noun }: PartOf<'fold'>, doubts: UncertaintyNotes): Measure[] => {
  if (noun.kind === 'measure') {
    // "The average revenue" is not a sum.
    const found = bestMeasure(reading, noun.measures)
    if (found.some(({ aggregate }) => folds.some((fold) => fold !== aggregate))) doubts.markIncomplete()
    return found
  }
  const near = reading.subject ?? likeliestTable(reading)
  if (noun.kind === 'table') {
    const number = mainNumber(reading.catalog, noun.table)
    return number === null ? [] : [columnMeasure(number, 'avg')]
  }
  const columns = noun.kind === 'columns' ? noun.columns : [columnOfNoun(reading, noun, [near], doubts)]
  return columns.flatMap((column) => {
    if (column === null) return []
    // Texts and dates have no average.
    const made = folds.filter((fold) => isAmount(reading, column) || fold === 'min' || fold === 'max')
    if (made.length < folds.length || isIdentifier(reading, column)) doubts.markIncomplete()
    return made.map((fold) => columnMeasure(column, fold))
  })
}

/** Columns and tables to show, from the main clause. */
export interface ShownColumns {
  readonly columns: readonly ColumnRef[]
  /** Tables beside the subject: "teachers and the courses they teach". */
  readonly tables: readonly string[]
  readonly isDistinct: boolean
  /** Those columns that only name a unit: "delivery time in days". */
  readonly units: readonly ColumnRef[]
}

export const shownOf = (reading: Reading, doubts: UncertaintyNotes): ShownColumns => {
  const heads = partsOf(reading, 'noun').filter(
    (part) => part.clause === 0 && !part.negated && !(isGroup(part) && part.noun.kind === 'table'),
  )
  const near = [reading.subject, ...countedTables(reading), rankTable(reading)]
  const firstTable = reading.subject === null ? likeliestTable(reading) : null
  const seen: ColumnRef[] = []
  const columns = heads.flatMap(({ noun, lead }): readonly ColumnRef[] => {
    if (lead === 'by') return []
    if (noun.kind === 'columns') {
      const own = noun.columns.filter(({ table }) => table === (reading.subject ?? table))
      if (own.length === 0) doubts.markIncomplete()
      return own.length > 0 ? own : noun.columns
    }
    const tables = reading.subject === null ? [firstTable, ...near] : near
    const column = columnOfNoun(reading, noun, tables, doubts)
    if (column === null) return []
    // "The player's name with the name of the club": two different columns.
    if (lead === 'and' && seen.some((one) => sameRef(one, column))) doubts.markIncomplete()
    seen.push(column)
    return [column]
  })
  const units = heads.flatMap(({ noun, lead, end, at }) =>
    lead === 'in' && end === at + 1 ? (columnOfNoun(reading, noun, near, new UncertaintyNotes()) ?? []) : [],
  )
  const tables = heads.flatMap(({ noun, lead }) =>
    noun.kind === 'table' && noun.table !== reading.subject && (lead === 'and' || lead === 'head') ? [noun.table] : [],
  )
  return {
    columns,
    units,
    tables,
    isDistinct: heads.some(({ distinct }) => distinct) || isMarked(reading, 'distinct'),
  }
}

/** The table that most named columns and values may belong to. */
const likeliestTable = ({ parts }: Reading): string | null => {
  const votes = new Map<string, number>()
  for (const part of parts) {
    const options = [
      ...nounsOf(part).flatMap((noun) => (noun.kind === 'column' ? noun.options : [])),
      ...valueOptionsOf(part),
    ]
    const best = new Map<string, number>(
      nounsOf(part).flatMap((noun) => (noun.kind === 'table' ? [[noun.table, 1] as const] : [])),
    )
    for (const { column, weight } of options) best.set(column.table, Math.max(best.get(column.table) ?? 0, weight))
    for (const [table, weight] of best) votes.set(table, (votes.get(table) ?? 0) + weight)
  }
  const [first] = [...votes].toSorted((a, b) => b[1] - a[1])
  return first?.[0] ?? null
}

/** The table of a ranking, if the main clause names none. */
const rankTable = (reading: Reading): string | null => {
  for (const part of partsOf(reading, 'rank')) {
    if (part.by.kind !== 'noun' && part.by.kind !== 'count') continue
    const [table] = tablesOfNoun(part.by.noun)
    if (table !== undefined && tablesOfNoun(part.by.noun).every((one) => one === table)) return table
  }
  return null
}

/** The label column of a table, or its two label columns. */
export const labelsOf = (reading: Reading, table: string): readonly ColumnRef[] => {
  const { label = '', surname = null } = tableInfo(reading, table) ?? {}
  return [label, ...(surname === null ? [] : [surname])].map((column) => ({ table, column }))
}

/** The nearest table that has a foreign-key path to each of these. */
export const commonTable = (reading: Reading, tables: readonly string[]): string | null => {
  const wanted = [...new Set(tables)]
  const [only, more] = wanted
  if (only !== undefined && more === undefined) return only
  const cost = (from: string): number =>
    wanted.reduce((sum, table) => sum + reading.catalog.graph.distance(from, table), 0)
  const among = [...wanted, ...neighbours(reading, wanted)]
  const [best] = [...new Set(among)]
    .filter((from) => wanted.every((table) => isManyToOne(reading, from, table)))
    .toSorted((a, b) => cost(a) - cost(b))
  return best ?? null
}

const neighbours = ({ catalog }: Reading, tables: readonly string[]): readonly string[] =>
  tables.flatMap((table) => catalog.graph.stepsFrom(table).map(({ to }) => to))
