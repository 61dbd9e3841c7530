import { withoutAddresses } from './without-addresses.ts'

/**
 * Model text without anything that a renderer of markdown or HTML would load or follow, or that a client would turn
 * into a link by itself. Rows may carry instructions to place a link that leaks data, so links go even when the rest is
 * harmless. Linear, and cut where no text that is shown is as long; what is left of a construct that was cut in two is
 * inert as well.
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

/** No part may hold the bracket it begins with, so that no text is read twice. */
const IMAGE_OR_LINK = /(?<!\\)!?\[([^[\]]*)\]\s?(?:\([^()]*\)|\[[^[\]]*\])/g
