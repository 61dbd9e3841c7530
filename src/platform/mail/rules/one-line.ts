import { cutText } from '../../values/cut-text.ts'

/** Control characters, line separators and bidirectional controls; not the joiners of scripts and emoji. */
const INVISIBLE = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/gu

/**
 * Converts user input to one line of at most `lengthMax` UTF-16 code units, so that it cannot add lines to a text or headers to a
 * mail. The time depends on `lengthMax` only.
 */
export const toSingleLine = (text: string, lengthMax: number): string => {
  const line = text
    .slice(0, 4 * lengthMax)
    .toWellFormed()
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length <= lengthMax ? line : `${cutText(line, lengthMax - 1).trimEnd()}…`
}
