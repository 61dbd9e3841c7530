/** Maximum of titles that one search reads, latest first: an organization may have a hundred thousand conversations. */
export const SEARCHED_MAX = 2_000

/**
 * A search in titles: whether a title contains each of the typed words, in any order, also as parts of words, ignoring
 * case. Words are literal text, never patterns.
 */
export const titleSearch = (typed: string): ((title: string) => boolean) => {
  const words = [...new Set(folded(typed).split(/\s+/))].filter((word) => word !== '')
  return (title) => {
    const text = folded(title)
    return words.every((word) => text.includes(word))
  }
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()
