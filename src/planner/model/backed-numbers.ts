import type { Json } from '../../domain/json.ts'
import { amountsOf } from './amounts.ts'
import { legible, tokensOf } from './number-tokens.ts'
import type { Reading } from './numerals.ts'
import { numbersIn, type WrittenNumber } from './written-numbers.ts'

/** Where the numbers of an answer may come from. */
export interface Backing {
  /** The question, how it was understood, the query; what matters most comes first. */
  readonly texts: readonly string[]
  readonly rows: readonly { readonly [column: string]: Json }[]
  readonly rowCount: number
}

/** Rows and texts are read so far: reading takes time, and what is not read only backs nothing. */
const TEXT_LENGTH_MAX = 5_000
const CELLS_MAX = 10_000
const DEPTH_MAX = 16

/**
 * Whether every number of a sentence stands in the backing. Formatting is free: separators, fewer digits, magnitude
 * words, a fraction or a share of its column's total as percent. Sums, averages and differences are not: nobody has
 * checked them. Words that claim an amount ("doubled", "dozens"), and units that may be magnitudes, must stand in it.
 */
export const numberCheck = (backing: Backing): ((sentence: string) => boolean) => {
  const { texts, cells, numbers } = contentOf(backing)
  const written = cells.flatMap(valuesIn)
  const plain = amountsOf([backing.rowCount, ...numbers, ...written, ...texts.flatMap(valuesIn)])
  const percents = amountsOf([...numbers, ...written].map((value) => value * 100).concat(shares(backing.rows)))
  let words: ReadonlySet<string> | undefined
  const stands = (word: string): boolean => {
    words ??= new Set([...texts, ...cells].flatMap((text) => tokensOf(legible(text)).map((token) => token.word)))
    return words.has(word)
  }
  const holds = (number: WrittenNumber, reading: Reading): boolean => {
    if (reading.needs !== undefined && !stands(reading.needs)) return false
    if (reading.isWord === true) return true
    if (number.near.counting && reading.value <= backing.rowCount) return true
    return (
      plain.has(reading, number.near.negative) || (number.near.percent && percents.has(reading, number.near.negative))
    )
  }
  return (sentence) => numbersIn(sentence).every((number) => number.readings.some((reading) => holds(number, reading)))
}

const valuesIn = (text: string): number[] =>
  numbersIn(text).flatMap(({ readings, near: { negative } }) =>
    readings.filter(({ isWord }) => isWord !== true).map(({ value }) => (negative ? -value : value)),
  )

interface Content {
  readonly texts: readonly string[]
  /** Texts of cells. */
  readonly cells: readonly string[]
  readonly numbers: readonly number[]
}

const contentOf = ({ texts, rows }: Backing): Content => {
  const given: string[] = []
  const cells: string[] = []
  const keep = cutAfter(TEXT_LENGTH_MAX)
  for (const text of texts) given.push(keep(text))
  const keepCell = cutAfter(TEXT_LENGTH_MAX)
  const numbers: number[] = []
  let left = CELLS_MAX
  const read = (cell: Json, depth: number): void => {
    left -= 1
    if (left < 0 || depth > DEPTH_MAX) return
    const number = asNumber(cell)
    if (number !== undefined) numbers.push(number)
    else if (typeof cell === 'string') cells.push(keepCell(cell))
    else if (typeof cell === 'object' && cell !== null)
      for (const key in cell) if (left > 0) read(Reflect.get(cell, key), depth + 1)
  }
  for (const row of rows) for (const column in row) if (left > 0) read(row[column] ?? null, 0)
  return { texts: given, cells, numbers }
}

/** Cuts texts so that all of them together are no longer. */
const cutAfter = (lengthMax: number): ((text: string) => string) => {
  let room = lengthMax
  return (text) => {
    const part = text.slice(0, room)
    room -= part.length
    return part
  }
}

/** Databases give exact decimals as text. */
const asNumber = (cell: Json | undefined): number | undefined => {
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' && cell.length <= 40 && /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : undefined
}

/** Each number as percent of its column's total. */
const shares = (rows: Backing['rows']): number[] => {
  const columns = new Map<string, number[]>()
  let left = CELLS_MAX
  for (const row of rows) {
    for (const column in row) {
      left -= 1
      if (left < 0) break
      const value = asNumber(row[column])
      if (value === undefined) continue
      const values = columns.get(column)
      if (values === undefined) columns.set(column, [value])
      else values.push(value)
    }
  }
  return [...columns.values()].flatMap((values) => {
    const total = values.reduce((sum, value) => sum + value, 0)
    return values.length < 2 || total === 0 ? [] : values.map((value) => (value / total) * 100)
  })
}
