/** The words of a text or a name, without accents and in lower case: `openTickets` and `open_tickets` → open, tickets. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .slice(0, READ_MAX)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})|(\p{L})(\p{N})|(\p{N})(\p{L})/gu, '$1$3$5 $2$4$6')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const READ_MAX = 4_000

/** Whether a text contains these words in sequence. */
export const containsWords = (text: readonly string[], words: readonly string[]): boolean =>
  words.length > 0 && text.some((_, at) => words.every((word, offset) => text[at + offset] === word))
