import { allValues, type ColumnValues, type Knowledge } from '../domain/ask/knowledge.ts'
import type { KnownValues } from '../domain/ask/template/fill-template.ts'
import { inSlices } from '../domain/sliced.ts'
import { indexColumns, normalWords, ValueIndex } from '../words/index.ts'

export interface KnownTexts extends KnownValues {
  /** Whether some column has this text, but for its case and accents. */
  isValue(text: string): boolean
  /** Whether it is a category that all tenants share. */
  isCategory(text: string): boolean
}

/** Whether a text is one of these values, but for its case and accents. */
export const sharedTexts = async (values: readonly ColumnValues[]): Promise<(text: string) => boolean> => {
  await inSlices(indexColumns(values))
  return isIn(new ValueIndex(values))
}

/** The texts of a caller's database, as far as they are known for one question. */
export const knownTexts = async (knowledge: Knowledge): Promise<KnownTexts> => {
  await inSlices(indexColumns(allValues(knowledge)))
  const all = new ValueIndex(allValues(knowledge))
  return {
    view: knowledge.view,
    isValue: isIn(all),
    isCategory: await sharedTexts(knowledge.values),
    spelled: ({ table, column }, text) =>
      hits(all, text).flatMap((hit) => (hit.table === table && hit.column === column ? [hit.value] : [])),
  }
}

const hits = (index: ValueIndex, text: string) =>
  index.lookup(normalWords(text)).filter(({ weight }) => weight === WHOLE)

const isIn =
  (index: ValueIndex) =>
  (text: string): boolean =>
    hits(index, text).length > 0

/** Of the value itself, not of another form of it. */
const WHOLE = 1
