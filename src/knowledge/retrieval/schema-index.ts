import MiniSearch, { type SearchOptions } from 'minisearch'
import type { DatabaseView, VisibleTable } from '../../ask/rules/knowledge.ts'
import { makeupOf, shownText } from '../../ask/rules/prompts/schema-text.ts'
import { estimatedTokens } from '../../ask/rules/question-context.ts'
import { tableName } from '../../guard/schema.ts'
import type { Sliced } from '../../platform/values/sliced.ts'
import { nameWords, normalWords, stemOf } from '../words/index.ts'

/** Searchable text of a table: stems, separated by blanks. */
interface TableWords {
  readonly at: number
  readonly name: string
  readonly said: string
  readonly columns: string
}

/** Indexed words per table; a table with thousands of columns is found by the first of them. */
const WORDS_MAX = 2_000
/** Shorter words are prefixes of too many others. */
const PREFIX_LENGTH_MIN = 4

/** Score added for a match of a table's whole name. */
const NAME_BONUS = 0.5
/** Maximum of misspelt words that are searched, with their lengths and edit distance. */
const MISSPELLINGS_MAX = 8
const MISSPELT_LENGTH_MIN = 5
const MISSPELT_LENGTH_MAX = 30
const EDITS = 1

/**
 * Full-text index of the tables of one view: names, split into words, and names in the glossary and comments. It holds
 * names only, hence nothing of any caller.
 */
export class SchemaIndex {
  readonly #made: Made
  readonly #folded: ReadonlyMap<string, number>
  /** Tokens of all tables if shown completely. */
  readonly size: number

  private constructor(made: Made) {
    this.#made = made
    this.#folded = new Map([...made.places].map(([name, at]) => [name.toLowerCase(), at]))
    this.size = made.sizes.reduce((sum, size) => sum + size, 0)
  }

  get tables(): readonly VisibleTable[] {
    return this.#made.tables
  }

  /** Tokens of each table. */
  get sizes(): readonly number[] {
    return this.#made.sizes
  }

  /** Indexes of tables connected by a foreign key, in either direction. */
  get neighbours(): readonly (readonly number[])[] {
    return this.#made.neighbours
  }

  static *make(view: DatabaseView): Sliced<SchemaIndex> {
    const { tables } = view.schema
    const makeup = makeupOf(view)
    const names = tables.map(tableName)
    const places = new Map(names.map((name, at) => [name, at]))
    for (const [at, { name }] of tables.entries()) if (!places.has(name)) places.set(name, at)
    const mentioned = yield* glossaryStemsOf(view)
    const having = new Map<string, number>()
    const stems = new Set([...mentioned.values()].flatMap((words) => [...words]))
    const sizes: number[] = []
    const inNames: string[][] = []
    const neighbours: Set<number>[] = tables.map(() => new Set())
    const search = new MiniSearch<TableWords>({
      idField: 'at',
      fields: ['name', 'said', 'columns'],
      tokenize: (text) => text.split(' '),
      processTerm: (term) => term,
    })
    for (const [at, table] of tables.entries()) {
      const columns = new Set(table.columns.flatMap(({ name }) => stemsOfName(name)).slice(0, WORDS_MAX))
      for (const stem of columns) having.set(stem, (having.get(stem) ?? 0) + 1)
      const name = names[at] ?? ''
      const ownStems = stemsOfName(name)
      inNames.push(ownStems)
      for (const stem of [...columns, ...ownStems]) stems.add(stem)
      const words = { at, name: ownStems.join(' '), said: [...(mentioned.get(name) ?? [])].join(' ') }
      search.add({ ...words, columns: [...columns].join(' ') })
      sizes.push(estimatedTokens(shownText(table, makeup)) + 1)
      for (const { refTable } of table.foreignKeys) {
        const to = places.get(refTable)
        if (to === undefined || to === at) continue
        neighbours[at]?.add(to)
        neighbours[to]?.add(at)
      }
      yield
    }
    return new SchemaIndex({
      tables,
      sizes,
      places,
      search,
      having,
      stems,
      names: inNames,
      neighbours: neighbours.map((set) => [...set]),
    })
  }

  /** Whether a word occurs in a name or in the glossary. */
  hasStem(stem: string): boolean {
    return this.#made.stems.has(stem)
  }

  /** The index of a table, by its name; a name without schema gives the first match. */
  at(name: string): number | undefined {
    return this.#made.places.get(name)
  }

  /** As `at`, ignoring case. */
  atAnyCase(name: string): number | undefined {
    return this.at(name) ?? this.#folded.get(name.toLowerCase())
  }

  /** Relevance of tables for words: from 0 to 1 by matching words, and more if the whole name matches. */
  *scores(stems: ReadonlySet<string>): Sliced<Map<number, number>> {
    let misspelt = 0
    const options: SearchOptions = {
      boost: { name: 3, said: 2 },
      prefix: (term) => term.length >= PREFIX_LENGTH_MIN,
      fuzzy: (term) => (this.#isMisspelling(term) && misspelt++ < MISSPELLINGS_MAX ? EDITS : false),
    }
    const found = new Map<number, { score: number; words: number }>()
    // Yields between stems, with the same result: a word in many tables takes milliseconds.
    for (const stem of stems) {
      if (/^[a-z]{1,2}$/.test(stem)) continue
      for (const { id, score } of this.#made.search.search(stem, options)) {
        const sum = found.get(Number(id)) ?? { score: 0, words: 0 }
        sum.score += score
        sum.words += 1
        found.set(Number(id), sum)
      }
      yield
    }
    let best = 0
    for (const { score, words } of found.values()) best = Math.max(best, score * words)
    const scores = new Map<number, number>()
    for (const [at, { score, words }] of found)
      scores.set(at, (score * words) / best + NAME_BONUS * this.#matchedShareOfName(at, stems) ** 2)
    return scores
  }

  /** The share of the words of a table's name that match. */
  #matchedShareOfName(at: number, stems: ReadonlySet<string>): number {
    const name = this.#made.names[at] ?? []
    return name.length === 0 ? 0 : name.filter((stem) => stems.has(stem)).length / name.length
  }

  /** Whether a word may be a misspelt word of the schema. */
  #isMisspelling(stem: string): boolean {
    return stem.length >= MISSPELT_LENGTH_MIN && stem.length <= MISSPELT_LENGTH_MAX && !this.#made.stems.has(stem)
  }

  /** The rarity of a stem in column names: 0 if no column has it. */
  rarity(stem: string): number {
    const having = this.#made.having.get(stem)
    return having === undefined ? 0 : Math.log(1 + this.tables.length / having)
  }
}

interface Made {
  readonly tables: readonly VisibleTable[]
  readonly sizes: readonly number[]
  readonly neighbours: readonly (readonly number[])[]
  readonly places: ReadonlyMap<string, number>
  readonly search: MiniSearch<TableWords>
  /** How many tables have a column with this stem in its name. */
  readonly having: ReadonlyMap<string, number>
  readonly stems: ReadonlySet<string>
  /** Stems of each table's name. */
  readonly names: readonly (readonly string[])[]
}

/** The stems of the words of a name. */
export const stemsOfName = (name: string): string[] => nameWords(name).map(stemOf)

/** Stems of the words that the glossary and comments use for each table and its columns. */
function* glossaryStemsOf({ glossary, schema }: DatabaseView): Sliced<ReadonlyMap<string, ReadonlySet<string>>> {
  const mentioned = new Map<string, Set<string>>()
  const addStems = (table: string, texts: readonly (string | undefined)[]): void => {
    const stems = mentioned.get(table) ?? new Set()
    for (const text of texts) for (const word of normalWords(text ?? '')) stems.add(stemOf(word))
    mentioned.set(table, stems)
  }
  for (const { table, synonyms, description } of glossary.tables) addStems(table, [...synonyms, description])
  for (const { table, synonyms, description } of glossary.columns) addStems(table, [...synonyms, description])
  for (const { table, phrase } of glossary.phrases) addStems(table, [phrase])
  yield
  for (const table of schema.tables) {
    const comments = [table.comment, ...table.columns.map(({ comment }) => comment)]
    if (comments.some((comment) => comment !== undefined)) addStems(tableName(table), comments)
    yield
  }
  return mentioned
}

const indexes = new WeakMap<DatabaseView, SchemaIndex>()

/** The index of a view, cached for all callers who share it. */
export function* schemaIndexOf(view: DatabaseView): Sliced<SchemaIndex> {
  const known = indexes.get(view) ?? (yield* SchemaIndex.make(view))
  indexes.set(view, known)
  return known
}
