import type { ColumnRef } from '../query/index.ts'
import {
  type ColumnOption,
  type Noun,
  type Part,
  type PartBody,
  SHOWING,
  type State,
  type Words,
} from '../read/index.ts'
import { type Catalog, type ColumnInfo, columnOf, type TableInfo } from '../schema/index.ts'

/** Signs of uncertainty from building one query. */
export interface Notes {
  /** Choices between equally good options. */
  readonly ties: number
  /** Phrases that are missing from the query. */
  readonly dropped: number
  /** Parts of the query that the question does not name. */
  readonly guessed: number
  /** Foreign keys beyond the first between the query's rows and the rows of its conditions. */
  readonly far: number
  /** The lowest weight of its links. */
  readonly weakest: number
}

type TableMention = { readonly table: string; readonly part: Part }

/** One reading of a question, with its database: the input of all steps that build a query. */
export interface Reading {
  readonly catalog: Catalog
  readonly words: Words
  readonly state: State
  readonly parts: readonly Part[]
  /** Mentioned tables, in order. */
  readonly tableMentions: readonly TableMention[]
  /** The table whose rows are asked for, if it is named. */
  readonly subject: string | null
  /** Limit of a list: "3 customers from Paris". */
  readonly limit: number | null
}

/** An option chosen among several, with the certainty of the choice. */
export interface ChosenOption<Thing> {
  readonly chosen: Thing
  readonly weight: number
  readonly tied: boolean
}

const DISTANCE_COST = 0.22
const UNMENTIONED_COST = 0.08

export const tableInfo = ({ catalog }: Reading, name: string): TableInfo | undefined => catalog.tables.get(name)

export const infoOf = ({ catalog }: Reading, ref: ColumnRef): ColumnInfo | undefined => columnOf(catalog, ref)

/** True if each row of one table belongs to at most one row of the other. */
export const isManyToOne = ({ catalog }: Pick<Reading, 'catalog'>, from: string, to: string): boolean =>
  from === to || catalog.graph.path(from, to)?.steps.every(({ up }) => up) === true

export const isConnected = ({ catalog }: Reading, from: string, to: string): boolean =>
  catalog.graph.path(from, to) !== undefined

/** Number of tables with data of their own on the path between two tables. */
export const between = ({ catalog }: Reading, from: string, to: string): number => {
  const steps = catalog.graph.path(from, to)?.steps ?? []
  return steps.slice(0, -1).filter((step) => {
    const columns = [...(catalog.tables.get(step.to)?.columns.values() ?? [])]
    const keys = columns.filter(({ kind }) => kind === 'key').length
    // A table with little more than keys only links others.
    return columns.length - keys > 1
  }).length
}

/** The best option near the mentioned tables: nearest to the first of them. */
export const choose = <Option extends ColumnOption>(
  reading: Reading,
  options: readonly Option[],
  near: readonly (string | null)[],
): ChosenOption<Option> | null => {
  const tables = near.filter((table) => table !== null)
  const mentioned = new Set(reading.tableMentions.map(({ table }) => table))
  const ranked = options
    .map((option) => {
      const { table } = option.column
      const costs = tables.map(
        (one, place) => DISTANCE_COST * reading.catalog.graph.distance(one, table) + 0.04 * place,
      )
      const far = costs.length === 0 ? 0 : Math.min(...costs)
      const unmentionedCost = mentioned.size > 0 && !mentioned.has(table) ? UNMENTIONED_COST : 0
      return { chosen: option, weight: option.weight, rank: option.weight - Math.min(far, 2) - unmentionedCost }
    })
    .toSorted((a, b) => b.rank - a.rank)
  const [first, second] = ranked
  if (first === undefined) return null
  return { chosen: first.chosen, weight: first.weight, tied: second !== undefined && first.rank - second.rank < 0.02 }
}

/** All nouns of a part. */
export const nounsOf = (part: Part): readonly Noun[] => {
  switch (part.kind) {
    case 'noun':
    case 'fold':
      return [part.noun]
    case 'count':
    case 'bound':
    case 'against':
      return part.noun === null ? [] : [part.noun]
    case 'rank':
      return part.by.kind === 'noun' || part.by.kind === 'count' ? [part.by.noun] : []
    case 'order':
      return part.by
    default:
      return []
  }
}

/** The tables that a noun may refer to. */
export const tablesOfNoun = (noun: Noun): readonly string[] => {
  switch (noun.kind) {
    case 'table':
      return [noun.table]
    case 'column':
      return noun.options.map(({ column }) => column.table)
    case 'columns':
      return noun.columns.map(({ table }) => table)
    case 'measure':
      return noun.measures.map(({ table }) => table)
  }
}

/** The columns that a value or condition of a part may refer to; of several values, those of the first. */
export const valueOptionsOf = (part: Part): readonly ColumnOption[] =>
  part.kind === 'value' ? (part.values[0] ?? []) : part.kind === 'filter' ? part.options : []

const saidTables = (parts: readonly Part[]): TableMention[] =>
  parts.flatMap((part) => nounsOf(part).flatMap((noun) => (noun.kind === 'table' ? [{ table: noun.table, part }] : [])))

export const isGroup = ({ lead }: Part): boolean => lead === 'each' || lead === 'by'

/** The table that the question is about: the first one named in the main clause, the counted one, or the one with all columns. */
const subjectOf = (parts: readonly Part[]): string | null => {
  const tables = parts.flatMap((part) =>
    part.kind === 'noun' && part.noun.kind === 'table' ? [{ part, table: part.noun.table }] : [],
  )
  // In a list "each lease" means any lease; only counts and sums are grouped.
  const isFolded = parts.some(({ kind }) => kind === 'count' || kind === 'fold' || kind === 'rank')
  const main = tables.filter(
    ({ part }) =>
      part.clause === 0 && !part.negated && (!isGroup(part) || (!isFolded && part.lead === 'each' && part.at > 0)),
  )
  // "The name of each teacher and what course they teach" is about teachers.
  const isMore = ({ part }: TableMention): boolean => part.lead === 'and' && part !== parts[0]
  // "What do we sell? Show the products": the last request counts.
  const shown = main.findLast(({ part }) => part.lead === 'head' && part.before.some((word) => SHOWING.has(word)))
  const found = shown ?? main.find((one) => !isMore(one)) ?? tables.find(({ part }) => isGroup(part)) ?? main[0]
  return found?.table ?? null
}

/** The people that a question with "who" asks for, and the noun that is a verb then. */
interface Persons {
  readonly table: string
  readonly verb: Part | null
}

/** "Who booked Power Boxing?": the nearest table of people, if none is named. */
const personsAsked = ({ tables, graph }: Catalog, parts: readonly Part[]): Persons | null => {
  const nouns = parts.flatMap((part) =>
    part.kind === 'noun' && part.clause === 0 && part.lead !== 'each' && part.lead !== 'by' ? [part] : [],
  )
  const isWho = parts.some((part) => part.kind === 'mark' && part.mark === 'who')
  // "Who owns the farm": a column holds the owner.
  if (!isWho || nouns.some(({ noun }) => noun.kind === 'column' || noun.kind === 'columns')) return null
  const named = parts.flatMap((part) => {
    if (part.kind === 'noun') return tablesOfNoun(part.noun)
    return part.kind === 'value' ? (part.values[0] ?? []).map(({ column }) => column.table) : []
  })
  if (named.length === 0 || named.some((table) => tables.get(table)?.isPerson === true)) return null
  const [first, second] = [...tables.values()]
    .filter(({ isPerson, name }) => isPerson && named.every((table) => graph.path(name, table) !== undefined))
    .map(({ name }) => ({ name, cost: named.reduce((sum, one) => sum + graph.distance(name, one), 0) }))
    .toSorted((a, b) => a.cost - b.cost)
  if (first === undefined || first.cost === second?.cost) return null
  return { table: first.name, verb: nouns.find(({ noun }) => noun.kind === 'table') ?? null }
}

/** @param before the table of the previous question, if this one is a follow-up */
export const readingOf = (catalog: Catalog, words: Words, state: State, before: string | null = null): Reading => {
  const { limit, parts: listed } = headLimit(splitsBeside(words, state.parts))
  const read = passLimit(listed)
  const persons = personsAsked(catalog, read)
  // The verb after "who" is no condition: "who booked".
  const parts = read.map((part) => (part === persons?.verb ? { ...part, clause: 1 } : part))
  return {
    catalog,
    words,
    state,
    parts,
    limit,
    tableMentions: saidTables(parts),
    subject: before ?? persons?.table ?? subjectOf(parts),
  }
}

/** The same words with another meaning. */
const readAs = ({ at, end, weight, clause, lead, negated, before }: Part, body: PartBody): Part => ({
  ...body,
  at,
  end,
  weight,
  clause,
  lead,
  negated,
  before,
})

/** "Orders by channel, status and month": nouns listed after a group are groups too. */
const splitsBeside = ({ tokens }: Words, parts: readonly Part[]): readonly Part[] => {
  const isColumn = (part: Part | undefined): part is Part => part?.kind === 'noun' && part.noun.kind === 'column'
  let before: Part | undefined
  let splits = false
  return parts.map((part) => {
    const isBeside = part.at === (before?.end ?? 0) + 1 && (part.lead === 'and' || tokens[part.at - 1]?.lower === ',')
    const { lead } = before ?? part
    before = isColumn(part) && isBeside && splits ? { ...part, lead } : part
    splits = isColumn(part) && ((isBeside && splits) || /^(?:by|per)$/.test(tokens[part.at]?.lower ?? ''))
    return before
  })
}

/** "Show 3 customers from Paris": a limit without an order. */
const headLimit = (parts: readonly Part[]): { readonly parts: readonly Part[]; readonly limit: number | null } => {
  const head = parts.find(({ kind }) => kind !== 'mark')
  const [bound, more] = head?.kind === 'bound' ? head.bounds : []
  const isLimit = head?.kind === 'bound' && head.clause === 0 && !head.negated && !head.times && bound?.op === '='
  if (!isLimit || head.noun?.kind !== 'table' || more !== undefined || parts.some(({ kind }) => kind === 'rank'))
    return { parts, limit: null }
  const listed = readAs(head, { kind: 'noun', noun: head.noun, distinct: false })
  return { parts: parts.map((part) => (part === head ? listed : part)), limit: bound.value }
}

/** "The 3 countries with the fewest people": the limit of the ranking, not a count of countries. */
const passLimit = (parts: readonly Part[]): readonly Part[] => {
  const ranks = parts.filter((part) => part.kind === 'rank')
  const [rank, more] = ranks
  const bound = parts.find((part) => part.kind === 'bound')
  if (rank === undefined || more !== undefined || rank.limit !== null) return parts
  if (bound?.kind !== 'bound' || bound.clause > 0 || bound.at > rank.at) return parts
  // "The 10 cities with the most customers"
  const { noun } = bound
  const isNamed = noun?.kind === 'table' || (noun?.kind === 'column' && bound.lead === 'head')
  if (!isNamed) return parts
  const [only, other] = bound.bounds
  if (only?.op !== '=' || other !== undefined || bound.negated) return parts
  return parts.map((part): Part => {
    if (part === rank) return { ...rank, limit: only.value }
    return part === bound ? readAs(bound, { kind: 'noun', noun, distinct: false }) : part
  })
}

/** Tables named before a token, the last one first. */
export const tablesNamedBefore = ({ tableMentions }: Reading, at: number): readonly string[] =>
  tableMentions
    .filter(({ part }) => part.at < at)
    .map(({ table }) => table)
    .reverse()
