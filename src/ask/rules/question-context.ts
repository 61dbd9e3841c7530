import type { ColumnProfile, ProfiledColumn } from './column-profile.ts'
import type { Glossary } from './glossary.ts'
import type { ColumnValues, VisibleTable } from './knowledge.ts'
import type { NotFound } from './not-found.ts'

/** Of a prompt, for the schema, its values and what is told beside them, where the settings say nothing else. */
export const CONTEXT_TOKENS = 6_000

/** What of a caller's knowledge one question needs. A model is told nothing of a database beside it. */
export interface QuestionContext {
  /** In the order of the schema, so that the same choice is the same text. */
  readonly tables: readonly ShownTable[]
  /** How many tables there are that the caller may see and that are not among them. */
  readonly tablesLeftOut: number
  readonly glossary: Glossary
  /** Rows of the caller: the categories of what is shown, and what the question names. */
  readonly values: readonly ColumnValues[]
  /** Columns whose ranges may be needed, the likeliest first. */
  readonly profiled?: readonly ProfiledColumn[]
  /** What of them was read. */
  readonly profiles?: readonly ColumnProfile[]
  /** What the question names and nothing was found for. */
  readonly notFound?: NotFound
}

export interface ShownTable extends VisibleTable {
  /** How many of its columns are not shown. */
  readonly columnsLeftOut?: number
}

/** What of a caller's knowledge one question needs, in at most so many tokens for tables and values together. */
export type ContextWithin = (tokens: number) => Promise<QuestionContext>

/**
 * About how many tokens a text is: no fewer than the tokenizers of today's models make of names, types and values
 * (`bench/retrieval.ts` compares), which cut them smaller than prose.
 */
export const estimatedTokens = (text: string): number => {
  let characters = 0
  for (let at = 0; at < text.length; at++) characters += text.charCodeAt(at) < 128 ? 1 : CHARACTERS_PER_TOKEN
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}

const CHARACTERS_PER_TOKEN = 3
