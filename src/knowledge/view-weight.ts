import type { DatabaseView } from '../ask/rules/knowledge.ts'
import type { Sliced } from '../platform/values/sliced.ts'

/**
 * What a view takes in the heap with everything that is derived from it and lives as long: words, joins, indexes of names. In
 * bytes, measured by `node --expose-gc bench/tables.ts`: columns of one name share their words, so that a name is what weighs.
 */
const VIEW_BYTES = 10_000
const TABLE_BYTES = 4_000
const COLUMN_BYTES = 400
const NAME_BYTES = 2_000
/** A character of a comment or of the glossary, with the words that are made of it. */
const WRITTEN_BYTES = 20

/** What a view and all that a process derives from it hold, in bytes of the heap. */
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
