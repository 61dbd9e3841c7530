import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { Candidate, Refusal } from '../../../guard/guarded-query.ts'
import type { NameFolding } from '../../../guard/name-folding.ts'
import type { BoundValue } from '../../../guard/restriction.ts'
import type { Schema } from '../../../guard/schema.ts'
import type { TableAccess } from '../../../guard/table-access.ts'
import type { ParserDialect } from '../parse/parser.ts'
import type { Gate } from '../text/gated-text.ts'
import type { ParsedTexts } from './parsed-texts.ts'
import type { Grammar } from './tree/grammar.ts'

/** Writes a value into SQL: as a placeholder, never as itself. */
export type Placeholder = (value: BoundValue) => string

/**
 * What the guard must know of a dialect of SQL to rewrite a draft as text: each table becomes a filtered SELECT in its place,
 * and all other characters stay as they were written.
 */
export interface RewriteRules {
  readonly engine: ParserDialect
  /** How hints call the database. */
  readonly title: string
  readonly gate: Gate
  /** How a query begins. */
  readonly opening: RegExp
  readonly grammar: Grammar
  /** Whether tables of a WITH see those that come after them. */
  readonly withSeesLater: boolean
  folding(schema: Schema): NameFolding
  quote(name: string): string
  /** How a database is called in its own queries, where it has a name. */
  ownName(schema: Schema): string | undefined
  /** Placeholders for values, which are collected here. Text is written from its begin to its end. */
  placeholders(values: BoundValue[]): Placeholder
  /**
   * How tables are read in a query: a SELECT with a filter, the only form in which a table of the database is read.
   *
   * @param tree of the draft
   */
  filters(tree: unknown, schema: Schema): (access: TableAccess, placeholder: Placeholder) => string
  /**
   * Refuses what would keep a server busy where nothing can stop it.
   *
   * @param tree of the draft
   * @throws Refused
   */
  limitWork?(tree: unknown, schema: Schema): void
  /**
   * The dialect's verifier.
   *
   * @returns why a statement cannot be proven safe, or undefined
   */
  verify(candidate: Candidate, rules: GuardRules, texts: Pick<ParsedTexts, 'trees'>): Promise<Refusal | undefined>
}
