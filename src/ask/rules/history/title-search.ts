/** Titles that one search reads at most, the latest first: an organization may have a hundred thousand conversations. */
export const SEARCHED_MAX = 2_000

/**
 * A search in titles: whether a title has each of the words that were typed, in any order and in parts of words as well, whatever
 * their case. Words are texts, never patterns.
 */
export const titleSearch = (typed: string): ((title: string) => boolean) => {
  const words = [...new Set(folded(typed).split(/\s+/))].filter((word) => word !== '')
  return (title) => {
    const text = folded(title)
    return words.every((word) => text.includes(word))
  }
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()
