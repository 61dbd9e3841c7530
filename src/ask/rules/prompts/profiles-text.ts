import type { Json } from '../../../platform/values/json.ts'
import { type CodeCount, type ColumnProfile, formatOf, isInOrder } from '../column-profile.ts'
import { columnName } from './names-text.ts'
import { oneLine, quoted } from './quoted.ts'

const END_LENGTH_MAX = 40

/** Profiles of columns, one line each. */
export const profilesText = (profiles: readonly ColumnProfile[]): string => profiles.map(profileLine).join('\n')

/** `flights.departure_time: 1577836800 … 1767225599 (unix seconds, empty in 3 of 100 rows)`. */
const profileLine = (profile: ColumnProfile): string => {
  const { low, high, rows, nulls } = profile
  if (rows === 0) return `${columnName(profile)}: no rows`
  if (low === null) return `${columnName(profile)}: empty in all ${rows} rows`
  if (profile.counts !== undefined)
    return `${columnName(profile)}: ${[...profile.counts.map(countText), ...(nulls === 0 ? [] : [`empty in ${nulls}`])].join(', ')}`
  const format = formatOf(profile)
  const facts = [
    ...(format === undefined ? [] : [format]),
    ...(nulls === 0 ? [] : [`empty in ${nulls} of ${rows} rows`]),
  ]
  const range = low === high ? endText(low) : `${endText(low)} … ${endText(high)}`
  if (!isInOrder(format)) return `${columnName(profile)}: ${facts.join(', ')}`
  return `${columnName(profile)}: ${range}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
}

/** `"open" in 12 rows`. */
const countText = ({ code, rows }: CodeCount): string =>
  `${typeof code === 'string' ? quoted(code, END_LENGTH_MAX) : code} in ${rows} row${rows === 1 ? '' : 's'}`

const endText = (end: Json): string => oneLine(String(end), END_LENGTH_MAX)
