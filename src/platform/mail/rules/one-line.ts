import { cutText } from '../../values/cut-text.ts'

/** Controls, line ends and what turns the direction of a text; not the joiners that scripts and emoji are written with. */
const UNSEEN = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/gu

/**
 * What somebody wrote, as one line of at most so many UTF-16 units: it cannot add lines to a text, or headers to a mail.
 * Linear in `lengthMax`, however long the text is.
 */
export const oneLine = (text: string, lengthMax: number): string => {
  const line = text
    .slice(0, 4 * lengthMax)
    .toWellFormed()
    .replaceAll(UNSEEN, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length <= lengthMax ? line : `${cutText(line, lengthMax - 1).trimEnd()}…`
}
