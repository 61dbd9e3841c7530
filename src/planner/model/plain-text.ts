/**
 * Model text without anything that a renderer of markdown or HTML would load or follow. Rows may carry instructions
 * to place a link that leaks data, so links go even when the rest is harmless. Works piece by piece: what is left of a
 * link that was cut in two is inert as well.
 */
export const plainText = (text: string): string =>
  text
    .replace(/[\p{Cf}\p{Co}]|(?![\n\t])\p{Cc}/gu, (character) => (KEPT.test(character) ? character : ''))
    .replace(/!\[([^\]]*)\]\s?(?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/(?<!\\)\[([^\]]*)\]\s?(?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/!(?=\[)/g, '')
    .replace(/\](?=[([:])/g, '] ')
    .replace(/<(?=[a-z/!?])/gi, '‹')
    .replace(ADDRESS, '(link removed)')

/** Joiners inside emoji and scripts. */
const KEPT = /[\u200c\u200d]/

const ADDRESS =
  /\b(?:(?:https?|ftp|file|data|javascript|vbscript|mailto|tel):(?=\S)\S+|www\.\S+|\/\/[\w-]+\.\S+)|(?<![\w/:])\/\/[\w-]+\.\S+/gi
