import { cutText } from '../../platform/values/cut-text.ts'

/** What no line of text needs: line breaks and other controls, directions, halves of characters, what XML cannot hold. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF\s]+/gu

/** A text of a database as one line of at most so many UTF-16 units. */
export const plainLine = (text: string, lengthMax: number): string => {
  // Cut before it is looked through: a cell may be long.
  const line = cutText(text, 2 * lengthMax)
    .replace(UNPRINTABLE, ' ')
    .trim()
  return line.length > lengthMax ? `${cutText(line, lengthMax - 1)}…` : line
}

/** Characters of a label, or of the name of a series. */
export const LABEL_LENGTH_MAX = 60
