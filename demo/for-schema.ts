import type { Glossary } from '../src/ask/rules/glossary.ts'
import type { Policy, TablePolicy } from '../src/guard/policy.ts'
import { type Schema, tableName } from '../src/guard/schema.ts'
import type { DatabaseSettings } from '../src/manage/databases/rules/database-settings.ts'
import { documentGlossary, documentPolicy } from './document-words.ts'
import { DEMO_GLOSSARY } from './glossary.ts'
import { DEMO_POLICY } from './policy.ts'

/** The demo's policy and glossary for a database that it was loaded into, with the names of tables that its engine uses. */
export const demoForSchema = (schema: Schema): Pick<DatabaseSettings, 'engine' | 'policy' | 'glossary'> => {
  const { engine } = schema
  if (isDocuments(schema))
    return { engine, policy: { ...documentPolicy(DEMO_POLICY), engine }, glossary: documentGlossary(DEMO_GLOSSARY) }
  const names = new Map(schema.tables.map((table) => [table.name, tableName(table)]))
  const named = (table: string): string => names.get(table) ?? table
  return { engine, policy: policyFor(engine, named), glossary: glossaryFor(named) }
}

/** Paths within arrays are in documents only. */
const isDocuments = ({ tables }: Schema): boolean =>
  tables.some(({ columns }) => columns.some(({ arrays = [] }) => arrays.length > 0))

type Named = (table: string) => string

const policyFor = (engine: string, named: Named): Policy => ({
  ...DEMO_POLICY,
  engine,
  tables: Object.fromEntries(
    Object.entries(DEMO_POLICY.tables).map(([table, entry]) => [named(table), entryFor(entry, named)]),
  ),
})

const entryFor = (entry: TablePolicy, named: Named): TablePolicy => {
  if (entry.mode !== 'via') return entry
  const [table = '', column = ''] = entry.ref.split('.')
  return { ...entry, ref: `${named(table)}.${column}` }
}

const glossaryFor = (named: Named): Glossary => {
  const renamed = <Gloss extends { readonly table: string }>(glosses: readonly Gloss[]): readonly Gloss[] =>
    glosses.map((gloss) => ({ ...gloss, table: named(gloss.table) }))
  return {
    tables: renamed(DEMO_GLOSSARY.tables),
    columns: renamed(DEMO_GLOSSARY.columns),
    phrases: renamed(DEMO_GLOSSARY.phrases),
  }
}
