import type { DatabaseView } from '../ask/rules/knowledge.ts'
import type { Sliced } from '../platform/values/sliced.ts'

/**
 * Heap size of a view with everything derived from it (words, joins, indexes of names), in bytes, measured by `node
 * --expose-gc bench/tables.ts`. Columns of equal name share their words, so the size depends on distinct names.
 */
const VIEW_BYTES = 10_000
const TABLE_BYTES = 4_000
const COLUMN_BYTES = 400
const NAME_BYTES = 2_000
/** Per character of a comment or of the glossary, with the words derived from it. */
const WRITTEN_BYTES = 20

/** Heap size of a view and everything derived from it, in bytes. */
export function* viewWeight({ schema, glossary }: Pick<DatabaseView, 'schema' | 'glossary'>): Sliced<number> {
  const names = new Set<string>()
  let columns = 0
  let written = JSON.stringify(glossary).length
  for (const table of schema.tables) {
    written += table.comment?.length ?? 0
    for (const { name, comment } of table.columns) {
      names.add(name)
      written += comment?.length ?? 0
    }
    columns += table.columns.length
    yield
  }
  return (
    VIEW_BYTES +
    TABLE_BYTES * schema.tables.length +
    COLUMN_BYTES * columns +
    NAME_BYTES * names.size +
    WRITTEN_BYTES * written
  )
}
