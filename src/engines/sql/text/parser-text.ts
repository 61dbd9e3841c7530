import type { Token } from './lexicon.ts'

/**
 * What the parser sees instead of an unknown word: words of the same grammar, not longer.
 *
 * @param word returns a nearby token in upper case, by its distance; '' if it is too long for a keyword
 * @returns undefined to leave the word unchanged
 */
export type Replacement = (token: Token, word: (ahead: number) => string | undefined) => string | undefined

/**
 * The text for the parser: unknown words are replaced by words of the same grammar and length, so that positions do not
 * change. Placeholders without a number are numbered in order.
 */
export const parserTextOf = (
  text: string,
  tokens: readonly Token[],
  replacement: Replacement,
  placeholdersBefore = 0,
): string => {
  let replaced = ''
  let [written, index, placeholders] = [0, 0, placeholdersBefore]
  const word = (ahead: number): string | undefined => tokens[index + ahead]?.keyword
  for (const token of tokens) {
    const unnumbered = token.kind === 'parameter' && token.text === '?'
    const other = unnumbered ? `?${++placeholders}` : replacement(token, word)
    index++
    if (other === undefined) continue
    replaced += text.slice(written, token.start) + other.padEnd(token.text.length)
    written = token.start + token.text.length
  }
  return replaced + text.slice(written)
}
