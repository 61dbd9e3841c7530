/** `a, b and c`. */
export const joined = (texts: readonly string[], word: 'and' | 'or'): string =>
  texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`
