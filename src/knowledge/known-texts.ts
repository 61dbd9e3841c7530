import { allValues, type ColumnValues, type Knowledge } from '../ask/rules/knowledge.ts'
import type { KnownValues } from '../manage/patterns/rules/template/known-values.ts'
import { runInSlices } from '../platform/values/sliced.ts'
import { isKnownWord, isPublishedWord, publishedNames, wordsOfCategories } from './published-words.ts'
import { indexColumns, normalWords, ValueIndex } from './words/index.ts'

export interface KnownTexts extends KnownValues {
  /** Whether some column has this text, ignoring case and accents. */
  isValue(text: string): boolean
}

/** Whether a text equals one of these values, ignoring case and accents. */
export const sharedTexts = async (values: readonly ColumnValues[]): Promise<(text: string) => boolean> => {
  await runInSlices(indexColumns(values))
  return isIn(new ValueIndex(values))
}

const NONE: ReadonlySet<string> = new Set()

/** The texts of a caller's database that are known for one question. */
export const knownTexts = async (knowledge: Knowledge): Promise<KnownTexts> => {
  const { view, values, ownTables = NONE } = knowledge
  await runInSlices(indexColumns(allValues(knowledge)))
  const all = new ValueIndex(allValues(knowledge))
  const { names, words, labels } = await runInSlices(publishedNames(view))
  const ofCategories = await runInSlices(wordsOfCategories(values))
  const isShared = await sharedTexts(values)
  return {
    view,
    restrictedTables: ownTables,
    isValue: isIn(all),
    isCategory: (text) => labels.has(text.toLowerCase()) || isShared(text),
    isName: (name) => names.has(name.toLowerCase()),
    isWord: isKnownWord(words, ofCategories),
    isPublishedWord: isPublishedWord(words, ofCategories),
    storedSpellings: ({ table, column }, text) =>
      hits(all, text).flatMap((hit) => (hit.table === table && hit.column === column ? [hit.value] : [])),
  }
}

const hits = (index: ValueIndex, text: string) =>
  index.lookup(normalWords(text)).filter(({ weight }) => weight === WHOLE)

const isIn =
  (index: ValueIndex) =>
  (text: string): boolean =>
    hits(index, text).length > 0

/** Weight of a match with the value itself, not with an inflection. */
const WHOLE = 1
