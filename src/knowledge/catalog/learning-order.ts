import type { Catalog, CataloguedColumn } from '../../ask/rules/catalog.ts'
import type { Glossary } from '../../ask/rules/glossary.ts'
import { columnKey } from '../../ask/rules/knowledge.ts'
import { type Schema, tableName } from '../../guard/schema.ts'
import type { TextColumn } from '../text-columns.ts'

/** Columns per statement, all of one table. */
const COLUMNS_PER_STATEMENT = 12

interface OrderSource {
  readonly schema: Schema
  readonly glossary: Glossary
  readonly verifiedQueries: readonly string[]
  /** Entries of the previous catalog. */
  readonly former: ReadonlyMap<string, CataloguedColumn>
}

/**
 * Columns in learning order, in chunks of one statement each. Columns that were never read come first, then the least
 * recently read, so that a run continues where the previous one ended. Among these, tables named in the glossary or in
 * verified queries come first, then tables referenced by many foreign keys, then large ones; a table known to be empty
 * comes last.
 */
export const learningOrder = (
  columns: readonly TextColumn[],
  { schema, glossary, verifiedQueries, former }: OrderSource,
): readonly (readonly TextColumn[])[] => {
  const named = new Set([...glossary.tables, ...glossary.columns, ...glossary.phrases].map(({ table }) => table))
  const words = new Set(verifiedQueries.flatMap((query) => query.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? []))
  const pointing = new Map<string, number>()
  for (const { foreignKeys } of schema.tables)
    for (const { refTable } of foreignKeys) pointing.set(refTable, (pointing.get(refTable) ?? 0) + 1)
  const needs = new Map(
    schema.tables.map((table) => {
      const name = tableName(table)
      const isNamed = named.has(name) || words.has(table.name.toLowerCase())
      const need = [isNamed ? 1 : 0, table.rowCount === 0 ? 0 : 1, pointing.get(name) ?? 0, table.rowCount ?? 0]
      return [name, need] as const
    }),
  )
  const lastRun = (some: readonly TextColumn[]): number =>
    Math.min(...some.map((column) => former.get(columnKey(column))?.run ?? 0))
  return [...Map.groupBy(columns, ({ table }) => table)]
    .toSorted(([a], [b]) => greaterFirst(needs.get(a) ?? [], needs.get(b) ?? []))
    .flatMap(([, own]) => chunksOf(own))
    .map((some) => ({ some, run: lastRun(some) }))
    .toSorted((a, b) => a.run - b.run)
    .map(({ some }) => some)
}

const greaterFirst = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((value, place) => value !== other[place])
  return at === -1 ? 0 : (other[at] ?? 0) - (one[at] ?? 0)
}

const chunksOf = (columns: readonly TextColumn[]): readonly (readonly TextColumn[])[] =>
  Array.from({ length: Math.ceil(columns.length / COLUMNS_PER_STATEMENT) }, (_, at) =>
    columns.slice(at * COLUMNS_PER_STATEMENT, (at + 1) * COLUMNS_PER_STATEMENT),
  )

/** The entries of columns that still exist under the same rules; none if the catalog has another origin. */
export const formerColumns = (
  former: Catalog | undefined,
  origin: string,
  columns: readonly TextColumn[],
  ruleOf: (table: string) => string,
): ReadonlyMap<string, CataloguedColumn> => {
  if (former?.origin !== origin) return new Map()
  const there = new Map(columns.map((column) => [columnKey(column), column]))
  const kept = former.columns.filter((known) => {
    const column = there.get(columnKey(known))
    return column !== undefined && known.rule === ruleOf(known.table) && (known.of === 'tenants') === column.byTenant
  })
  return new Map(kept.map((known) => [columnKey(known), known]))
}
