import type { NameFolding } from '../guard/name-folding.ts'
import { type GlossedTable, type GlossPlace, glossPlaces } from './gloss-places.ts'
import type { ColumnGloss, Glossary, PhraseGloss, TableGloss } from './glossary.ts'

type Path = readonly (string | number)[]

export interface GlossaryMistake {
  /** Where in the glossary: `['phrases', 0, 'table']`. */
  readonly path: Path
  /** To be read after the place. */
  readonly message: string
}

export interface ResolvedGlossary {
  /** What leads somewhere, with tables and columns named as the database names them. */
  readonly glossary: Glossary
  readonly mistakes: readonly GlossaryMistake[]
}

/**
 * Holds a glossary against the tables that it speaks of. Of documents it may speak of a collection and its paths
 * (`orders`, `items.quantity`), or of an array and what it holds (`orders.items`, `quantity`).
 */
export const resolveGlossary = (
  glossary: Glossary,
  tables: readonly GlossedTable[],
  folding: NameFolding,
): ResolvedGlossary => {
  const mistakes: GlossaryMistake[] = []
  const note = (path: Path, message: string): undefined => void mistakes.push({ path, message })
  const places = glossPlaces(tables, folding)
  const table = (path: Path, name: string) => places(name) ?? note([...path, 'table'], `is no table here: ${name}`)
  /** Those of some fields that are given and name a column. */
  const columns = <Field extends string>(
    path: Path,
    place: GlossPlace,
    fields: Readonly<Record<Field, string | undefined>>,
  ) => {
    const found: Partial<Record<Field, string>> = {}
    for (const field in fields) {
      const name = fields[field]
      if (name === undefined) continue
      const column = place.column(name) ?? note([...path, field], `is no column of ${place.name}: ${name}`)
      if (column !== undefined) found[field] = column
    }
    return found
  }
  const spoken = new Map<string, number>()
  const once = ([kind, at]: readonly [string, number], ...subject: readonly string[]): void => {
    const key = JSON.stringify(subject)
    const before = spoken.get(key)
    if (before === undefined) spoken.set(key, at)
    else note([kind, at], `is about the same as ${kind}[${before}]: make one of both`)
  }
  return {
    glossary: {
      tables: glossary.tables.flatMap(({ label, time, ...gloss }, at): TableGloss[] => {
        const place = table(['tables', at], gloss.table)
        if (place === undefined) return []
        once(['tables', at], place.name)
        return [{ ...gloss, table: place.name, ...columns(['tables', at], place, { label, time }) }]
      }),
      columns: glossary.columns.flatMap((gloss, at): ColumnGloss[] => {
        const place = table(['columns', at], gloss.table)
        const { column } = place ? columns(['columns', at], place, { column: gloss.column }) : {}
        if (place === undefined || column === undefined) return []
        once(['columns', at], place.name, column)
        return [{ ...gloss, table: place.name, column }]
      }),
      phrases: glossary.phrases.flatMap(({ filter, measure, ...gloss }, at): PhraseGloss[] => {
        const place = table(['phrases', at], gloss.table)
        if (place === undefined) return []
        const before = mistakes.length
        const filtered = filter && {
          filter: { ...filter, ...columns(['phrases', at, 'filter'], place, { column: filter.column }) },
        }
        const { column, times } = measure ?? {}
        const measured = measure && {
          measure: { ...measure, ...columns(['phrases', at, 'measure'], place, { column, times }) },
        }
        return mistakes.length > before ? [] : [{ ...gloss, table: place.name, ...filtered, ...measured }]
      }),
    },
    mistakes,
  }
}
