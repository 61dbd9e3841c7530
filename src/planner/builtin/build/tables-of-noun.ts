import type { Noun } from '../read/index.ts'

/** The tables that a noun may be about. */
export const tablesOfNoun = (noun: Noun): readonly string[] => {
  switch (noun.kind) {
    case 'table':
      return [noun.table]
    case 'column':
      return noun.options.map(({ column }) => column.table)
    case 'columns':
      return noun.columns.map(({ table }) => table)
    case 'measure':
      return noun.measures.map(({ table }) => table)
  }
}
