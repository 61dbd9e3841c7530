import type { Schema, Table } from '../schema.ts'
import { nameWords, rowsNames } from './name-words.ts'

/** Made once for a schema, because every column that points somewhere asks, and gone with it. */
const known = new WeakMap<Schema, ReadonlyMap<string, readonly Table[]>>()

/** The tables that are named like rows of this kind: `orders` for `order`. */
export const tablesNamed = (schema: Schema, words: readonly string[]): readonly Table[] => {
  const kept = known.get(schema) ?? Map.groupBy(schema.tables, ({ name }) => nameWords(name).join(' '))
  known.set(schema, kept)
  return rowsNames(words).flatMap((name) => kept.get(name) ?? [])
}
