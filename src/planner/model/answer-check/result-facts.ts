import type { Json } from '../../../platform/values/json.ts'
import { isCurrency, numberKind } from '../../wording/index.ts'
import { legible, tokensOf } from '../number-tokens.ts'
import { folded } from '../quantity-words.ts'
import { type TimeParts, timeOfCell } from './dates-in.ts'
import { stem } from './measure-words.ts'

/** A column of numbers. */
export interface Measure {
  readonly name: string
  readonly stems: readonly string[]
  readonly cells: readonly (number | null)[]
  /** Undefined: neither words of the name nor a unit determine it. */
  readonly kind: 'money' | 'count' | 'fraction' | 'percent' | 'number'
  readonly total: number
  /** Year in its name: `sales_2025`. */
  readonly year?: number
}

/** The content of a result, prepared once for all sentences. */
export interface ResultFacts {
  readonly rowCount: number
  /** Number of rows read. */
  readonly size: number
  readonly measures: readonly Measure[]
  /** Times in each row, and whether they identify the row. */
  readonly times: readonly (readonly TimeParts[])[]
  readonly isSeries: boolean
  /** Stems of non-numeric columns, with the rows that have no value there. */
  readonly others: readonly { readonly stems: readonly string[]; readonly empty: readonly number[] }[]
  /** Words for the things that the rows are. */
  readonly labelStems: ReadonlySet<string>
  readonly names: ReadonlyMap<string, readonly Name[]>
  /** All words in text cells. */
  readonly words: ReadonlySet<string>
}

interface Name {
  readonly words: readonly string[]
  readonly rows: number[]
  /** Its column; empty if several have it. */
  column: string
  /** Only a part of a name: matched if it is written as a name. */
  readonly isPart: boolean
}

const CELLS_MAX = 10_000
const TEXT_LENGTH_MAX = 5_000
const NAME_LENGTH_MAX = 60
const DEPTH_MAX = 16

export const resultFacts = (rows: readonly { readonly [column: string]: Json }[], rowCount: number): ResultFacts => {
  const names = [...new Set(rows.slice(0, 200).flatMap((row) => Object.keys(row)))]
  const size = Math.min(rows.length, Math.max(1, Math.floor(CELLS_MAX / Math.max(1, names.length))))
  const read = rows.slice(0, size)
  const columns = names.slice(0, CELLS_MAX).map((name) => ({ name, cells: read.map((row) => row[name] ?? null) }))
  const index = new NameIndex()
  const times: TimeParts[][] = read.map(() => [])
  const measures: Measure[] = []
  const others: ResultFacts['others'][number][] = []
  const labelStems = new Set<string>()
  let isSeries = false
  let firstLabel = true
  for (const { name, cells } of columns) {
    const stems = stemsOf(name)
    const numbers = cells.map(asNumber)
    const isNumeric =
      numbers.some((value) => value !== null) && cells.every((cell, at) => cell === null || numbers[at] !== null)
    const kind = isNumeric ? numberKind(wordsOf(name), null) : 'text'
    const isYear = stems.at(-1) === 'year' && isNumeric
    if (isNumeric && kind !== 'plain') {
      measures.push(measureOf(name, stems, numbers))
      continue
    }
    const found = cells.map((cell) =>
      isYear ? { year: Number(cell) } : typeof cell === 'string' ? timeOfCell(cell) : undefined,
    )
    const isTime = found.some((time) => time !== undefined)
    for (const [at, time] of found.entries()) if (time !== undefined) times[at]?.push(time)
    if (isTime && firstLabel) isSeries = true
    firstLabel = false
    for (const part of stems) labelStems.add(part)
    others.push({ stems, empty: cells.flatMap((cell, at) => (cell === null ? [at] : [])) })
    if (!isTime) for (const [at, cell] of cells.entries()) index.add(cell, at, name)
  }
  index.finish()
  return { rowCount, size, measures, times, isSeries, others, labelStems, names: index.names, words: index.words }
}

const measureOf = (name: string, stems: readonly string[], cells: readonly (number | null)[]): Measure => {
  const known = cells.filter((cell) => cell !== null)
  const total = known.reduce((sum, value) => sum + value, 0)
  const year = /(?:19|20)\d\d/.exec(name)?.[0]
  const isShare = stems.some((part) => SHARES.has(part))
  const kind = isShare
    ? known.every((value) => Math.abs(value) <= 1)
      ? 'fraction'
      : 'percent'
    : stems.some((part) => COUNTED.has(part))
      ? 'count'
      : numberKind(wordsOf(name), null) === 'money' || stems.some(isCurrency)
        ? 'money'
        : 'number'
  return { name, stems, cells, kind, total, ...(year === undefined ? {} : { year: Number(year) }) }
}

const SHARES = new Set(
  'share percent percentage pct rate ratio margin fraction proportion anteil prozent quote'.split(' '),
)
const COUNTED = new Set('count unit quantity qty number anzahl menge'.split(' '))

/** Names by first word. */
class NameIndex {
  readonly names = new Map<string, Name[]>()
  readonly words = new Set<string>()
  readonly #known = new Map<string, Name>()
  #room = TEXT_LENGTH_MAX * 4
  readonly #parts = new Map<string, { name: string; rows: number[]; column: string } | null>()

  add(cell: Json, row: number, column: string, depth = 0): void {
    if (this.#room <= 0 || depth > DEPTH_MAX) return
    if (typeof cell === 'number') this.#addText(String(cell), row, column)
    else if (typeof cell === 'string') this.#addText(cell.slice(0, TEXT_LENGTH_MAX), row, column)
    else if (typeof cell === 'object' && cell !== null)
      for (const key in cell) if (this.#room > 0) this.add(Reflect.get(cell, key), row, column, depth + 1)
  }

  #addText(text: string, row: number, column: string): void {
    this.#room -= text.length
    const words = tokensOf(legible(text)).map(({ word }) => word)
    for (const word of words) this.words.add(word)
    if (text.length > NAME_LENGTH_MAX || words.length === 0) return
    this.#put(words, { row, column, isPart: false })
    for (const other of COUNTRIES.get(words.join(' ')) ?? [])
      this.#put(other.split(' '), { row, column, isPart: false })
    if (words.length < 2) return
    for (const word of words) {
      if (word.length < 4) continue
      const known = this.#parts.get(word)
      if (known === undefined) this.#parts.set(word, { name: words.join(' '), rows: [row], column })
      else if (known !== null && known.name === words.join(' ')) known.rows.push(row)
      else this.#parts.set(word, null)
    }
  }

  /** A word that occurs in one name only identifies it. */
  finish(): void {
    for (const [word, part] of this.#parts)
      if (part !== null) for (const row of part.rows) this.#put([word], { row, column: part.column, isPart: true })
  }

  #put(words: readonly string[], { row, column, isPart }: { row: number; column: string; isPart: boolean }): void {
    const [first = ''] = words
    const list = this.names.get(first) ?? []
    if (list.length === 0) this.names.set(first, list)
    const key = words.join(' ')
    const known = this.#known.get(key)
    if (known === undefined) {
      const name = { words, rows: [row], column, isPart }
      this.#known.set(key, name)
      list.push(name)
    } else {
      if (known.column !== column) known.column = ''
      if (known.rows.at(-1) !== row) known.rows.push(row)
    }
  }
}

/** Names of countries in both languages, and their codes. */
const COUNTRIES: ReadonlyMap<string, readonly string[]> = (() => {
  const tongues = ['en', 'de'].map((locale) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }))
  const found = new Map<string, readonly string[]>()
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const code of letters.flatMap((a) => letters.map((b) => a + b))) {
    const all = tongues
      .flatMap((tongue) => tongue.of(code) ?? [])
      .map((name) => name.split(/\s+/).map(folded).join(' '))
    if (all.length === 0) continue
    for (const name of [...all, folded(code)])
      found.set(
        name,
        all.filter((other) => other !== name),
      )
  }
  return found
})()

const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, 80)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const stemsOf = (name: string): readonly string[] => wordsOf(name).map(stem)

/** Databases return exact decimals as text. */
const asNumber = (cell: Json): number | null => {
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' && cell.length <= 40 && /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : null
}
