import pluralize from 'pluralize'

/** Finds the collection that a field name refers to: `customer_id`, `customerId`, `billing_customer_id`. */
export class ReferenceNames {
  readonly #byWord = new Map<string, string>()

  constructor(collections: readonly string[]) {
    for (const name of collections) {
      const words = wordsOf(name)
      const key = keyOf(words)
      if (key !== '' && !this.#byWord.has(key)) this.#byWord.set(key, name)
    }
  }

  /** @param parent the name of the enclosing document, for `customer._id` @returns undefined if it refers to none */
  collection(field: string, parent: string): string | undefined {
    const words = wordsOf(field)
    const named = /^ids?$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words
    return this.#named(named.length === 0 ? wordsOf(parent) : named)
  }

  /** Matches all words, or the longest suffix. */
  #named(words: readonly string[]): string | undefined {
    for (let from = 0; from < words.length; from++) {
      const found = this.#byWord.get(keyOf(words.slice(from)))
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** `orderItems` and `order_items` give the same words. */
const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, 120)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const keyOf = (words: readonly string[]): string => {
  const last = words.at(-1)
  return last === undefined ? '' : [...words.slice(0, -1), pluralize.singular(last)].join(' ')
}
