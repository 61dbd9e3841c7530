import type { Times } from './formula.ts'

/** The customer's own names for tables, columns and values; part of a database's configuration. */
export interface Glossary {
  readonly tables: readonly TableGloss[]
  readonly columns: readonly ColumnGloss[]
  /** Phrases that stand for a filter, for example "paid" → orders.status = 'paid'. */
  readonly phrases: readonly PhraseGloss[]
}

export interface TableGloss {
  readonly table: string
  readonly synonyms: readonly string[]
  readonly description?: string
  /** The column that identifies a row to a person, for example `customers.full_name`. */
  readonly label?: string
  /** The column with the second half of that name: `last_name` beside `first_name`. */
  readonly surname?: string
  /** The column with the date of a row, for questions about time. */
  readonly time?: string
}

export interface ColumnGloss {
  readonly table: string
  readonly column: string
  readonly synonyms: readonly string[]
  readonly description?: string
  /** The unit of its numbers, for example `EUR`, `days`; money columns name their currency. */
  readonly unit?: string
  /** The column that it references without a declared foreign key: `orders.id`. */
  readonly references?: string
  /** `none`: its values are sent to no planner, so to no model provider, and are never suggested. */
  readonly values?: 'none'
}

/** `phrase` in a question means `column op value` on `table`; or, with `sum`, a measure such as revenue. */
export interface PhraseGloss {
  readonly phrase: string
  readonly table: string
  readonly filter?: {
    readonly column: string
    readonly op: '=' | '<>' | '>' | '>=' | '<' | '<=' | 'is null' | 'is not null'
    readonly value?: string | number
  }
  /** An aggregate over a column of `table`, or over a product that begins with it. */
  readonly measure?: { readonly aggregate: 'sum' | 'avg' | 'count'; readonly column?: string; readonly times?: Times }
}

/** Maximum length of a glossary as JSON: it is loaded with its database, and sent in prompts of models. */
export const GLOSSARY_CHARACTERS_MAX = 200_000

export const EMPTY_GLOSSARY: Glossary = { tables: [], columns: [], phrases: [] }

/** Number of entries by kind, for the audit log. */
export const countsOf = ({ tables, columns, phrases }: Glossary) => ({
  tables: tables.length,
  columns: columns.length,
  phrases: phrases.length,
})
