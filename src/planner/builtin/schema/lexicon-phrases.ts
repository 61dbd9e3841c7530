import { singularOf, stemOf } from '../../../knowledge/words/index.ts'
import type { ColumnRef, Condition, Measure } from '../query/index.ts'
import { neverLinked } from '../words/index.ts'
import type { ColumnInfo, TableInfo } from './catalog.ts'

/** What a phrase of the question may stand for. */
export type Link =
  | { readonly kind: 'table'; readonly table: string; readonly weight: number }
  | { readonly kind: 'column'; readonly table: string; readonly column: ColumnRef; readonly weight: number }
  | { readonly kind: 'filter'; readonly table: string; readonly condition: Condition; readonly weight: number }
  | { readonly kind: 'measure'; readonly table: string; readonly measure: Measure; readonly weight: number }

export const LEXICON_WORDS_MAX = 6

/** "purchases" is rather the purchase than the purchaser, although both have one stem. */
const OTHER_FORM_COST = 0.25

/** A phrase that stands for more than this says nothing; the first ones are kept. */
const LINKS_MAX = 400

/** How surely the name of a column means it after its table's whole name, and after the last word of that. */
const AFTER_TABLE = 1.05
const AFTER_LAST_WORD = 1

interface Entry {
  readonly link: Link
  /** The phrase with its nouns in the singular. */
  readonly form: string
}

/** A phrase as it is looked up, made once for all columns of one name. */
interface Phrase {
  /** The stems of its words. */
  readonly key: string
  readonly form: string
}

/** An entry without what it is said of: tables that have columns of the same names share it. */
interface Said {
  readonly form: string
  readonly weight: number
}

/** What a phrase is said of: columns by themselves, because a wide database has hundreds of thousands of phrases of columns. */
type Target = ColumnInfo | Link

/** What phrases of the same stems stand for; those of one table follow each other. `said[at]` is said of `targets[at]`. */
interface Entries {
  readonly said: Said[]
  readonly targets: Target[]
}

/** A table whose columns may be said after this name of it: `order status`. */
interface Owner {
  readonly table: string
  readonly form: string
  readonly weight: number
}

interface Placed {
  readonly at: number
  readonly columns: readonly string[]
}

const keyOf = (words: readonly string[]): string => words.map(stemOf).join(' ')
const formOf = (words: readonly string[]): string => words.map(singularOf).join(' ')

/** A purchaser is no purchase. */
const isDoerOf = (form: string, deed: string): boolean => /(?:er|or)$/.test(form) && !deed.startsWith(form)

/** Phrases of schema and glossary, by the stems of their words. */
export class Lexicon {
  readonly #entries = new Map<string, Entries>()
  /** Single words as written, for spelling. */
  readonly words = new Set<string>()
  readonly #stems = new Set<string>()
  readonly #phrases = new Map<string, Phrase>()
  readonly #said = new Map<string, Said>()
  readonly #owners = new Map<string, Owner[]>()
  /** Columns by the stems of their names, of all tables. */
  readonly #named = new Map<string, ColumnInfo[]>()
  readonly #tables = new Map<string, Placed>()

  /**
   * @param last whether nothing but this table's links was added since its first one: then only those are looked through
   *   for the same link, so that a lexicon costs what it has words
   */
  add(phrase: readonly string[], link: Link, last = false): void {
    this.#add(phrase, link, link.weight, last)
  }

  /** Adds a phrase of a column, while nothing but phrases of its table is added. */
  addColumn(phrase: readonly string[], column: ColumnInfo, weight: number): void {
    this.#add(phrase, column, weight, true)
  }

  /** Adds columns that may be said after the name of their table: such phrases are found when they are looked up, and not kept. */
  addOwned({ name, words, singular, columns }: TableInfo, owned: readonly ColumnInfo[]): void {
    this.#tables.set(name, { at: this.#tables.size, columns: [...columns.keys()] })
    if (owned.length === 0) return
    this.#addOwner(singular.split(' '), name, AFTER_TABLE)
    this.#addOwner(words.slice(-1), name, AFTER_LAST_WORD)
    for (const column of owned) {
      this.#know(column.words)
      const { key } = this.#phraseOf(column.words)
      const known = this.#named.get(key)
      if (known === undefined) this.#named.set(key, [column])
      else known.push(column)
    }
  }

  /** Phrases that are kept. */
  get size(): number {
    return this.#entries.size
  }

  /** True when a word is part of a phrase, in whatever form. */
  hasStem(stem: string): boolean {
    return this.#stems.has(stem)
  }

  /** What these words stand for; the same word in another form counts a little less. */
  lookup(words: readonly string[]): readonly Link[] {
    const entries = this.#entriesOf(words)
    if (entries.length === 0) return []
    const form = formOf(words)
    const links = new Map<string, Link>()
    for (const entry of entries) if (entry.form === form) links.set(targetOf(entry.link), entry.link)
    for (const { link, form: known } of entries) {
      const target = targetOf(link)
      if (isDoerOf(form, known)) continue
      if (!links.has(target)) links.set(target, { ...link, weight: link.weight - OTHER_FORM_COST })
    }
    return [...links.values()]
  }

  #add(phrase: readonly string[], target: Target, weight: number, last: boolean): void {
    if (phrase.length === 0 || phrase.length > LEXICON_WORDS_MAX || neverLinked(phrase)) return
    this.#know(phrase)
    const { key, form } = this.#phraseOf(phrase)
    const said = this.#saidAs(form, weight)
    const entries = this.#entries.get(key)
    if (entries === undefined) {
      this.#entries.set(key, { said: [said], targets: [target] })
      return
    }
    const at = entries.targets.findLastIndex(
      (one, place) =>
        (last && one.table !== target.table) || (entries.said[place]?.form === said.form && isSameTarget(one, target)),
    )
    const [known, before] = [entries.targets[at], entries.said[at]]
    if (known === undefined || known.table !== target.table) {
      if (entries.targets.length >= LINKS_MAX) return
      entries.said.push(said)
      entries.targets.push(target)
    } else if (before !== undefined && before.weight < weight) {
      entries.said[at] = said
      entries.targets[at] = target
    }
  }

  #know(words: readonly string[]): void {
    for (const word of words) {
      this.words.add(word)
      this.#stems.add(stemOf(word))
    }
  }

  #phraseOf(words: readonly string[]): Phrase {
    const text = words.join(' ')
    const phrase = this.#phrases.get(text) ?? { key: keyOf(words), form: formOf(words) }
    this.#phrases.set(text, phrase)
    return phrase
  }

  #saidAs(form: string, weight: number): Said {
    const key = `${weight} ${form}`
    const said = this.#said.get(key) ?? { form, weight }
    this.#said.set(key, said)
    return said
  }

  #addOwner(words: readonly string[], table: string, weight: number): void {
    const key = keyOf(words)
    if (key === '') return
    this.#know(words)
    const owner = { table, form: formOf(words), weight }
    const known = this.#owners.get(key)
    if (known === undefined) this.#owners.set(key, [owner])
    else known.push(owner)
  }

  #entriesOf(words: readonly string[]): readonly Entry[] {
    const { said = [], targets = [] } = this.#entries.get(keyOf(words)) ?? {}
    const kept = said.flatMap(({ form, weight }, at) => {
      const target = targets[at]
      return target === undefined ? [] : [{ form, link: linkTo(target, weight) }]
    })
    const owned = this.#ownedBy(words)
    return owned.length === 0 ? kept : this.#together([...kept, ...owned])
  }

  /** Columns that are said after the name of their table. */
  #ownedBy(words: readonly string[]): readonly Entry[] {
    return words.slice(1).flatMap((_, cut) => {
      const owners = this.#owners.get(keyOf(words.slice(0, cut + 1)))
      const named = owners && this.#named.get(keyOf(words.slice(cut + 1)))
      if (owners === undefined || named === undefined) return []
      const byTable = Map.groupBy(owners, ({ table }) => table)
      return named.flatMap((column) =>
        (byTable.get(column.table) ?? []).map(({ form, weight }) => ({
          form: `${form} ${formOf(column.words)}`,
          link: linkTo(column, weight),
        })),
      )
    })
  }

  /** Each once, in the order of tables and their columns. */
  #together(entries: readonly Entry[]): readonly Entry[] {
    const best = new Map<string, Entry>()
    for (const entry of entries.toSorted((a, b) => this.#placeOf(a.link) - this.#placeOf(b.link))) {
      const key = `${entry.form}\n${targetOf(entry.link)}`
      const known = best.get(key)
      if (known === undefined || known.link.weight < entry.link.weight) best.set(key, entry)
    }
    return [...best.values()].slice(0, LINKS_MAX)
  }

  #placeOf(link: Link): number {
    const { at = this.#tables.size, columns = [] } = this.#tables.get(link.table) ?? {}
    const column = link.kind === 'column' ? columns.indexOf(link.column.column) : -1
    return at + (column + 1) / (columns.length + 1)
  }
}

const linkTo = (target: Target, weight: number): Link =>
  'weight' in target
    ? target
    : { kind: 'column', table: target.table, column: { table: target.table, column: target.name }, weight }

const targetOf = (link: Link): string => {
  if (link.kind === 'table') return link.table
  return link.kind === 'column' ? `${link.table}\n${link.column.column}` : JSON.stringify({ ...link, weight: 0 })
}

const isSameTarget = (one: Target, other: Target): boolean =>
  one === other || (one.table === other.table && targetOf(linkTo(one, 0)) === targetOf(linkTo(other, 0)))
