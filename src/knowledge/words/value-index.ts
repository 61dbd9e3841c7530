import pluralize from 'pluralize'
import type { ColumnValues } from '../../ask/rules/knowledge.ts'
import { type Budget, type ColumnIndex, columnIndexOf } from './column-index.ts'
import { singularOf, WORD_LENGTH_MAX } from './tokenise.ts'

export interface ValueHit {
  readonly table: string
  readonly column: string
  readonly value: string
  /** 1 for the value itself, less for an inflection, a part or a misspelling. */
  readonly weight: number
}

const FUZZY_LENGTH_MIN = 5
const FUZZY_LENGTH_MAX = 60
/** A text that matches more values than this identifies none. */
const HITS_MAX = 500
/** Maximum of edit-distance comparisons. */
const DISTANCES_MAX = 40_000
/** Maximum of values checked for words of the question. */
const PLACES_MAX = 10_000
/** Maximum of misspelt texts that are searched. */
const MISSPELT_MAX = 8
/** Each word with two forms doubles the look-ups. */
const INFLECTED_WORDS_MAX = 4

interface Held {
  readonly column: ColumnValues
  readonly index: ColumnIndex
}

/**
 * Finds the values of text columns in one question, using the columns' own indexes. It holds no value itself, and its
 * work is bounded: values beyond the bound are not found.
 */
export class ValueIndex {
  readonly #columns: readonly Held[]
  readonly #withWord = new Map<string, ReadonlySet<Held>>()
  readonly #forms = new Map<string, readonly string[]>()
  readonly #found = new Map<string, readonly ValueHit[]>()
  readonly #places: Budget = { left: PLACES_MAX }
  readonly #distances: Budget = { left: DISTANCES_MAX }
  #misspelt = 0

  constructor(columns: readonly ColumnValues[]) {
    this.#columns = columns.map((column) => ({ column, index: columnIndexOf(column) }))
  }

  /** Values that equal these words, or an inflection of them. */
  lookup(words: readonly string[]): readonly ValueHit[] {
    return this.#once(`= ${words.join(' ')}`, () => this.#lookup(words))
  }

  #lookup(words: readonly string[]): readonly ValueHit[] {
    const wordForms = words.map((word) => [word])
    const exact = this.#hits(this.#holding(wordForms), [words.join(' ')], 1)
    if (exact.length > 0) return exact
    const forms = words.map((word) => this.#formsOf(word))
    const columns = this.#holding(forms)
    return columns.length === 0 ? [] : this.#hits(columns, phrases(forms), 0.9)
  }

  /** Values that contain these words among others. */
  containing(words: readonly string[]): readonly ValueHit[] {
    return this.#once(`+ ${words.join(' ')}`, () => this.#containing(words))
  }

  #containing(words: readonly string[]): readonly ValueHit[] {
    const hits: ValueHit[] = []
    for (const { column, index } of this.#columns) {
      for (const value of index.containing(words, this.#places)) hits.push(hit(column, value, 0.6))
      if (hits.length > HITS_MAX) return []
    }
    return this.#places.left < 0 ? [] : hits
  }

  /** Values at an edit distance of one or two, if one is nearest. */
  similar(text: string): readonly ValueHit[] {
    if (text.length < FUZZY_LENGTH_MIN || text.length > FUZZY_LENGTH_MAX) return []
    return this.#once(`~ ${text}`, () => (this.#misspelt++ < MISSPELT_MAX ? this.#nearest(text) : []))
  }

  #nearest(text: string): readonly ValueHit[] {
    const allowed = text.length < 8 ? 1 : 2
    let best = new Set<string>()
    let least = allowed
    const compare = (phrase: string, edits: number): void => {
      if (edits < least) best = new Set([phrase])
      else if (edits === least) best.add(phrase)
      least = Math.min(least, edits)
    }
    for (const { index } of this.#columns) index.near(text, allowed, compare, this.#distances)
    const [only, more] = best
    if (only === undefined || more !== undefined || this.#distances.left < 0) return []
    return this.#hits(this.#columns, [only], 0.7)
  }

  #once(key: string, find: () => readonly ValueHit[]): readonly ValueHit[] {
    const known = this.#found.get(key) ?? find()
    this.#found.set(key, known)
    return known
  }

  #hits(columns: readonly Held[], phrases: readonly string[], weight: number): readonly ValueHit[] {
    const hits: ValueHit[] = []
    for (const { column, index } of columns) {
      const values = new Set(phrases.flatMap((phrase) => index.whole(phrase)))
      for (const value of values) hits.push(hit(column, value, weight))
      if (hits.length > HITS_MAX) return []
    }
    return hits
  }

  /** Columns that may hold these words: each word must occur in some multi-word value, in one of its forms. */
  #holding(words: readonly (readonly string[])[]): readonly Held[] {
    let held: readonly Held[] = this.#columns
    if (words.length < 2) return held
    for (const forms of words) {
      const having = this.#having(forms)
      held = held.filter((one) => having.has(one))
      if (held.length === 0) return held
    }
    return held
  }

  #having(forms: readonly string[]): ReadonlySet<Held> {
    const key = forms.join(' ')
    const known = this.#withWord.get(key)
    if (known !== undefined) return known
    const having = new Set(this.#columns.filter(({ index }) => forms.some((form) => index.hasWord(form))))
    this.#withWord.set(key, having)
    return having
  }

  #formsOf(word: string): readonly string[] {
    const known = this.#forms.get(word) ?? formsOf(word)
    this.#forms.set(word, known)
    return known
  }
}

const hit = ({ table, column }: ColumnValues, value: string, weight: number): ValueHit => ({
  table,
  column,
  value,
  weight,
})

/** A word, its singular and its plural; and the two spellings of "cancelled". Other inflections are other words. */
const formsOf = (word: string): readonly string[] => {
  if (word.length > WORD_LENGTH_MAX) return [word]
  const one = singularOf(word)
  return [...new Set([word, one, pluralize.plural(one)].flatMap(spellings))]
}

const spellings = (word: string): string[] =>
  word.endsWith('lled')
    ? [word, word.replace(/lled$/, 'led')]
    : word.endsWith('led')
      ? [word, word.replace(/led$/, 'lled')]
      : [word]

/** Every combination of the forms; for long phrases only combinations of the last word. */
const phrases = (forms: readonly (readonly string[])[]): string[] =>
  forms.reduce<string[]>(
    (started, next, index) => {
      const fixed = forms.length > INFLECTED_WORDS_MAX && index < forms.length - 1
      const wordForms = fixed ? next.slice(0, 1) : next
      return started.flatMap((start) => wordForms.map((word) => (start === '' ? word : `${start} ${word}`)))
    },
    [''],
  )
