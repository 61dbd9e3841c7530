import type { NameFolding } from '../../guard/name-folding.ts'
import { type Factor, factorsOf, type Times } from './formula.ts'
import { type GlossedTable, type GlossTarget, glossTargets } from './gloss-targets.ts'
import type { ColumnGloss, Glossary, PhraseGloss, TableGloss } from './glossary.ts'

type Path = readonly (string | number)[]

export interface GlossaryMistake {
  /** Path in the glossary: `['phrases', 0, 'table']`. */
  readonly path: Path
  /** To be read after the path. */
  readonly message: string
}

export interface ResolvedGlossary {
  /** The entries that could be resolved, with tables and columns spelled as in the database. */
  readonly glossary: Glossary
  readonly mistakes: readonly GlossaryMistake[]
}

/**
 * Resolves a glossary against its tables. For documents it may name a collection and its paths (`orders`,
 * `items.quantity`), or an array and its fields (`orders.items`, `quantity`).
 *
 * @param hidden tables with their hidden columns: no phrase may use one
 */
export const resolveGlossary = (
  glossary: Glossary,
  tables: readonly GlossedTable[],
  folding: NameFolding,
  hidden: readonly GlossedTable[] = [],
): ResolvedGlossary => {
  const mistakes: GlossaryMistake[] = []
  const note = (path: Path, message: string): undefined => void mistakes.push({ path, message })
  const places = glossTargets(tables, folding)
  const hiddenPlaces = glossTargets(hidden, folding)
  const table = (path: Path, name: string) => places(name) ?? note([...path, 'table'], `is not a known table: ${name}`)
  /** Resolves the given fields that name a column. */
  const columns = <Field extends string>(
    path: Path,
    place: GlossTarget,
    fields: Readonly<Record<Field, string | undefined>>,
  ) => {
    const found: Partial<Record<Field, string>> = {}
    for (const field in fields) {
      const name = fields[field]
      if (name === undefined) continue
      const column = place.column(name) ?? note([...path, field], `is not a column of ${place.name}: ${name}`)
      if (column !== undefined) found[field] = column
    }
    return found
  }
  /** Resolves a column of a phrase. */
  const used = (path: Path, place: GlossTarget, name: string): string => {
    const column = place.column(name)
    if (column === undefined) note(path, `is not a column of ${place.name}: ${name}`)
    else if (hiddenPlaces(place.name)?.column(column) !== undefined)
      note(path, `is hidden in ${place.name} and cannot be used: ${name}`)
    return column ?? name
  }
  const usedTimes = (path: Path, place: GlossTarget, times: Times): Times => {
    if (typeof times === 'string') return used(path, place, times)
    return factorsOf({ times }).map((factor, at): Factor => {
      if (typeof factor === 'string') return used([...path, at], place, factor)
      const { from, minus, ...divided } = factor
      return {
        from: typeof from === 'string' ? used([...path, at, 'from'], place, from) : from,
        minus: used([...path, at, 'minus'], place, minus),
        ...divided,
      }
    })
  }
  /** The column that a foreign key references, with its table. */
  const target = (path: Path, name: string): string | undefined => {
    for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      const place = places(name.slice(0, dot))
      const column = place?.column(name.slice(dot + 1))
      if (place !== undefined && column !== undefined) return `${place.name}.${column}`
    }
    return note([...path, 'references'], `is not a known TABLE.COLUMN: ${name}`)
  }
  const firstAt = new Map<string, number>()
  const once = ([kind, at]: readonly [string, number], ...subject: readonly string[]): void => {
    const key = JSON.stringify(subject)
    const before = firstAt.get(key)
    if (before === undefined) firstAt.set(key, at)
    else note([kind, at], `repeats ${kind}[${before}]: combine the two`)
  }
  return {
    glossary: {
      tables: glossary.tables.flatMap(({ label, surname, time, ...gloss }, at): TableGloss[] => {
        const place = table(['tables', at], gloss.table)
        if (place === undefined) return []
        once(['tables', at], place.name)
        return [{ ...gloss, table: place.name, ...columns(['tables', at], place, { label, surname, time }) }]
      }),
      columns: glossary.columns.flatMap(({ references, ...gloss }, at): ColumnGloss[] => {
        const place = table(['columns', at], gloss.table)
        const { column } = place ? columns(['columns', at], place, { column: gloss.column }) : {}
        if (place === undefined || column === undefined) return []
        once(['columns', at], place.name, column)
        const referenced = references === undefined ? undefined : target(['columns', at], references)
        return [
          { ...gloss, table: place.name, column, ...(referenced === undefined ? {} : { references: referenced }) },
        ]
      }),
      phrases: glossary.phrases.flatMap(({ filter, measure, ...gloss }, at): PhraseGloss[] => {
        const place = table(['phrases', at], gloss.table)
        if (place === undefined) return []
        const before = mistakes.length
        const path = ['phrases', at, filter === undefined ? 'measure' : 'filter']
        const filtered = filter && {
          filter: { ...filter, column: used([...path, 'column'], place, filter.column) },
        }
        const { column, times } = measure ?? {}
        const measured = measure && {
          measure: {
            ...measure,
            ...(column === undefined ? {} : { column: used([...path, 'column'], place, column) }),
            ...(times === undefined ? {} : { times: usedTimes([...path, 'times'], place, times) }),
          },
        }
        return mistakes.length > before ? [] : [{ ...gloss, table: place.name, ...filtered, ...measured }]
      }),
    },
    mistakes,
  }
}
