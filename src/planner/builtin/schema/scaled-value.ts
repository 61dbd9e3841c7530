import type { ColumnRef } from '../query/index.ts'
import { type Catalog, columnOf } from './catalog.ts'

/** Durations in minutes; months and years vary in length, so they are missing. */
const MINUTES: ReadonlyMap<string, number> = new Map([
  ['min', 1],
  ['minute', 1],
  ['hr', 60],
  ['hour', 60],
  ['day', 1440],
  ['week', 10_080],
])

/** The unit of time that a word names, in the singular. */
export const timeUnitOf = (word: string): string | null => {
  const unit = word.toLowerCase().replace(/s$/, '')
  return MINUTES.has(unit) || ['month', 'quarter', 'year'].includes(unit) ? unit : null
}

const ownUnit = (
  info: { readonly unit: string | null; readonly words: readonly string[] } | undefined,
): string | null => timeUnitOf(info?.unit ?? info?.words.at(-1) ?? '')

/** A duration in the unit of a column: "2 weeks" in a column of days is 14. Null if it cannot be converted exactly. */
export const scaledValue = (catalog: Catalog, column: ColumnRef, value: number, unit: string | null): number | null => {
  const info = columnOf(catalog, column)
  const own = ownUnit(info)
  if (unit === null || own === null || own === unit) return value
  const [minutes, unitMinutes] = [MINUTES.get(unit), MINUTES.get(own)]
  return minutes === undefined || unitMinutes === undefined ? null : (value * minutes) / unitMinutes
}
