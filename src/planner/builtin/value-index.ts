import { distance } from 'fastest-levenshtein'
import type { ColumnValues, Knowledge } from '../../domain/ask/knowledge.ts'
import { normalWords, singularOf } from './tokenise.ts'

export interface ValueHit {
  readonly table: string
  readonly column: string
  readonly value: string
  /** 1 for the value itself, less for an inflection, a part or a misspelling. */
  readonly weight: number
}

/** Singulars meet, and the two spellings of "cancelled"; other inflections are other words. */
const formOf = (word: string): string => singularOf(word).replace(/lled$/, 'led')

const VALUE_WORDS_MAX = 8
const FUZZY_LENGTH_MIN = 5

/** Finds the values of text columns in questions. */
export class ValueIndex {
  readonly #exact = new Map<string, ValueHit[]>()
  readonly #stemmed = new Map<string, ValueHit[]>()
  /** First words of names of several words ("Anna" → every Anna). */
  readonly #parts = new Map<string, ValueHit[]>()
  readonly #byLength = new Map<number, string[]>()
  readonly #columns: readonly ColumnValues[]

  constructor(columns: readonly ColumnValues[]) {
    this.#columns = columns
    for (const { table, column, values } of columns) {
      for (const value of values) this.#add(table, column, value)
    }
    for (const key of this.#exact.keys()) {
      this.#byLength.set(key.length, [...(this.#byLength.get(key.length) ?? []), key])
    }
  }

  #add(table: string, column: string, value: string): void {
    const words = normalWords(value)
    if (words.length === 0 || words.length > VALUE_WORDS_MAX) return
    push(this.#exact, words.join(' '), { table, column, value, weight: 1 })
    push(this.#stemmed, words.map(formOf).join(' '), { table, column, value, weight: 0.9 })
    for (let start = 0; start < words.length; start++) {
      for (let end = start + 1; end <= words.length; end++) {
        if (end - start === words.length) continue
        push(this.#parts, words.slice(start, end).join(' '), { table, column, value, weight: 0.6 })
      }
    }
  }

  /** Values that are these words, or an inflection of them. */
  lookup(words: readonly string[]): readonly ValueHit[] {
    return this.#exact.get(words.join(' ')) ?? this.#stemmed.get(words.map(formOf).join(' ')) ?? []
  }

  /** Values that contain these words among others. */
  containing(words: readonly string[]): readonly ValueHit[] {
    return this.#parts.get(words.join(' ')) ?? []
  }

  /** Values at an edit distance of at most one or two, when there is one nearest value. */
  similar(text: string): readonly ValueHit[] {
    if (text.length < FUZZY_LENGTH_MIN) return []
    const allowed = text.length < 8 ? 1 : 2
    let best: string[] = []
    let least = allowed
    for (let length = text.length - allowed; length <= text.length + allowed; length++) {
      for (const key of this.#byLength.get(length) ?? []) {
        if (key[0] !== text[0] && key.at(-1) !== text.at(-1)) continue
        const edits = distance(key, text)
        if (edits < least) best = [key]
        else if (edits === least) best.push(key)
        least = Math.min(least, edits)
      }
    }
    if (best.length !== 1) return []
    return best.flatMap((key) => this.#exact.get(key) ?? []).map((hit) => ({ ...hit, weight: 0.7 }))
  }

  /** What was read of a column's values. */
  column(table: string, column: string): ColumnValues | undefined {
    return this.#columns.find((entry) => entry.table === table && entry.column === column)
  }
}

const push = (map: Map<string, ValueHit[]>, key: string, hit: ValueHit): void => {
  const list = map.get(key)
  if (list === undefined) map.set(key, [hit])
  else if (!list.some((known) => known.table === hit.table && known.column === hit.column && known.value === hit.value))
    list.push(hit)
}

const indexes = new WeakMap<Knowledge, ValueIndex>()

export const valueIndexOf = (knowledge: Knowledge): ValueIndex => {
  const known = indexes.get(knowledge) ?? new ValueIndex(knowledge.values)
  indexes.set(knowledge, known)
  return known
}
