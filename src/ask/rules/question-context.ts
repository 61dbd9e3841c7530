import type { ColumnProfile, ProfiledColumn } from './column-profile.ts'
import type { Glossary } from './glossary.ts'
import type { ColumnValues, VisibleTable } from './knowledge.ts'
import type { NotFound } from './not-found.ts'

/** Default token limit of a prompt for the schema, its values and the text beside them. */
export const CONTEXT_TOKENS = 6_000

/** The part of a caller's knowledge that one question needs. A model receives nothing else about a database. */
export interface QuestionContext {
  /** In schema order, so that the same selection gives the same text. */
  readonly tables: readonly ShownTable[]
  /** Number of visible tables that were not selected. */
  readonly tablesLeftOut: number
  readonly glossary: Glossary
  /** Rows of the caller: the categories of the selected columns, and what the question names. */
  readonly values: readonly ColumnValues[]
  /** Columns whose ranges may be needed, most likely first. */
  readonly profiled?: readonly ProfiledColumn[]
  /** Ranges that were read of them. */
  readonly profiles?: readonly ColumnProfile[]
  /** Names in the question without a matching value. */
  readonly notFound?: NotFound
}

export interface ShownTable extends VisibleTable {
  /** Number of its columns that are not shown. */
  readonly columnsLeftOut?: number
}

/** Selects the part of a caller's knowledge that one question needs, within a token limit for tables and values together. */
export type ContextWithin = (tokens: number) => Promise<QuestionContext>

/**
 * Estimated number of tokens of a text: an upper bound for names, types and values, which current tokenizers split into
 * smaller tokens than prose (compared in `bench/retrieval.ts`).
 */
export const estimatedTokens = (text: string): number => {
  let characters = 0
  for (let at = 0; at < text.length; at++) characters += text.charCodeAt(at) < 128 ? 1 : CHARACTERS_PER_TOKEN
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}

const CHARACTERS_PER_TOKEN = 3
