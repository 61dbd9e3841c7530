import type { Json } from '../../domain/json.ts'
import { numbersIn, type Reading, type WrittenNumber } from './written-numbers.ts'

/** Where the numbers of an answer may come from. */
export interface Backing {
  /** The question, how it was understood, the query. */
  readonly texts: readonly string[]
  readonly rows: readonly { readonly [column: string]: Json }[]
  readonly rowCount: number
}

/**
 * Whether every number of a sentence stands in the backing. Formatting is free: separators, fewer digits, magnitude
 * words, a fraction or a share of its column's total as percent. Sums, averages and differences are not: nobody has
 * checked them.
 */
export const numberCheck = (backing: Backing): ((sentence: string) => boolean) => {
  const cells = backing.rows.flatMap((row) => Object.values(row).flatMap(valuesOf))
  const given = backing.texts.flatMap((text) => numbersIn(text).flatMap(valuesRead))
  const plain = [backing.rowCount, ...cells, ...given]
  const percents = [...cells.map((value) => value * 100), ...shares(backing.rows)]
  const isBacked = (number: WrittenNumber): boolean =>
    number.readings.some(
      (reading) =>
        (number.counting && reading.value <= backing.rowCount) ||
        plain.some((value) => writtenAs(reading, number.negative, value)) ||
        (number.percent && percents.some((value) => writtenAs(reading, number.negative, value))),
    )
  return (sentence) => numbersIn(sentence).every(isBacked)
}

const valuesOf = (cell: Json): number[] => {
  const number = asNumber(cell)
  if (number !== undefined) return [number]
  if (typeof cell === 'string') return numbersIn(cell).flatMap(valuesRead)
  return typeof cell === 'object' && cell !== null ? Object.values(cell).flatMap(valuesOf) : []
}

const valuesRead = ({ readings, negative }: WrittenNumber): number[] =>
  readings.map(({ value }) => (negative ? -value : value))

/** Databases give exact decimals as text. */
const asNumber = (cell: Json | undefined): number | undefined => {
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' && /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : undefined
}

/** Each number as percent of its column's total. */
const shares = (rows: Backing['rows']): number[] => {
  const columns = new Set(rows.flatMap((row) => Object.keys(row)))
  return [...columns].flatMap((column) => {
    const values = rows.map((row) => asNumber(row[column])).filter((value) => value !== undefined)
    const total = values.reduce((sum, value) => sum + value, 0)
    return values.length < 2 || total === 0 ? [] : values.map((value) => (value / total) * 100)
  })
}

/** Whether `reading` is how `value` may be written: a loss of 5 is -5, but -5 is never 5. */
const writtenAs = (reading: Reading, negative: boolean, value: number): boolean => {
  if (reading.onlyThousandths === true && hasTwoDecimals(value)) return false
  const distance = Math.abs((negative ? -value : Math.abs(value)) - reading.value)
  // Half a step to either side: databases and languages round halves differently.
  return distance <= reading.step / 2 + Math.abs(value) * 1e-9
}

const hasTwoDecimals = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
