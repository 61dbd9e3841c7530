import type { Dialect } from '../dialect.ts'
import { DIALECT_NOTES } from './dialect-notes.ts'
import { draftDistinct } from './draft-distinct.ts'
import { FOLDING } from './folding.ts'
import { shownCommand } from './guard/command.ts'
import { PROMPT_RULES } from './prompt-rules.ts'

/** Commands of MongoDB, as JSON. */
export const DIALECT: Dialect = {
  notes: DIALECT_NOTES,
  promptRules: PROMPT_RULES,
  sql: null,
  folding: () => FOLDING,
  draftDistinct,
  indexStatement: (collection, path) =>
    `db.getCollection(${JSON.stringify(collection)}).createIndex({ ${JSON.stringify(path)}: 1 })`,
  shown: shownCommand,
}
