import MiniSearch, { type SearchOptions } from 'minisearch'
import type { DatabaseView, VisibleTable } from '../../ask/rules/knowledge.ts'
import { makeupOf, shownText } from '../../ask/rules/prompts/schema-text.ts'
import { estimatedTokens } from '../../ask/rules/question-context.ts'
import { tableName } from '../../guard/schema.ts'
import type { Sliced } from '../../platform/values/sliced.ts'
import { nameWords, normalWords, stemOf } from '../words/index.ts'

/** A table as it is searched for: stems, separated by blanks. */
interface TableWords {
  readonly at: number
  readonly name: string
  readonly said: string
  readonly columns: string
}

/** Words of one table that are indexed; a table of thousands of columns is found by the first of them. */
const WORDS_MAX = 2_000
/** Shorter words begin too many others. */
const PREFIX_LENGTH_MIN = 4

/** What a table's whole name adds to its score. */
const OF_A_NAME = 0.5
/** Misspelt words that are looked for, of so many letters, with so many edits. */
const SLIPS_MAX = 8
const SLIP_LENGTH_MIN = 5
const SLIP_LENGTH_MAX = 30
const EDITS = 1

/**
 * The tables of one view, found by the words of a question: by names, split where their words meet, and by what the
 * customer's glossary and comments call them. It holds names only, hence nothing of any caller.
 */
export class SchemaIndex {
  readonly #made: Made
  readonly #folded: ReadonlyMap<string, number>
  /** Tokens of all tables as a model reads them whole. */
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

  /** The tables that a table refers to or is referred to from, by their places. */
  get neighbours(): readonly (readonly number[])[] {
    return this.#made.neighbours
  }

  static *make(view: DatabaseView): Sliced<SchemaIndex> {
    const { tables } = view.schema
    const makeup = makeupOf(view)
    const names = tables.map(tableName)
    const places = new Map(names.map((name, at) => [name, at]))
    for (const [at, { name }] of tables.entries()) if (!places.has(name)) places.set(name, at)
    const said = yield* saidOf(view)
    const having = new Map<string, number>()
    const stems = new Set([...said.values()].flatMap((words) => [...words]))
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
      const words = { at, name: ownStems.join(' '), said: [...(said.get(name) ?? [])].join(' ') }
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

  /** Whether a word is in a name, or in what the glossary says. */
  hasStem(stem: string): boolean {
    return this.#made.stems.has(stem)
  }

  /** The place of a table, by its name; without its schema, that of the first of this name. */
  at(name: string): number | undefined {
    return this.#made.places.get(name)
  }

  /** The same, however its name is written. */
  atAnyCase(name: string): number | undefined {
    return this.at(name) ?? this.#folded.get(name.toLowerCase())
  }

  /** How well tables fit to words: from 0 to 1 by the words they share, and more where a whole name is said. */
  *scores(stems: ReadonlySet<string>): Sliced<Map<number, number>> {
    let slips = 0
    const options: SearchOptions = {
      boost: { name: 3, said: 2 },
      prefix: (term) => term.length >= PREFIX_LENGTH_MIN,
      fuzzy: (term) => (this.#isSlip(term) && slips++ < SLIPS_MAX ? EDITS : false),
    }
    const found = new Map<number, { score: number; words: number }>()
    // One by one, as they would be together: a word that many tables have takes milliseconds.
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
      scores.set(at, (score * words) / best + OF_A_NAME * this.#saidOfName(at, stems) ** 2)
    return scores
  }

  /** The share of the words of a table's name that are said. */
  #saidOfName(at: number, stems: ReadonlySet<string>): number {
    const name = this.#made.names[at] ?? []
    return name.length === 0 ? 0 : name.filter((stem) => stems.has(stem)).length / name.length
  }

  /** Whether a word may be one of the schema's, misspelt. */
  #isSlip(stem: string): boolean {
    return stem.length >= SLIP_LENGTH_MIN && stem.length <= SLIP_LENGTH_MAX && !this.#made.stems.has(stem)
  }

  /** How rare a stem is among the columns of tables: 0 where no column has it. */
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
  /** The stems of each table's name. */
  readonly names: readonly (readonly string[])[]
}

/** The stems of the words of a name. */
export const stemsOfName = (name: string): string[] => nameWords(name).map(stemOf)

/** What the glossary and comments call each table and what is in it, as stems. */
function* saidOf({ glossary, schema }: DatabaseView): Sliced<ReadonlyMap<string, ReadonlySet<string>>> {
  const said = new Map<string, Set<string>>()
  const say = (table: string, texts: readonly (string | undefined)[]): void => {
    const stems = said.get(table) ?? new Set()
    for (const text of texts) for (const word of normalWords(text ?? '')) stems.add(stemOf(word))
    said.set(table, stems)
  }
  for (const { table, synonyms, description } of glossary.tables) say(table, [...synonyms, description])
  for (const { table, synonyms, description } of glossary.columns) say(table, [...synonyms, description])
  for (const { table, phrase } of glossary.phrases) say(table, [phrase])
  yield
  for (const table of schema.tables) {
    const comments = [table.comment, ...table.columns.map(({ comment }) => comment)]
    if (comments.some((comment) => comment !== undefined)) say(tableName(table), comments)
    yield
  }
  return said
}

const indexes = new WeakMap<DatabaseView, SchemaIndex>()

/** The index of a view, made once for all who share it. */
export function* schemaIndexOf(view: DatabaseView): Sliced<SchemaIndex> {
  const known = indexes.get(view) ?? (yield* SchemaIndex.make(view))
  indexes.set(view, known)
  return known
}
