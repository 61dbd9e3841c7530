import { cutText } from '../../platform/values/cut-text.ts'

/** Line breaks, control and bidi characters, lone surrogates, and characters that XML cannot contain. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF\s]+/gu

/** A database text as one line of at most `lengthMax` UTF-16 code units. */
export const plainLine = (text: string, lengthMax: number): string => {
  // Truncated first: a cell may be long.
  const line = cutText(text, 2 * lengthMax)
    .replace(UNPRINTABLE, ' ')
    .trim()
  return line.length > lengthMax ? `${cutText(line, lengthMax - 1)}…` : line
}

/** Maximum length of a label or series name. */
export const LABEL_LENGTH_MAX = 60
