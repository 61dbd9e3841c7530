import { oneLine } from '../../../platform/mail/rules/one-line.ts'

/** Text between `=?` and `?=` that mail programs decode (RFC 2047), also where spaces or an unknown charset make it invalid. */
const ENCODED_WORD = /=\?[^?]*\?[^?]*\?[^?]*\?=/g

/** Dots as browsers read them in host names, before a letter or digit: joiners between both are not seen. */
const DOT_OF_A_HOST = /[.\u2024\u3002\uFE52\uFF0E\uFF61](?=[\u200C\u200D]*[\p{L}\p{N}])/gu

/** The colon of `https:`, `mailto:` and the like. */
const COLON_OF_A_SCHEME = /[:\uFE55\uFF1A](?=[\u200C\u200D]*[^\s\u200C\u200D])/gu

/**
 * A name as a mail may show it in its subject and text: one line of at most so many UTF-16 units, in which mail programs find
 * nothing to decode and no link (`example[.]com`).
 */
export const inertName = (name: string, lengthMax: number): string => {
  const decoded = withoutEncodedWords(oneLine(name, 4 * lengthMax))
  const inert = decoded.replaceAll(DOT_OF_A_HOST, '[.]').replaceAll(COLON_OF_A_SCHEME, '[:]')
  return oneLine(inert, lengthMax)
}

/** Removing one can put another together from what stood around it: none is left. */
const withoutEncodedWords = (text: string): string => {
  const shorter = text.replaceAll(ENCODED_WORD, ' ')
  return shorter === text ? text.replaceAll(/=\?|\?=/g, ' ') : withoutEncodedWords(shorter)
}
