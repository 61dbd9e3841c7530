import { type QueryTree, queryText } from '../query/index.ts'
import type { Catalog, TableInfo } from '../schema/index.ts'
import { partsOf } from './syntax.ts'
import { treeFor } from './trees.ts'

/** A query that a question states word for word. */
export interface StatedQuery {
  readonly tree: QueryTree
  readonly query: string
}

const LENGTH_MAX = 1_000
const TABLES_MAX = 12
const OPENING = /^(?:list|show|how many|what share of)\b/i

/** The question for words of `wordsOf`. */
export const questionOf = (words: string): string =>
  `${partsOf(words).join('')}${/^(?:How|What)/.test(words) ? '?' : ''}`

/** The words of `sentenceOf` with marked parts. */
export const wordsOf = (catalog: Catalog, tree: QueryTree): string | null => {
  const query = printed(catalog, tree)
  if (query === null) return null
  for (const via of tree.via.length === 0 ? [[]] : [[], tree.via]) {
    const words = treeFor(catalog, tree.anchor).say({ ...tree, via })
    if (words === null) return null
    if (statedQueryIn(catalog, questionOf(words))?.query === query) return words
  }
  return null
}

/**
 * A query tree as a question, which `saidIn` parses back to the same query.
 *
 * @returns null if the query cannot be phrased unambiguously
 */
export const sentenceOf = (catalog: Catalog, tree: QueryTree): string | null => {
  const words = wordsOf(catalog, tree)
  return words === null ? null : questionOf(words)
}

/** The query that a question states word for word; null if it is no sentence of `sentenceOf`. */
export const statedQueryIn = (catalog: Catalog, question: string): StatedQuery | null => {
  const text = question.trim().replace(/[\s.?!]+$/, '')
  if (text.length > LENGTH_MAX || !OPENING.test(text)) return null
  const found = new Map<string, StatedQuery>()
  for (const { name } of tablesIn(catalog, text))
    for (const [tree, end] of treeFor(catalog, name).read(text, 0)) {
      const query = end === text.length ? printed(catalog, tree) : null
      if (query !== null) found.set(query, { tree, query })
    }
  const [only, more] = found.values()
  return only === undefined || more !== undefined ? null : only
}

/** Tables named in a text, up to a limit. */
const tablesIn = ({ tables }: Catalog, text: string): readonly TableInfo[] => {
  const lower = text.toLowerCase()
  return [...tables.values()].filter(({ plural }) => lower.includes(` ${plural.toLowerCase()}`)).slice(0, TABLES_MAX)
}

const printed = (catalog: Catalog, tree: QueryTree): string | null => queryText(catalog, catalog.view.dialect, tree)
