/** Truncates a text to at most `lengthMax` UTF-16 code units, without splitting a surrogate pair. */
export const cutText = (text: string, lengthMax: number): string =>
  text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/u, '')
