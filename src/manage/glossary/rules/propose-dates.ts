import { columnKey } from '../../../ask/rules/knowledge.ts'
import { tableName } from '../../../guard/schema.ts'
import type { Sliced } from '../../../platform/values/sliced.ts'
import { type DraftSubject, type GlossaryProposal, isText } from './proposal.ts'

/** Proposes descriptions for text columns that contain dates, with their format. */
export function* proposeDates({ schema, catalogued, glossary }: DraftSubject): Sliced<readonly GlossaryProposal[]> {
  const described = new Set(glossary.columns.filter(({ description }) => description !== undefined).map(columnKey))
  const texts = new Set(
    schema.tables.flatMap((table) =>
      table.columns.filter(isText).map(({ name }) => columnKey({ table: tableName(table), column: name })),
    ),
  )
  yield
  return catalogued.flatMap((known): readonly GlossaryProposal[] => {
    const { table, column, dateFormat } = known
    if (dateFormat === undefined || described.has(columnKey(known)) || !texts.has(columnKey(known))) return []
    const [about, description] = [`${table}.${column}`, `dates as texts, written ${dateFormat}`]
    const entry = { of: 'column', gloss: { table, column, synonyms: [], description } } as const
    const evidence = `All texts of ${about} that indexing has read are dates in the format ${dateFormat}.`
    return [{ kind: 'date', about, says: description, evidence, entry }]
  })
}
