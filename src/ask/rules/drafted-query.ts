import type { QueryDraft } from './draft.ts'

/** What planners write for an engine: SQL, or a MongoDB command as JSON. */
export const QUERY_LANGUAGES = ['sql', 'mongodb'] as const
export type QueryLanguage = (typeof QUERY_LANGUAGES)[number]

/** A query as a planner drafted it, with what its text is. */
export interface DraftedQuery {
  readonly language: QueryLanguage
  /** The engine that it was written for. */
  readonly dialect: string
  readonly statement: string
}

/**
 * Says what the text of a draft is. The draft itself holds text only, whatever the language, so that it reads the same
 * in every history that was ever recorded; the engine that it was drafted for knows the rest.
 */
export const draftedQuery = (
  engine: { readonly name: string; readonly language: QueryLanguage },
  { query }: Pick<QueryDraft, 'query'>,
): DraftedQuery => ({ language: engine.language, dialect: engine.name, statement: query })
