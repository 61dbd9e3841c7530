const LIST = new Intl.ListFormat('en-GB')

/** `a, b and c`. */
export const joined = (texts: readonly string[]): string => LIST.format(texts)

/** Quoted words of a message: “late” and “paid”. */
export const quoted = (words: readonly string[]): string => joined(words.map((word) => `“${word}”`))
