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

/** What was noted on the way from phrases to a query: signs of how sure its making is. */
export interface Notes {
  /** Choices between things that fit as well. */
  readonly ties: number
  /** Phrases that found no place in the query. */
  readonly dropped: number
  /** Things put into the query that nobody named. */
  readonly guessed: number
  /** How many keys beyond the first lie between the query's rows and what is asked of them. */
  readonly far: number
  /** The weakest of the links it is made of. */
  readonly weakest: number
}

export type TableSaid = { readonly table: string; readonly part: Part }

/** One way of reading, with the database it is about: what all steps of making a query look at. */
export interface Reading {
  readonly catalog: Catalog
  readonly words: Words
  readonly state: State
  readonly parts: readonly Part[]
  /** Tables named anywhere, in order. */
  readonly said: readonly TableSaid[]
  /** The table whose rows are asked about, if the question names it. */
  readonly subject: string | null
  /** So many rows of a list: "3 customers from Paris". */
  readonly limit: number | null
}

/** Something chosen among options, and what that says about the choice. */
export interface Chosen<Thing> {
  readonly chosen: Thing
  readonly weight: number
  readonly tied: boolean
}

const FAR_COST = 0.22
const UNSAID_COST = 0.08

export const tableInfo = ({ catalog }: Reading, name: string): TableInfo | undefined => catalog.tables.get(name)

export const infoOf = ({ catalog }: Reading, ref: ColumnRef): ColumnInfo | undefined => columnOf(catalog, ref)

/** True where each row of one table belongs to at most one of the other. */
export const leadsTo = ({ catalog }: Pick<Reading, 'catalog'>, from: string, to: string): boolean =>
  from === to || catalog.graph.path(from, to)?.steps.every(({ up }) => up) === true

export const isConnected = ({ catalog }: Reading, from: string, to: string): boolean =>
  catalog.graph.path(from, to) !== undefined

/** How many tables that say something of their own lie on the way from one to another. */
export const between = ({ catalog }: Reading, from: string, to: string): number => {
  const steps = catalog.graph.path(from, to)?.steps ?? []
  return steps.slice(0, -1).filter((step) => {
    const columns = [...(catalog.tables.get(step.to)?.columns.values() ?? [])]
    const keys = columns.filter(({ kind }) => kind === 'key').length
    // A table of keys, and little more, only links others.
    return columns.length - keys > 1
  }).length
}

/** The option that fits best beside the tables that are spoken of: nearest to the first of these. */
export const choose = <Option extends ColumnOption>(
  reading: Reading,
  options: readonly Option[],
  near: readonly (string | null)[],
): Chosen<Option> | null => {
  const tables = near.filter((table) => table !== null)
  const spoken = new Set(reading.said.map(({ table }) => table))
  const ranked = options
    .map((option) => {
      const { table } = option.column
      const costs = tables.map((one, place) => FAR_COST * reading.catalog.graph.distance(one, table) + 0.04 * place)
      const far = costs.length === 0 ? 0 : Math.min(...costs)
      const unsaid = spoken.size > 0 && !spoken.has(table) ? UNSAID_COST : 0
      return { chosen: option, weight: option.weight, rank: option.weight - Math.min(far, 2) - unsaid }
    })
    .toSorted((a, b) => b.rank - a.rank)
  const [first, second] = ranked
  if (first === undefined) return null
  return { chosen: first.chosen, weight: first.weight, tied: second !== undefined && first.rank - second.rank < 0.02 }
}

/** The nouns of a part, wherever in it they stand. */
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

/** The tables that a noun may be about. */
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

/** The columns that a part may be of, where a value or a condition is named; of several values, those of the first. */
export const heldOptions = (part: Part): readonly ColumnOption[] =>
  part.kind === 'value' ? (part.values[0] ?? []) : part.kind === 'filter' ? part.options : []

const saidTables = (parts: readonly Part[]): TableSaid[] =>
  parts.flatMap((part) => nounsOf(part).flatMap((noun) => (noun.kind === 'table' ? [{ table: noun.table, part }] : [])))

export const isGroup = ({ lead }: Part): boolean => lead === 'each' || lead === 'by'

/** The table that the question is about: the first one named in the main clause, what is counted, or what all columns are in. */
const subjectOf = (parts: readonly Part[]): string | null => {
  const tables = parts.flatMap((part) =>
    part.kind === 'noun' && part.noun.kind === 'table' ? [{ part, table: part.noun.table }] : [],
  )
  // "Each lease" of a list is any lease: only what is counted or added up is split.
  const isFolded = parts.some(({ kind }) => kind === 'count' || kind === 'fold' || kind === 'rank')
  const main = tables.filter(
    ({ part }) =>
      part.clause === 0 && !part.negated && (!isGroup(part) || (!isFolded && part.lead === 'each' && part.at > 0)),
  )
  // "The name of each teacher and what course they teach" is about teachers.
  const isMore = ({ part }: TableSaid): boolean => part.lead === 'and' && part !== parts[0]
  // "What do we sell? Show the products": what is asked for last.
  const shown = main.findLast(({ part }) => part.lead === 'head' && part.before.some((word) => SHOWING.has(word)))
  const found = shown ?? main.find((one) => !isMore(one)) ?? tables.find(({ part }) => isGroup(part)) ?? main[0]
  return found?.table ?? null
}

/** A question that begins with "who" is about people: who they are, and which noun is a verb then. */
interface Persons {
  readonly table: string
  readonly verb: Part | null
}

/** "Who booked Power Boxing?": the people nearest to what is named, where no people are. */
const personsAsked = ({ tables, graph }: Catalog, parts: readonly Part[]): Persons | null => {
  const nouns = parts.flatMap((part) =>
    part.kind === 'noun' && part.clause === 0 && part.lead !== 'each' && part.lead !== 'by' ? [part] : [],
  )
  const isWho = parts.some((part) => part.kind === 'mark' && part.mark === 'who')
  // "Who owns the farm": a column holds who does.
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

/** @param before the table that the question before was about, where this one leans on that */
export const readingOf = (catalog: Catalog, words: Words, state: State, before: string | null = null): Reading => {
  const { limit, parts: listed } = headLimit(splitsBeside(words, state.parts))
  const read = passLimit(listed)
  const persons = personsAsked(catalog, read)
  // What people did is none of what is asked of them: "who booked".
  const parts = read.map((part) => (part === persons?.verb ? { ...part, clause: 1 } : part))
  return {
    catalog,
    words,
    state,
    parts,
    limit,
    said: saidTables(parts),
    subject: before ?? persons?.table ?? subjectOf(parts),
  }
}

/** The same words, taken for something else. */
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

/** "Orders by channel, status and month": what stands beside what they are split by splits them as well. */
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

/** "Show 3 customers from Paris": so many rows, where nothing says which of them come first. */
const headLimit = (parts: readonly Part[]): { readonly parts: readonly Part[]; readonly limit: number | null } => {
  const head = parts.find(({ kind }) => kind !== 'mark')
  const [bound, more] = head?.kind === 'bound' ? head.bounds : []
  const isLimit = head?.kind === 'bound' && head.clause === 0 && !head.negated && !head.times && bound?.op === '='
  if (!isLimit || head.noun?.kind !== 'table' || more !== undefined || parts.some(({ kind }) => kind === 'rank'))
    return { parts, limit: null }
  const listed = readAs(head, { kind: 'noun', noun: head.noun, distinct: false })
  return { parts: parts.map((part) => (part === head ? listed : part)), limit: bound.value }
}

/** "The 3 countries with the fewest people": so many of the ranking, and no countries that are counted. */
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

/** Tables named before a place, the last one first. */
export const saidBefore = ({ said }: Reading, at: number): readonly string[] =>
  said
    .filter(({ part }) => part.at < at)
    .map(({ table }) => table)
    .reverse()
