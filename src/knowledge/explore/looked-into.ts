import { LOOK_WORDS_MAX } from '../../domain/ask/look.ts'
import { tableName } from '../../domain/guard/schema.ts'
import type { Sliced } from '../../domain/sliced.ts'
import { normalWords, tokenise } from '../../words/index.ts'
import { nameColumns } from '../look-up/name-columns.ts'
import type { SchemaIndex } from '../retrieval/schema-index.ts'
import type { TextColumn } from '../text-columns.ts'
import type { Known } from './explore.ts'

/** Dots of a column's name where that of its table may end. */
const DOTS_MAX = 8

/** The text columns that a model means by a table, or by a column with its table; none for what a caller may not see. */
export const columnsWithin = (
  { texts }: Pick<Known, 'texts'>,
  index: SchemaIndex,
  within: string,
): readonly TextColumn[] => {
  const name = within.trim()
  const whole = tableAt(index, name)
  if (whole !== undefined) return texts.filter(({ table }) => table === whole)
  const dots = [...name.matchAll(/\./g)].slice(0, DOTS_MAX).map((dot) => dot.index)
  for (const dot of dots) {
    const of = tableAt(index, name.slice(0, dot))
    const column = name.slice(dot + 1).toLowerCase()
    const found = of === undefined ? [] : texts.filter((one) => one.table === of && one.column.toLowerCase() === column)
    if (found.length > 0) return found
  }
  return []
}

/** Those where such a text is likeliest, as for a name in a question. */
export function* columnsLikely(
  { view, texts, catalogued }: Pick<Known, 'view' | 'texts' | 'catalogued'>,
  index: SchemaIndex,
  text: string,
): Sliced<readonly TextColumn[]> {
  const scores = yield* index.scores(
    new Set(
      tokenise(text)
        .slice(0, LOOK_WORDS_MAX)
        .map(({ stem }) => stem),
    ),
  )
  return yield* nameColumns(view, index, { scores, names: [{ text, words: normalWords(text) }] }, texts, catalogued)
}

/** The full name of a table, as its columns have it. */
const tableAt = (index: SchemaIndex, name: string): string | undefined => {
  const table = index.tables[index.atAnyCase(name) ?? -1]
  return table === undefined ? undefined : tableName(table)
}
