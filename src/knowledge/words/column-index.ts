import { distance } from 'fastest-levenshtein'
import type { ColumnValues } from '../../ask/rules/knowledge.ts'
import { atOnce, type Sliced } from '../../platform/values/sliced.ts'
import { normalWords } from './tokenise.ts'

/** Longer values are prose. */
const VALUE_WORDS_MAX = 8
/** A word that more values share than this tells none of them from the others. */
const SHARED_MAX = 200
const PAUSE_EVERY = 128

/** Work that may still be done for one question. */
export interface Budget {
  left: number
}

/** Places of values: most words and phrases have one, which then needs no list. */
type Places = number | number[]

/** Finds the values of one column by their words. Made once per `ColumnValues`, whoever they are read for. */
export class ColumnIndex {
  readonly #values: readonly string[]
  readonly #whole = new Map<string, Places>()
  /** Words of values of several words; false for words that too many share. */
  readonly #words = new Map<string, Places | false>()
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

  /** True when a value of several words has this one among them. */
  hasWord(word: string): boolean {
    return this.#words.has(word)
  }

  /** Values that are these words. */
  whole(phrase: string): readonly string[] {
    return this.#at(this.#whole.get(phrase))
  }

  /** Values that contain these words among others. Looks at no more values than the budget has left. */
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

  /** Calls back with every phrase near a text in length that begins or ends as it does, and its edit distance. */
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

  #at(places: Places | undefined): readonly string[] {
    return places === undefined ? [] : listOf(places).flatMap((place) => this.#values[place] ?? [])
  }
}

const listOf = (places: Places): readonly number[] => (Array.isArray(places) ? places : [places])

const joined = (known: Places | undefined, place: number): Places => {
  if (known === undefined) return place
  if (!Array.isArray(known)) return [known, place]
  known.push(place)
  return known
}

const indexes = new WeakMap<ColumnValues, ColumnIndex>()

export const columnIndexOf = (column: ColumnValues): ColumnIndex => {
  const known = indexes.get(column) ?? atOnce(ColumnIndex.make(column))
  indexes.set(column, known)
  return known
}

/** Makes the indexes that are missing, so that looking something up holds nobody up. */
export function* indexColumns(columns: readonly ColumnValues[]): Sliced<void> {
  for (const column of columns) {
    if (indexes.has(column)) continue
    indexes.set(column, yield* ColumnIndex.make(column))
  }
}
