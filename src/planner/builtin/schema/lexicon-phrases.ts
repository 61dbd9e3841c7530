import { singularOf, stemOf } from '../../../knowledge/words/index.ts'
import type { ColumnRef, Condition, Measure } from '../query/index.ts'
import { neverLinked } from '../words/index.ts'
import type { ColumnInfo, TableInfo } from './catalog.ts'

/** What a phrase of the question may refer to. */
export type Link =
  | { readonly kind: 'table'; readonly table: string; readonly weight: number }
  | { readonly kind: 'column'; readonly table: string; readonly column: ColumnRef; readonly weight: number }
  | { readonly kind: 'filter'; readonly table: string; readonly condition: Condition; readonly weight: number }
  | { readonly kind: 'measure'; readonly table: string; readonly measure: Measure; readonly weight: number }

export const LEXICON_WORDS_MAX = 6

/** "purchases" matches the purchase rather than the purchaser, although both have one stem. */
const OTHER_FORM_COST = 0.25

/** A phrase with more links is not informative; only the first ones are kept. */
const LINKS_MAX = 400

/** Weight of a column's name after its table's full name, and after the last word of it. */
const AFTER_TABLE = 1.05
const AFTER_LAST_WORD = 1

interface Entry {
  readonly link: Link
  /** The phrase with singular nouns. */
  readonly form: string
}

/** A phrase prepared for look-up, shared by all columns of one name. */
interface Phrase {
  /** The stems of its words. */
  readonly key: string
  readonly form: string
}

/** An entry without its target: tables with equal column names share it. */
interface PhraseEntry {
  readonly form: string
  readonly weight: number
}

/** The target of a phrase: columns are stored directly, because a wide database has hundreds of thousands of column phrases. */
type Target = ColumnInfo | Link

/** Targets of all phrases with the same stems, grouped by table; `said[at]` belongs to `targets[at]`. */
interface Entries {
  readonly said: PhraseEntry[]
  readonly targets: Target[]
}

/** A table whose columns may follow this name of it: `order status`. */
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

/** Whether a word is the agent of another: a purchaser is no purchase. */
const isDoerOf = (form: string, deed: string): boolean => /(?:er|or)$/.test(form) && !deed.startsWith(form)

/** Phrases of schema and glossary, by the stems of their words. */
export class Lexicon {
  readonly #entries = new Map<string, Entries>()
  /** Single words as written, for spelling. */
  readonly words = new Set<string>()
  readonly #stems = new Set<string>()
  readonly #phrases = new Map<string, Phrase>()
  readonly #said = new Map<string, PhraseEntry>()
  readonly #owners = new Map<string, Owner[]>()
  /** Columns of all tables, by the stems of their names. */
  readonly #named = new Map<string, ColumnInfo[]>()
  readonly #tables = new Map<string, Placed>()

  /**
   * @param last whether only links of this table were added since its first one: then only those are searched for
   * duplicates, which keeps building linear
   */
  add(phrase: readonly string[], link: Link, last = false): void {
    this.#add(phrase, link, link.weight, last)
  }

  /** Adds a phrase of a column; all phrases of a table have to be added in sequence. */
  addColumn(phrase: readonly string[], column: ColumnInfo, weight: number): void {
    this.#add(phrase, column, weight, true)
  }

  /** Adds columns that may follow the name of their table: such phrases are composed at look-up, and not stored. */
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

  /** Number of stored phrases. */
  get size(): number {
    return this.#entries.size
  }

  /** True if a word is part of a phrase, in any form. */
  hasStem(stem: string): boolean {
    return this.#stems.has(stem)
  }

  /** The targets of these words; another form of a word has a slightly lower weight. */
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

  #saidAs(form: string, weight: number): PhraseEntry {
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

  /** Columns after the name of their table. */
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

  /** Removes duplicates and sorts by table and column. */
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
