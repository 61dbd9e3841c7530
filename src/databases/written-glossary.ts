import type { Glossary } from '../domain/ask/glossary.ts'
import { type ResolvedGlossary, resolveGlossary } from '../domain/ask/resolve-glossary.ts'
import type { Schema } from '../domain/guard/schema.ts'
import type { Engine } from '../engines/engine.ts'
import { qualifiedGlossary } from '../qualified-names.ts'
import { writtenMistakes } from './written-mistakes.ts'

/** A glossary that somebody wrote, held against the database that it is for: names are made whole, and spelled as there. */
export const heldGlossary = (written: Glossary, engine: Engine, schema: Schema): ResolvedGlossary =>
  resolveGlossary(qualifiedGlossary(written, engine.name), schema.tables, engine.dialect.folding(schema))

/** The same, where whatever leads nowhere is refused. @throws Problem `input_invalid` with every mistake and its place */
export const writtenGlossary = (written: Glossary, engine: Engine, schema: Schema): Glossary => {
  const { glossary, mistakes } = heldGlossary(written, engine, schema)
  if (mistakes.length === 0) return glossary
  throw writtenMistakes(mistakes.map(({ path, message }) => ({ field: path.join('.'), message })))
}
