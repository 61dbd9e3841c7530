import type { ColumnValues } from '../../domain/ask/knowledge.ts'
import { normalWords } from '../../words/index.ts'
import { type FoundText, type ReadSource, readTexts } from '../read-texts.ts'
import type { TextColumn } from '../text-columns.ts'
import type { AskedName } from './asked-names.ts'

/** Of each column: texts that are one of the names, and texts that contain a word of one. */
const SAME_MAX = 20
const ALIKE_MAX = 60
/** Rows of each table in which words are looked for. */
const ROWS_MAX = 20_000
const LENGTH_MAX = 60
/** Words that are looked for, the longest first. */
const WORDS_MAX = 8
const LETTERS_MIN = 3
/** So many letters of a long word are looked for, so that its other forms, and slips in its end, are found too. */
const BEGINNING = 5

export interface LookedUp {
  readonly found: readonly ColumnValues[]
  readonly isWhole: boolean
}

/**
 * Looks names up among the rows of a caller, by at most two statements: first texts that are one of the names, by which
 * an index serves; then, for names that are no text as they stand, texts that contain one of their words.
 *
 * @returns for each column the texts that were found, and whether all was looked at: not where the database refuses or takes
 *   too long
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const lookUpNames = async (
  source: ReadSource,
  names: readonly AskedName[],
  columns: readonly Pick<TextColumn, 'table' | 'column'>[],
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<LookedUp> => {
  if (names.length === 0 || columns.length === 0) return { found: [], isWhole: true }
  const deadline = performance.now() + timeoutMs
  const read = (wanted: { valuesMax: number; rowsMax?: number; equal?: string[]; containing?: string[] }) => {
    const left = Math.floor(deadline - performance.now())
    return left <= 0
      ? undefined
      : readTexts(source, { columns, lengthMax: LENGTH_MAX, ...wanted }, { timeoutMs: left, signal })
  }
  const same = await read({ valuesMax: SAME_MAX, equal: names.flatMap(spellings) })
  const found = new Set((same ?? []).map(({ value }) => normalWords(value).join(' ')))
  const words = wordsOf(names.filter((name) => !found.has(name.words.join(' '))))
  const alike = words.length === 0 ? [] : await read({ valuesMax: ALIKE_MAX, rowsMax: ROWS_MAX, containing: words })
  return {
    found: byColumn(columns, [...(same ?? []), ...(alike ?? [])]),
    isWhole: same !== undefined && alike !== undefined,
  }
}

/** A name as it may be stored: indexes tell upper from lower case, and composed letters from decomposed ones. */
const spellings = ({ text }: AskedName): string[] => {
  const lower = text.toLowerCase()
  const capitals = lower.replace(/(?<![\p{L}\p{N}'])\p{L}/gu, (letter) => letter.toUpperCase())
  return [...new Set([text, lower, capitals, text.toUpperCase()].flatMap((one) => [one, one.normalize('NFD')]))]
}

const wordsOf = (names: readonly AskedName[]): string[] => {
  const words = [...new Set(names.flatMap((name) => name.words))].filter(({ length }) => length >= LETTERS_MIN)
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, WORDS_MAX)
  return [...new Set(longest.map((word) => (word.length > BEGINNING ? word.slice(0, BEGINNING) : word)))]
}

const byColumn = (
  columns: readonly Pick<TextColumn, 'table' | 'column'>[],
  found: readonly FoundText[],
): readonly ColumnValues[] =>
  columns.flatMap(({ table, column }, place) => {
    const values = [...new Set(found.filter((one) => one.place === place).map(({ value }) => value))]
    return values.length === 0 ? [] : [{ table, column, values, complete: false }]
  })
