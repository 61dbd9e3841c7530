import type { Token } from './lexicon.ts'

/**
 * What the parser sees instead of a word that it does not know: words of the same grammar, no longer than that one.
 *
 * @param word tells a word near this one in capitals, by its distance; '' for one that is too long for a keyword
 * @returns undefined to leave the word as it is
 */
export type Replacement = (token: Token, word: (ahead: number) => string | undefined) => string | undefined

/**
 * The text for the parser: words that it does not know stand replaced by words of the same grammar and length, so that
 * every other word keeps its place. Placeholders without a number get the one that their order gives them.
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
