/** The beginning of a text, of at most so many UTF-16 units, and never half of a character. */
export const cutText = (text: string, lengthMax: number): string =>
  text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/u, '')
