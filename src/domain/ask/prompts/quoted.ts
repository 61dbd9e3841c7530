/**
 * Text out of a customer's rows, made fit for a prompt: one line, no control or invisible characters, cut, and quoted
 * as JSON so that it cannot end its own quotation.
 */
export const quoted = (text: string, lengthMax: number): string => JSON.stringify(oneLine(text, lengthMax))

/** As `quoted`, without the quotation marks. */
export const oneLine = (text: string, lengthMax: number): string => {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const characters = [...plain]
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax - 1).join('')}…` : plain
}
