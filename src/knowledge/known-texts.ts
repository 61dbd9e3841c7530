import { allValues, type Knowledge } from '../domain/ask/knowledge.ts'
import type { KnownValues } from '../domain/ask/template/fill-template.ts'
import { inSlices } from '../domain/sliced.ts'
import { indexColumns, normalWords, ValueIndex } from '../words/index.ts'

export interface KnownTexts extends KnownValues {
  /** Whether some column has this text, but for its case and accents. */
  isValue(text: string): boolean
  /** Whether it is a category that all tenants share. */
  isCategory(text: string): boolean
}

/** The texts of a caller's database, as far as they are known for one question. */
export const knownTexts = async (knowledge: Knowledge): Promise<KnownTexts> => {
  await inSlices(indexColumns(allValues(knowledge)))
  const [all, categories] = [new ValueIndex(allValues(knowledge)), new ValueIndex(knowledge.values)]
  const hits = (index: ValueIndex, text: string) =>
    index.lookup(normalWords(text)).filter(({ weight }) => weight === WHOLE)
  return {
    view: knowledge.view,
    isValue: (text) => hits(all, text).length > 0,
    isCategory: (text) => hits(categories, text).length > 0,
    spelled: ({ table, column }, text) =>
      hits(all, text).flatMap((hit) => (hit.table === table && hit.column === column ? [hit.value] : [])),
  }
}

/** Of the value itself, not of another form of it. */
const WHOLE = 1
