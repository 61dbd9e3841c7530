import { SEARCH_WORDS_MAX } from '../../ask/rules/explore-command.ts'
import type { DatabaseView, VisibleTable } from '../../ask/rules/knowledge.ts'
import type { Sliced } from '../../platform/values/sliced.ts'
import { tokenise } from '../words/index.ts'
import { type SchemaIndex, schemaIndexOf } from './schema-index.ts'

/** Tables whose names, comments or glossary have any of these stems, best first. */
export function* rankedTables(index: SchemaIndex, stems: ReadonlySet<string>): Sliced<readonly VisibleTable[]> {
  const ranked = [...(yield* index.scores(stems))].toSorted(([a, x], [b, y]) => y - x || a - b)
  return ranked.flatMap(([at]) => index.tables[at] ?? [])
}

/** The tables of a view that words name, best first. */
export function* searchTables(view: DatabaseView, words: string): Sliced<readonly VisibleTable[]> {
  const stems = tokenise(words).map(({ stem }) => stem)
  return yield* rankedTables(yield* schemaIndexOf(view), new Set(stems.slice(0, SEARCH_WORDS_MAX)))
}
