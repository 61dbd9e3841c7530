const CLOSING = '?!. …'

/** A question without closing punctuation, which does not change its meaning. */
export const withoutClosingPunctuation = (text: string): string => {
  let end = text.length
  while (end > 0 && CLOSING.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
