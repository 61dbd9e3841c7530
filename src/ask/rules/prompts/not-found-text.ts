import type { NotFound } from '../not-found.ts'
import { columnName } from './names-text.ts'
import { quoted } from './quoted.ts'

const NAMED_MAX = 5
const NAME_LENGTH_MAX = 80

/** States that nothing was found and how much was read: unread data may hold it. */
export const notFoundText = ({ texts, read, of, unread, isPart }: NotFound): string => {
  const like = `Texts like ${texts.map((text) => quoted(text, NAME_LENGTH_MAX)).join(', ')}`
  if (of === 0) return `${like}: no column of that name with texts.`
  const where = read === of ? (of === 1 ? 'that column' : `all ${of} text columns`) : `${read} of ${of} text columns`
  const named = unread.slice(0, NAMED_MAX).map(columnName)
  const more = unread.length - named.length
  const rest = unread.length === 0 ? '' : `; not read: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `${like}: nothing in ${where}${rest}${isPart ? ` (${PARTLY})` : ''}.`
}

const PARTLY = 'of large tables, texts that only contain it were looked for in the first rows alone'
