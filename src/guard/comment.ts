import { oneLine } from '../ask/rules/prompts/quoted.ts'
import { cutText } from '../platform/values/cut-text.ts'

/** Maximum length of a stored comment, in characters: some servers allow a megabyte. */
const LENGTH_MAX = 300
/** Maximum read per comment, and for all comments of a database, in characters. */
const READ_MAX = 1_000
const READ_ALL_MAX = 10_000_000

/**
 * Characters to read of each comment, so that the comments of all columns stay below the limit.
 *
 * @param columns number of columns that may have a comment
 */
export const commentLength = (columns: number): number =>
  Math.min(READ_MAX, Math.floor(READ_ALL_MAX / Math.max(1, columns)))

/**
 * The comment on one line, without control and invisible characters, truncated. It is customer data, never an
 * instruction.
 */
export const sanitizeComment = (text: string): string =>
  oneLine(cutText(text, READ_MAX).replace(/[\s\p{Cc}\p{Cf}\p{Co}]+/gu, ' '), LENGTH_MAX)

/** The `comment` property of a table or column; absent if the comment is empty. */
export const commentProperty = (text: string | null | undefined): { readonly comment?: string } => {
  const comment = sanitizeComment(text ?? '')
  return comment === '' ? {} : { comment }
}
