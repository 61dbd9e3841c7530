import type { GlossedTable } from '../../ask/rules/gloss-targets.ts'
import type { Glossary } from '../../ask/rules/glossary.ts'
import { type ResolvedGlossary, resolveGlossary } from '../../ask/rules/resolve-glossary.ts'
import type { Engine } from '../../engines/engine.ts'
import { effectivePolicy } from '../../guard/effective-policy.ts'
import { hiddenColumns } from '../../guard/hidden-columns.ts'
import type { Policy } from '../../guard/policy.ts'
import { tablePolicy } from '../../guard/policy-entries.ts'
import { type Schema, tableName } from '../../guard/schema.ts'
import { qualifiedGlossary } from './qualified-names.ts'
import { mistakesProblem } from './written-mistakes.ts'

/** The database of a glossary. */
interface GlossarySubject {
  readonly engine: Engine
  readonly schema: Schema
  readonly policy: Policy
}

/** Resolves a written glossary against its database: names are qualified and spelled as in the schema. */
export const resolveWrittenGlossary = (written: Glossary, subject: GlossarySubject): ResolvedGlossary => {
  const { engine, schema } = subject
  const folding = engine.dialect.folding(schema)
  return resolveGlossary(qualifiedGlossary(written, engine.name), schema.tables, folding, hiddenOf(subject))
}

/**
 * Resolves a written glossary, and refuses unknown names.
 * @throws Problem `input_invalid` with every mistake and its path
 */
export const parseWrittenGlossary = (written: Glossary, subject: GlossarySubject): Glossary => {
  const { glossary, mistakes } = resolveWrittenGlossary(written, subject)
  if (mistakes.length === 0) return glossary
  throw mistakesProblem(mistakes.map(({ path, message }) => ({ field: path.join('.'), message })))
}

/** The columns of each table that the policy hides from every caller. */
const hiddenOf = ({ engine, schema, policy }: GlossarySubject): readonly GlossedTable[] => {
  const folding = engine.dialect.folding(schema)
  const effective = effectivePolicy(policy, schema, folding)
  return schema.tables.map((table) => {
    const hidden = hiddenColumns(table, tablePolicy(effective, tableName(table), folding).hide, folding)
    return { ...table, columns: table.columns.filter(({ name }) => hidden.has(folding.column(name))) }
  })
}
