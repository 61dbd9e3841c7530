import { SEARCH_WORDS_MAX } from '../../ask/rules/explore-command.ts'
import { columnKey } from '../../ask/rules/knowledge.ts'
import { tableName } from '../../guard/schema.ts'
import type { Sliced } from '../../platform/values/sliced.ts'
import { nameColumns } from '../look-up/name-columns.ts'
import type { SchemaIndex } from '../retrieval/schema-index.ts'
import type { TextColumn } from '../text-columns.ts'
import { normalWords, tokenise } from '../words/index.ts'
import type { CallerKnowledge } from './explore.ts'

/** Maximum of dots in a column's name that are tried as the end of the table's name. */
const DOTS_MAX = 8

/** A column visible to the caller. */
export interface NamedColumn {
  readonly table: string
  readonly column: string
  readonly type: string
}

/** The columns that a model names by a table, or by a column with its table; none if the caller may not see them. */
export const namedColumns = (
  { view }: Pick<CallerKnowledge, 'view'>,
  index: SchemaIndex,
  within: string,
): readonly NamedColumn[] => {
  const hiddenValues = new Set(view.glossary.columns.filter(({ values }) => values === 'none').map(columnKey))
  const columnsOf = (name: string): readonly NamedColumn[] => {
    const table = index.tables[index.atAnyCase(name) ?? -1]
    if (table === undefined) return []
    const columns = table.columns.map(({ name: column, type }) => ({ table: tableName(table), column, type }))
    return columns.filter((one) => !hiddenValues.has(columnKey(one)))
  }
  const name = within.trim()
  const whole = columnsOf(name)
  if (whole.length > 0) return whole
  const dots = [...name.matchAll(/\./g)].slice(0, DOTS_MAX).map((dot) => dot.index)
  for (const dot of dots) {
    const column = name.slice(dot + 1).toLowerCase()
    const found = columnsOf(name.slice(0, dot)).filter((one) => one.column.toLowerCase() === column)
    if (found.length > 0) return found
  }
  return []
}

/** Of these, the text columns whose values may be shown. */
export const namedTextColumns = (
  known: Pick<CallerKnowledge, 'view' | 'texts'>,
  index: SchemaIndex,
  within: string,
): readonly TextColumn[] => {
  const keys = new Set(namedColumns(known, index, within).map(columnKey))
  return known.texts.filter((one) => keys.has(columnKey(one)))
}

/** The text columns most likely to hold such a text, ranked as for a name in a question. */
export function* likelyColumns(
  { view, texts, catalogued }: Pick<CallerKnowledge, 'view' | 'texts' | 'catalogued'>,
  index: SchemaIndex,
  text: string,
): Sliced<readonly TextColumn[]> {
  const scores = yield* index.scores(
    new Set(
      tokenise(text)
        .slice(0, SEARCH_WORDS_MAX)
        .map(({ stem }) => stem),
    ),
  )
  return yield* nameColumns(
    view,
    index,
    { scores, names: [{ text, words: normalWords(text), isSure: true }] },
    texts,
    catalogued,
  )
}
