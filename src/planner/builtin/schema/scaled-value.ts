import type { ColumnRef } from '../query/index.ts'
import { type Catalog, columnOf } from './catalog.ts'

/** Lengths in minutes; months and years are rough, and therefore missing. */
const MINUTES: ReadonlyMap<string, number> = new Map([
  ['min', 1],
  ['minute', 1],
  ['hr', 60],
  ['hour', 60],
  ['day', 1440],
  ['week', 10_080],
])

/** The unit of time that a word is, in the singular. */
export const timeUnitOf = (word: string): string | null => {
  const unit = word.toLowerCase().replace(/s$/, '')
  return MINUTES.has(unit) || ['month', 'quarter', 'year'].includes(unit) ? unit : null
}

const ownUnit = (
  info: { readonly unit: string | null; readonly words: readonly string[] } | undefined,
): string | null => timeUnitOf(info?.unit ?? info?.words.at(-1) ?? '')

/** What "2 weeks" is in a column of days: 14. Null when the column's unit of time cannot hold it exactly. */
export const scaledValue = (catalog: Catalog, column: ColumnRef, value: number, unit: string | null): number | null => {
  const info = columnOf(catalog, column)
  const own = ownUnit(info)
  if (unit === null || own === null || own === unit) return value
  const [said, kept] = [MINUTES.get(unit), MINUTES.get(own)]
  return said === undefined || kept === undefined ? null : (value * said) / kept
}
