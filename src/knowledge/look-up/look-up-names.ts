import { type ColumnValues, columnKey } from '../../ask/rules/knowledge.ts'
import type { ReadSource } from '../read-rows.ts'
import { type FoundText, readTexts } from '../read-texts.ts'
import type { TextColumn } from '../text-columns.ts'
import { normalWords } from '../words/index.ts'
import type { AskedName } from './asked-names.ts'

type NamedColumn = Pick<TextColumn, 'table' | 'column'>

/** Columns that one statement reads. */
const BATCH_COLUMNS_MAX = 12
/** Of each column: texts that are one of the names, and texts that contain a word of one. */
const SAME_MAX = 20
const ALIKE_MAX = 60
/** Rows of each table in which words are looked for. */
export const ROWS_MAX = 20_000
/** Characters of a text that is looked at. */
export const TEXT_LENGTH_MAX = 200
/** Words that are looked for, the longest first. */
const WORDS_MAX = 8
const LETTERS_MIN = 3
/** So many letters of a long word are looked for, so that its other forms, and slips in its end, are found too. */
const BEGINNING = 5
/** Of the time, what may go by until texts that are one of the names are found. */
const FOR_SAME = 0.6

export interface LookedUp {
  readonly found: readonly ColumnValues[]
  /** Keys of the columns that were looked into, of those that were to be: what is not among them may hold a name. */
  readonly read: ReadonlySet<string>
  /** Whether some were refused or took too long: another time may find more. */
  readonly isLate?: true
}

/**
 * Looks names up among the rows of a caller. Of each twelve columns it reads texts that are one of the names, by which an
 * index serves, then, for names that are no text as they stand, texts that contain one of their words. It goes on with
 * the next columns as long as something that is surely a name has no text, and time.
 *
 * @param columns the likeliest first
 * @returns for each column the texts that were found, and which columns were read: not those that the database refuses or
 *   takes too long for
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const lookUpNames = async (
  source: ReadSource,
  names: readonly AskedName[],
  columns: readonly NamedColumn[],
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<LookedUp> => {
  const deadline = performance.now() + timeoutMs
  const found: ColumnValues[] = []
  const read = new Set<string>()
  let missing = names
  let tried = 0
  for (let at = 0; at < columns.length && missing.length > 0; at += BATCH_COLUMNS_MAX) {
    tried = Math.min(columns.length, at + BATCH_COLUMNS_MAX)
    const batch = columns.slice(at, at + BATCH_COLUMNS_MAX)
    const looked = await lookInto(source, missing, batch, { deadline, signal })
    found.push(...looked.found)
    for (const key of looked.read) read.add(key)
    const text = searchedText(looked.found)
    missing = missing.filter((name) => name.isSure && !partsFound(name, text))
  }
  return { found, read, ...(read.size < tried ? { isLate: true } : {}) }
}

/** All values of columns as one text in which `partsFound` looks: a line each, of normal words. */
export const searchedText = (columns: readonly Pick<ColumnValues, 'values'>[]): string =>
  columns.flatMap(({ values }) => values.map((value) => normalWords(value).join(' '))).join('\n')

/** Whether a value in one of the texts is like the name, or for each of those that it lists one is. */
export const partsFound = (name: AskedName, ...texts: readonly string[]): boolean =>
  partsOf(name).every((part) => {
    const [longest = ''] = normalWords(part).toSorted((a, b) => b.length - a.length)
    return texts.some((text) => text !== '' && text.includes(longest.slice(0, BEGINNING)))
  })

/** Columns of one statement; where it is refused, each half of them by itself, so that one column spoils no other. */
const lookInto = async (
  source: ReadSource,
  names: readonly AskedName[],
  columns: readonly NamedColumn[],
  { deadline, signal }: { readonly deadline: number; readonly signal: AbortSignal },
): Promise<LookedUp> => {
  const read = (
    until: number,
    wanted: { valuesMax: number; rowsMax?: number; equal?: string[]; containing?: string[] },
  ) => {
    const timeoutMs = Math.floor(until - performance.now())
    return timeoutMs <= 0
      ? undefined
      : readTexts(source, { columns, lengthMax: TEXT_LENGTH_MAX, ...wanted }, { timeoutMs, signal })
  }
  const now = performance.now()
  const same = await read(now + (deadline - now) * FOR_SAME, { valuesMax: SAME_MAX, equal: names.flatMap(spellings) })
  const texts = new Set((same ?? []).map(({ value }) => normalWords(value).join(' ')))
  const words = wordsOf(names.flatMap(partsOf).filter((part) => !texts.has(normalWords(part).join(' '))))
  const alike =
    words.length === 0 ? [] : await read(deadline, { valuesMax: ALIKE_MAX, rowsMax: ROWS_MAX, containing: words })
  if (same === undefined && alike === undefined && columns.length > 1 && performance.now() < deadline) {
    const middle = Math.ceil(columns.length / 2)
    const first = await lookInto(source, names, columns.slice(0, middle), { deadline, signal })
    const last = await lookInto(source, names, columns.slice(middle), { deadline, signal })
    return { found: [...first.found, ...last.found], read: new Set([...first.read, ...last.read]) }
  }
  return {
    found: byColumn(columns, [...(same ?? []), ...(alike ?? [])]),
    read: new Set(same === undefined || alike === undefined ? [] : columns.map(columnKey)),
  }
}

/** A name, and the names that it may be a list of: "Malmö and Kiel". */
const partsOf = ({ text }: AskedName): readonly string[] => {
  const parts = text.split(/\s*[,;&]\s*|\s+(?:and|or|und|oder)\s+/iu).filter((part) => part.trim() !== '')
  return parts.length > 1 ? parts : [text]
}

/** A name as it may be stored: indexes tell upper from lower case, and composed letters from decomposed ones. */
const spellings = (name: AskedName): string[] => {
  const written = new Set([name.text, ...partsOf(name)])
  return [...new Set([...written].flatMap(inEachCase).flatMap((one) => [one.normalize('NFC'), one.normalize('NFD')]))]
}

const inEachCase = (text: string): readonly string[] => {
  const lower = text.toLowerCase()
  const capitals = lower.replace(/(?<![\p{L}\p{N}'])\p{L}/gu, (letter) => letter.toUpperCase())
  return [text, lower, capitals, text.toUpperCase()]
}

/** As they are written, for a database tells `ö` from `o`, and without accents, as they may be stored. */
const wordsOf = (parts: readonly string[]): string[] => {
  const written = parts.flatMap((part) => part.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
  const words = [...new Set([...written, ...parts.flatMap(normalWords)])].filter(({ length }) => length >= LETTERS_MIN)
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, WORDS_MAX)
  return [...new Set(longest.map((word) => word.slice(0, BEGINNING)))]
}

const byColumn = (columns: readonly NamedColumn[], found: readonly FoundText[]): readonly ColumnValues[] =>
  columns.flatMap(({ table, column }, place) => {
    const values = [...new Set(found.filter((one) => one.place === place).map(({ value }) => value))]
    return values.length === 0 ? [] : [{ table, column, values, complete: false }]
  })
