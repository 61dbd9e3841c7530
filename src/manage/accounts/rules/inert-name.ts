import { toSingleLine } from '../../../platform/mail/rules/one-line.ts'

/** Text between `=?` and `?=`, which mail clients decode (RFC 2047), even with spaces or an unknown charset. */
const ENCODED_WORD = /=\?[^?]*\?[^?]*\?[^?]*\?=/g

/** Dots in host names as browsers read them, before a letter or digit; joiners in between are invisible. */
const DOT_OF_A_HOST = /[.\u2024\u3002\uFE52\uFF0E\uFF61](?=[\u200C\u200D]*[\p{L}\p{N}])/gu

/** The colon of `https:`, `mailto:` and the like. */
const COLON_OF_A_SCHEME = /[:\uFE55\uFF1A](?=[\u200C\u200D]*[^\s\u200C\u200D])/gu

/**
 * A name for the subject and text of a mail: one line of at most `lengthMax` UTF-16 units, in which mail clients find
 * no encoded word and no link (`example[.]com`).
 */
export const inertName = (name: string, lengthMax: number): string => {
  const decoded = withoutEncodedWords(toSingleLine(name, 4 * lengthMax))
  const inert = decoded.replaceAll(DOT_OF_A_HOST, '[.]').replaceAll(COLON_OF_A_SCHEME, '[:]')
  return toSingleLine(inert, lengthMax)
}

/** Removing an encoded word can form a new one from the text around it, so the removal is repeated. */
const withoutEncodedWords = (text: string): string => {
  const shorter = text.replaceAll(ENCODED_WORD, ' ')
  return shorter === text ? text.replaceAll(/=\?|\?=/g, ' ') : withoutEncodedWords(shorter)
}
