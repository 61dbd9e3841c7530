import { cutText } from '../../../platform/values/cut-text.ts'

/**
 * Text from a customer's rows, made safe for a prompt: one line, no control or invisible characters, cut, and quoted as
 * JSON so that it cannot end its own quotation.
 */
export const quoted = (text: string, lengthMax: number): string => JSON.stringify(oneLine(text, lengthMax))

/** As `quoted`, without the quotation marks. Only the beginning of a long text is read. */
export const oneLine = (text: string, lengthMax: number): string => {
  const isLong = text.length > lengthMax * READ_FOR_EACH
  const read = isLong ? cutText(text, lengthMax * READ_FOR_EACH) : text
  const plain = read.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  if (plain.length <= lengthMax && !isLong) return plain
  const characters = [...plain]
  return isLong || characters.length > lengthMax ? `${characters.slice(0, lengthMax - 1).join('')}…` : plain
}

/** Characters read per character shown: emoji and rare scripts take two code units. */
const READ_FOR_EACH = 2
