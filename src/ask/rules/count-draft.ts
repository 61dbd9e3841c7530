import type { QueryLanguage } from './drafted-query.ts'

/** A draft that counts the rows of another one, as `n`; undefined if the form of the other one is unknown. */
export const countDraft = (language: QueryLanguage, draft: string): string | undefined =>
  language === 'sql' ? countSql(draft) : countCommand(draft)

/** The line break ends a comment at the end of the draft. */
const countSql = (draft: string): string => `SELECT COUNT(*) AS n FROM (\n${draft.replace(/[;\s]+$/, '')}\n) AS counted`

const countCommand = (draft: string): string | undefined => {
  const command = commandOf(draft)
  if (command === undefined) return undefined
  const { collection, pipeline, filter = {}, skip, limit } = command
  const stages = Array.isArray(pipeline)
    ? pipeline
    : [
        { $match: filter },
        ...(typeof skip === 'number' && skip > 0 ? [{ $skip: skip }] : []),
        ...(typeof limit === 'number' && limit > 0 ? [{ $limit: limit }] : []),
      ]
  return JSON.stringify({ collection, pipeline: [...stages, { $count: 'n' }] })
}

const commandOf = (draft: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const parsed: unknown = JSON.parse(draft)
    return typeof parsed === 'object' && parsed !== null && 'collection' in parsed ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}
