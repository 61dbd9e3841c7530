import { withoutAddresses } from './without-addresses.ts'

/**
 * Model text without anything that a renderer of markdown or HTML would load or follow, or that a client would linkify.
 * Rows may carry instructions to insert a link that leaks data, so links are removed even if the rest is harmless.
 * Linear, and cut above the length of any shown text; the remainder of a construct that was cut in two is inert as
 * well.
 */
export const plainText = (text: string): string =>
  withoutAddresses(
    text
      .slice(0, LENGTH_MAX)
      .replace(/[\p{Cf}\p{Co}]|(?![\n\t])\p{Cc}/gu, (character) => (KEPT.test(character) ? character : ''))
      .replace(IMAGE_OR_LINK, '$1')
      .replace(/!(?=\[)/g, '')
      .replace(/\](?=[([:])/g, '] ')
      .replace(/<(?=[a-z/!?])/gi, '‹')
      .replace(/&(?=#?\w{1,32};)/g, '& '),
  )

const LENGTH_MAX = 20_000

/** Joiners inside emoji and scripts. */
const KEPT = /[\u200c\u200d]/

/** No group may contain its opening bracket, which avoids quadratic backtracking. */
const IMAGE_OR_LINK = /(?<!\\)!?\[([^[\]]*)\]\s?(?:\([^()]*\)|\[[^[\]]*\])/g
