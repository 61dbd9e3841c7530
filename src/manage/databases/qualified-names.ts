import type { Glossary } from '../../ask/rules/glossary.ts'
import { DEFAULT_SCHEMAS } from '../../engines/shared/engine-traits.ts'
import type { Policy } from '../../guard/policy.ts'
import type { Schema } from '../../guard/schema.ts'

/**
 * Qualifies the names of a written policy. On engines with schemas, a table without schema is in the default schema,
 * and a reference is in the schema of its table: `ref: "orders.id"` of `sales.items` is `sales.orders.id`. An
 * unqualified entry beside a qualified one of the same table stays as it is and matches no table.
 */
export const qualifiedPolicy = (policy: Policy): Policy => {
  const fallback = DEFAULT_SCHEMAS[policy.engine]
  if (fallback === undefined) return policy
  const tables = Object.entries(policy.tables).map(([name, entry]) => {
    const table = name === '*' || Object.hasOwn(policy.tables, within(fallback, name)) ? name : within(fallback, name)
    if (entry.mode !== 'via' || parts(entry.ref) > 2) return [table, entry] as const
    return [table, { ...entry, ref: `${schemaOf(table)}.${entry.ref}` }] as const
  })
  return { ...policy, tables: Object.fromEntries(tables) }
}

/** Qualifies the names of a schema file. */
export const qualifiedSchema = (schema: Schema): Schema => {
  const fallback = DEFAULT_SCHEMAS[schema.engine]
  if (fallback === undefined) return schema
  const tables = schema.tables.map((table) => {
    const own = table.schema ?? fallback
    const foreignKeys = table.foreignKeys.map((key) => ({ ...key, refTable: within(own, key.refTable) }))
    return { ...table, schema: own, foreignKeys }
  })
  return { ...schema, tables }
}

/** Qualifies the names of a glossary, which does not contain its engine. */
export const qualifiedGlossary = ({ tables, columns, phrases }: Glossary, engine: string): Glossary => {
  const fallback = DEFAULT_SCHEMAS[engine]
  if (fallback === undefined) return { tables, columns, phrases }
  const named = <Gloss extends { readonly table: string }>(gloss: Gloss): Gloss => ({
    ...gloss,
    table: within(fallback, gloss.table),
  })
  const keyed = columns.map(named).map((gloss) => {
    if (gloss.references === undefined || parts(gloss.references) > 2) return gloss
    return { ...gloss, references: `${schemaOf(gloss.table)}.${gloss.references}` }
  })
  return { tables: tables.map(named), columns: keyed, phrases: phrases.map(named) }
}

const parts = (name: string): number => name.split('.').length

const within = (schema: string, name: string): string => (parts(name) > 1 ? name : `${schema}.${name}`)

const schemaOf = (table: string): string => table.slice(0, table.indexOf('.'))
