import type { CataloguedColumn } from '../../../ask/rules/catalog.ts'
import { isNumberType, isTextType } from '../../../ask/rules/column-type.ts'
import type { ColumnGloss, Glossary, PhraseGloss, TableGloss } from '../../../ask/rules/glossary.ts'
import type { VisibleColumn, VisibleSchema, VisibleTable } from '../../../ask/rules/knowledge.ts'
import type { NameFolding } from '../../../guard/name-folding.ts'

/** What a glossary is proposed from. */
export interface DraftSubject {
  /** What callers may see. */
  readonly schema: VisibleSchema
  /** Catalogued text columns whose values may be shown to all callers who see them. */
  readonly catalogued: readonly CataloguedColumn[]
  /** The one that is there, held against the schema: what it says already is not proposed. */
  readonly glossary: Glossary
  readonly folding: NameFolding
}

export const DRAFTED_KINDS = ['measure', 'key', 'label', 'state', 'date', 'abbreviation'] as const

/** One that is made from the schema and from published values. */
export interface GlossaryProposal extends ProposedGloss {
  readonly kind: (typeof DRAFTED_KINDS)[number]
}

/** A proposal that a choice has made: of a question with an unknown word, its asker took one reading. */
export interface TaughtProposal extends ProposedGloss {
  readonly kind: 'choice'
}

interface ProposedGloss {
  /** A table, or a column with its table before it: `orders.status`. */
  readonly about: string
  /** What the entry says: `"paid": status = 'paid'`. */
  readonly says: string
  /** Why it is proposed, in one sentence. */
  readonly evidence: string
  readonly entry: ProposedEntry
}

/** What of a glossary is added by accepting a proposal. */
export type ProposedEntry =
  | { readonly of: 'table'; readonly gloss: TableGloss }
  | { readonly of: 'column'; readonly gloss: ColumnGloss }
  | { readonly of: 'phrase'; readonly gloss: PhraseGloss }

/** Columns that hold one value per row, outside of arrays and nested documents. */
export const plainColumns = ({ columns }: VisibleTable): readonly VisibleColumn[] =>
  columns.filter(({ name, arrays }) => arrays === undefined && !name.includes('.'))

export const isText = ({ type }: Pick<VisibleColumn, 'type'>): boolean => isTextType(type)

export const isNumber = ({ type }: Pick<VisibleColumn, 'type'>): boolean => isNumberType(type)
