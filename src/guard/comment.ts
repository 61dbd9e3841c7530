import { oneLine } from '../ask/rules/prompts/quoted.ts'
import { cutText } from '../platform/values/cut-text.ts'

/** What is kept of one comment, in characters: some servers let one be a megabyte long. */
const LENGTH_MAX = 300
/** What is read of one comment, and of all comments of a database together. */
const READ_MAX = 1_000
const READ_ALL_MAX = 10_000_000

/**
 * How much of each comment is asked for, in characters, so that those of all columns together are borne.
 *
 * @param columns how many may have one
 */
export const commentLength = (columns: number): number =>
  Math.min(READ_MAX, Math.floor(READ_ALL_MAX / Math.max(1, columns)))

/**
 * A comment as a schema has it: on one line, without control and invisible characters, cut. Its words are the customer's,
 * and whatever they say, they are data.
 */
export const plainComment = (text: string): string =>
  oneLine(cutText(text, READ_MAX).replace(/[\s\p{Cc}\p{Cf}\p{Co}]+/gu, ' '), LENGTH_MAX)

/** The same as a part of a table or a column, without it where nothing is left. */
export const commentOf = (text: string | null | undefined): { readonly comment?: string } => {
  const comment = plainComment(text ?? '')
  return comment === '' ? {} : { comment }
}
