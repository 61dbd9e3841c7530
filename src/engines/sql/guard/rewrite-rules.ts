import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { QueryCandidate, Refusal } from '../../../guard/guarded-query.ts'
import type { NameFolding } from '../../../guard/name-folding.ts'
import type { BoundValue } from '../../../guard/restriction.ts'
import type { Schema } from '../../../guard/schema.ts'
import type { TableAccess } from '../../../guard/table-access.ts'
import type { ParserDialect } from '../parse/parser.ts'
import type { Gate } from '../text/gated-text.ts'
import type { ParsedTexts } from './parsed-texts.ts'
import type { Grammar } from './tree/grammar.ts'

/** Writes a placeholder for a value, never the value itself. */
export type Placeholder = (value: BoundValue) => string

/**
 * What the guard needs to know about a SQL dialect to rewrite a draft as text: each table becomes a filtered SELECT,
 * and all other characters stay.
 */
export interface RewriteRules {
  readonly engine: ParserDialect
  /** The database's name in hints. */
  readonly title: string
  readonly gate: Gate
  /** Matches the beginning of a query. */
  readonly opening: RegExp
  readonly grammar: Grammar
  /** Whether WITH tables see later ones. */
  readonly withSeesLater: boolean
  folding(schema: Schema): NameFolding
  quote(name: string): string
  /** The database's name in its own queries, if it has one. */
  ownName(schema: Schema): string | undefined
  /** Creates placeholders and collects their values. Text must be written from start to end. */
  placeholders(values: BoundValue[]): Placeholder
  /**
   * Writes the filtered SELECT for a table, the only form in which a table of the database is read.
   *
   * @param tree the draft's syntax tree
   */
  filters(tree: unknown, schema: Schema): (access: TableAccess, placeholder: Placeholder) => string
  /**
   * Refuses what would keep a server busy and cannot be stopped.
   *
   * @param tree the draft's syntax tree
   * @throws Refused
   */
  limitWork?(tree: unknown, schema: Schema): void
  /**
   * The dialect's verifier.
   *
   * @returns why a statement cannot be proven safe, or undefined
   */
  verify(candidate: QueryCandidate, rules: GuardRules, texts: Pick<ParsedTexts, 'trees'>): Promise<Refusal | undefined>
}
