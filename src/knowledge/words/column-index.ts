import { distance } from 'fastest-levenshtein'
import type { ColumnValues } from '../../ask/rules/knowledge.ts'
import { runToEnd, type Sliced } from '../../platform/values/sliced.ts'
import { normalWords } from './tokenise.ts'

/** Longer values are prose and not indexed. */
const VALUE_WORDS_MAX = 8
/** A word in more values than this does not distinguish them. */
const SHARED_MAX = 200
const PAUSE_EVERY = 128

/** Remaining work for one question. */
export interface Budget {
  left: number
}

/** Indexes of values: most words and phrases have one, which needs no list. */
type Positions = number | number[]

/** Index of the values of one column by their words. Made once per `ColumnValues` object, for all callers. */
export class ColumnIndex {
  readonly #values: readonly string[]
  readonly #whole = new Map<string, Positions>()
  /** Words of multi-word values; false for words in too many values. */
  readonly #words = new Map<string, Positions | false>()
  #byLength: Map<number, string[]> | undefined

  private constructor(values: readonly string[]) {
    this.#values = values
  }

  static *make({ values }: ColumnValues): Sliced<ColumnIndex> {
    const index = new ColumnIndex(values)
    for (let place = 0; place < values.length; place++) {
      index.#add(values[place] ?? '', place)
      if (place % PAUSE_EVERY === 0) yield
    }
    return index
  }

  #add(value: string, place: number): void {
    const words = normalWords(value)
    if (words.length === 0 || words.length > VALUE_WORDS_MAX) return
    const key = words.join(' ')
    this.#whole.set(key, joined(this.#whole.get(key), place))
    if (words.length === 1) return
    for (const word of new Set(words)) {
      const known = this.#words.get(word)
      if (known === false) continue
      this.#words.set(word, Array.isArray(known) && known.length >= SHARED_MAX ? false : joined(known, place))
    }
  }

  /** True if a multi-word value contains this word. */
  hasWord(word: string): boolean {
    return this.#words.has(word)
  }

  /** Values that equal these words. */
  whole(phrase: string): readonly string[] {
    return this.#at(this.#whole.get(phrase))
  }

  /** Values that contain these words among others. Compares no more values than the budget allows. */
  containing(words: readonly string[], budget: Budget): readonly string[] {
    let rarest: readonly number[] | undefined
    for (const word of words) {
      const places = this.#words.get(word)
      if (places === undefined) return []
      if (places === false) continue
      const list = listOf(places)
      if (rarest === undefined || list.length < rarest.length) rarest = list
    }
    if (rarest === undefined) return []
    budget.left -= rarest.length
    if (budget.left < 0) return []
    const phrase = ` ${words.join(' ')} `
    return this.#at([...rarest]).filter((value) => {
      const text = ` ${normalWords(value).join(' ')} `
      return text.length > phrase.length && text.includes(phrase)
    })
  }

  /** Calls back with every phrase of similar length that begins or ends like a text, and its edit distance. */
  near(text: string, allowed: number, each: (phrase: string, edits: number) => void, budget: Budget): void {
    const byLength = this.#lengths()
    const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)]
    for (let length = text.length - allowed; length <= text.length + allowed; length++) {
      for (const phrase of byLength.get(length) ?? []) {
        if (phrase.charCodeAt(0) !== first && phrase.charCodeAt(length - 1) !== last) continue
        if (budget.left-- <= 0) return
        each(phrase, distance(phrase, text))
      }
    }
  }

  #lengths(): Map<number, string[]> {
    if (this.#byLength !== undefined) return this.#byLength
    const byLength = new Map<number, string[]>()
    for (const phrase of this.#whole.keys()) {
      const list = byLength.get(phrase.length)
      if (list === undefined) byLength.set(phrase.length, [phrase])
      else list.push(phrase)
    }
    this.#byLength = byLength
    return byLength
  }

  #at(places: Positions | undefined): readonly string[] {
    return places === undefined ? [] : listOf(places).flatMap((place) => this.#values[place] ?? [])
  }
}

const listOf = (places: Positions): readonly number[] => (Array.isArray(places) ? places : [places])

const joined = (known: Positions | undefined, place: number): Positions => {
  if (known === undefined) return place
  if (!Array.isArray(known)) return [known, place]
  known.push(place)
  return known
}

const indexes = new WeakMap<ColumnValues, ColumnIndex>()

export const columnIndexOf = (column: ColumnValues): ColumnIndex => {
  const known = indexes.get(column) ?? runToEnd(ColumnIndex.make(column))
  indexes.set(column, known)
  return known
}

/** Makes missing indexes in slices, so that later look-ups do not block the event loop. */
export function* indexColumns(columns: readonly ColumnValues[]): Sliced<void> {
  for (const column of columns) {
    if (indexes.has(column)) continue
    indexes.set(column, yield* ColumnIndex.make(column))
  }
}
