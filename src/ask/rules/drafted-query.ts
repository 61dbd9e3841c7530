import type { QueryDraft } from './draft.ts'

/** Query languages of planners: SQL, or a MongoDB command as JSON. */
export const QUERY_LANGUAGES = ['sql', 'mongodb'] as const
export type QueryLanguage = (typeof QUERY_LANGUAGES)[number]

/** The text of a drafted query, with its language. */
export interface DraftedQuery {
  readonly language: QueryLanguage
  /** The engine it was written for. */
  readonly dialect: string
  readonly statement: string
}

/**
 * Adds the language to the text of a draft. The draft itself holds text only, so that it can be read from any recorded
 * workflow history; the engine determines the language.
 */
export const draftedQuery = (
  engine: { readonly name: string; readonly language: QueryLanguage },
  { query }: Pick<QueryDraft, 'query'>,
): DraftedQuery => ({ language: engine.language, dialect: engine.name, statement: query })
