import type { CataloguedColumn } from '../../../ask/rules/catalog.ts'
import { isNumberType, isTextType } from '../../../ask/rules/column-type.ts'
import type { ColumnGloss, Glossary, PhraseGloss, TableGloss } from '../../../ask/rules/glossary.ts'
import type { VisibleColumn, VisibleSchema, VisibleTable } from '../../../ask/rules/knowledge.ts'
import type { NameFolding } from '../../../guard/name-folding.ts'

/** Input of the glossary proposal. */
export interface DraftSubject {
  /** The schema visible to callers. */
  readonly schema: VisibleSchema
  /** Indexed text columns whose values may be shown to every caller who sees the column. */
  readonly catalogued: readonly CataloguedColumn[]
  /** The current glossary, validated against the schema: its entries are not proposed again. */
  readonly glossary: Glossary
  readonly folding: NameFolding
}

export const DRAFTED_KINDS = ['measure', 'key', 'label', 'state', 'date', 'abbreviation'] as const

/** A proposal derived from the schema and published values. */
export interface GlossaryProposal extends ProposedGloss {
  readonly kind: (typeof DRAFTED_KINDS)[number]
}

/** A proposal learned from a choice: a question had an unknown word, and its user selected a reading. */
export interface LearnedProposal extends ProposedGloss {
  readonly kind: 'choice'
}

interface ProposedGloss {
  /** A table or qualified column: `orders.status`. */
  readonly about: string
  /** The entry as text: `"paid": status = 'paid'`. */
  readonly says: string
  /** The reason, in one sentence. */
  readonly evidence: string
  readonly entry: ProposedEntry
}

/** The glossary entry that is added when a proposal is accepted. */
export type ProposedEntry =
  | { readonly of: 'table'; readonly gloss: TableGloss }
  | { readonly of: 'column'; readonly gloss: ColumnGloss }
  | { readonly of: 'phrase'; readonly gloss: PhraseGloss }

/** Columns with one value per row, outside of arrays and nested documents. */
export const plainColumns = ({ columns }: VisibleTable): readonly VisibleColumn[] =>
  columns.filter(({ name, arrays }) => arrays === undefined && !name.includes('.'))

export const isText = ({ type }: Pick<VisibleColumn, 'type'>): boolean => isTextType(type)

export const isNumber = ({ type }: Pick<VisibleColumn, 'type'>): boolean => isNumberType(type)
