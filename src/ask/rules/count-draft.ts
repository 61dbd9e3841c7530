import type { QueryLanguage } from './drafted-query.ts'

/** A draft that counts the rows of another one, as `n`; undefined where the other's form is not known. */
export const countDraft = (language: QueryLanguage, draft: string): string | undefined =>
  language === 'sql' ? countSql(draft) : countCommand(draft)

/** A comment at the end of the draft ends with its line. */
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
