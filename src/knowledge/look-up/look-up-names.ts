import { type ColumnValues, columnKey } from '../../ask/rules/knowledge.ts'
import type { ReadSource } from '../read-rows.ts'
import { type FoundText, readTexts } from '../read-texts.ts'
import type { TextColumn } from '../text-columns.ts'
import { normalWords } from '../words/index.ts'
import type { AskedName } from './asked-names.ts'

type NamedColumn = Pick<TextColumn, 'table' | 'column'>

/** Columns per statement. */
const BATCH_COLUMNS_MAX = 12
/** Maxima per column: texts equal to a name, and texts that contain a word of one. */
const EQUAL_MAX = 20
const CONTAINING_MAX = 60
/** Rows of each table that are searched for words. */
export const ROWS_MAX = 20_000
/** Characters of a text that are compared. */
export const TEXT_LENGTH_MAX = 200
/** Maximum of searched words, longest first. */
const WORDS_MAX = 8
const LETTERS_MIN = 3
/** A long word is searched by this many first letters, to match other forms and misspelt endings. */
const PREFIX_LENGTH = 5
/** Share of the time for texts that equal a name. */
const EQUAL_SHARE = 0.6

export interface LookedUp {
  readonly found: readonly ColumnValues[]
  /** Keys of the columns that were read; a name may be in any other column. */
  readonly read: ReadonlySet<string>
  /** Whether some were refused or timed out: a later look-up may find more. */
  readonly isLate?: true
}

/**
 * Looks up names in the rows of a caller. For each batch of twelve columns it reads texts equal to a name, which an
 * index can serve, then, for names not found so, texts that contain one of their words. It continues with the next
 * batch while a sure name is not found and time is left.
 *
 * @param columns most likely first
 * @returns the texts found per column, and which columns were read: not those that the database refuses or that time
 * out
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
    const lookedUp = await readColumns(source, missing, batch, { deadline, signal })
    found.push(...lookedUp.found)
    for (const key of lookedUp.read) read.add(key)
    const text = searchedText(lookedUp.found)
    missing = missing.filter((name) => name.isSure && !partsFound(name, text))
  }
  return { found, read, ...(read.size < tried ? { isLate: true } : {}) }
}

/** All values of columns as one text for `partsFound`: normalized words, one value per line. */
export const searchedText = (columns: readonly Pick<ColumnValues, 'values'>[]): string =>
  columns.flatMap(({ values }) => values.map((value) => normalWords(value).join(' '))).join('\n')

/** Whether the texts contain a value similar to the name, or to each part if the name is a list. */
export const partsFound = (name: AskedName, ...texts: readonly string[]): boolean =>
  partsOf(name).every((part) => {
    const [longest = ''] = normalWords(part).toSorted((a, b) => b.length - a.length)
    return texts.some((text) => text !== '' && text.includes(longest.slice(0, PREFIX_LENGTH)))
  })

/** Reads the columns of one statement; if it is refused, each half separately, so that one bad column does not affect the others. */
const readColumns = async (
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
  const same = await read(now + (deadline - now) * EQUAL_SHARE, {
    valuesMax: EQUAL_MAX,
    equal: names.flatMap(spellings),
  })
  const texts = new Set((same ?? []).map(({ value }) => normalWords(value).join(' ')))
  const words = wordsOf(names.flatMap(partsOf).filter((part) => !texts.has(normalWords(part).join(' '))))
  const alike =
    words.length === 0 ? [] : await read(deadline, { valuesMax: CONTAINING_MAX, rowsMax: ROWS_MAX, containing: words })
  if (same === undefined && alike === undefined && columns.length > 1 && performance.now() < deadline) {
    const middle = Math.ceil(columns.length / 2)
    const first = await readColumns(source, names, columns.slice(0, middle), { deadline, signal })
    const last = await readColumns(source, names, columns.slice(middle), { deadline, signal })
    return { found: [...first.found, ...last.found], read: new Set([...first.read, ...last.read]) }
  }
  return {
    found: byColumn(columns, [...(same ?? []), ...(alike ?? [])]),
    read: new Set(same === undefined || alike === undefined ? [] : columns.map(columnKey)),
  }
}

/** A name, and the parts of a name that may be a list: "Malmö and Kiel". */
const partsOf = ({ text }: AskedName): readonly string[] => {
  const parts = text.split(/\s*[,;&]\s*|\s+(?:and|or|und|oder)\s+/iu).filter((part) => part.trim() !== '')
  return parts.length > 1 ? parts : [text]
}

/** Spellings under which a name may be stored: indexes distinguish case, and composed from decomposed letters. */
const spellings = (name: AskedName): string[] => {
  const written = new Set([name.text, ...partsOf(name)])
  return [...new Set([...written].flatMap(inEachCase).flatMap((one) => [one.normalize('NFC'), one.normalize('NFD')]))]
}

const inEachCase = (text: string): readonly string[] => {
  const lower = text.toLowerCase()
  const capitals = lower.replace(/(?<![\p{L}\p{N}'])\p{L}/gu, (letter) => letter.toUpperCase())
  return [text, lower, capitals, text.toUpperCase()]
}

/** Words as written, because a database distinguishes `ö` from `o`, and without accents, as they may be stored. */
const wordsOf = (parts: readonly string[]): string[] => {
  const written = parts.flatMap((part) => part.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
  const words = [...new Set([...written, ...parts.flatMap(normalWords)])].filter(({ length }) => length >= LETTERS_MIN)
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, WORDS_MAX)
  return [...new Set(longest.map((word) => word.slice(0, PREFIX_LENGTH)))]
}

const byColumn = (columns: readonly NamedColumn[], found: readonly FoundText[]): readonly ColumnValues[] =>
  columns.flatMap(({ table, column }, place) => {
    const values = [...new Set(found.filter((one) => one.columnIndex === place).map(({ value }) => value))]
    return values.length === 0 ? [] : [{ table, column, values, complete: false }]
  })
