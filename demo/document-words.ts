import type { Glossary } from '../src/ask/rules/glossary.ts'
import type { Policy, TablePolicy } from '../src/guard/policy.ts'
import { documentPath, documentTable } from './document-tables.ts'
import { DEMO_TABLES } from './schema.ts'

/** The demo's words, said of collections and the paths of their fields. */
export const documentGlossary = (glossary: Glossary): Glossary => ({
  tables: glossary.tables.map((gloss) => ({
    ...gloss,
    table: documentTable(gloss.table),
    ...(gloss.label === undefined ? {} : { label: pathOf(gloss.table, gloss.label) }),
    ...(gloss.time === undefined ? {} : { time: pathOf(gloss.table, gloss.time) }),
  })),
  columns: glossary.columns.map((gloss) => ({
    ...gloss,
    table: documentTable(gloss.table),
    column: pathOf(gloss.table, gloss.column),
  })),
  phrases: glossary.phrases.map((gloss) => ({
    ...gloss,
    table: documentTable(gloss.table),
    ...(gloss.filter === undefined
      ? {}
      : { filter: { ...gloss.filter, column: pathOf(gloss.table, gloss.filter.column) } }),
  })),
})

/** The demo's policy for collections: what is embedded is restricted with the document that it stands in. */
export const documentPolicy = (policy: Policy): Policy => ({
  ...policy,
  tables: Object.fromEntries(
    Object.entries(policy.tables)
      .filter(([table]) => documentTable(table) === table)
      .map(([table, entry]) => [table, entryFor(table, entry)]),
  ),
})

const entryFor = (table: string, entry: TablePolicy): TablePolicy =>
  entry.mode === 'tenantRoot' && entry.column !== undefined ? { ...entry, column: pathOf(table, entry.column) } : entry

const pathOf = (table: string, column: string): string => {
  const shape = DEMO_TABLES.find(({ name }) => name === table)
  return shape === undefined ? column : documentPath(shape, column)
}
