import { CommandFailed } from '../command-failed.ts'
import type { FollowedEvent } from './follow-turn.ts'

/**
 * A turn's events as one document: the chat response, and what else the stream tells about it.
 * @throws CommandFailed with the problem that the turn ended with
 */
export const collectAnswer = async (events: AsyncIterable<FollowedEvent>): Promise<Record<string, unknown>> => {
  let answer: Record<string, unknown> = { message: '', results: [] }
  const parts = new Map<unknown, Record<string, unknown>>()
  for await (const { name, data } of events) {
    const { content: _content, attempt: _attempt, ...fields } = data
    if (name === 'error') throw failureOf(data)
    if (name === 'start' || name === 'suggestions' || name === 'choices' || name === 'done')
      answer = { ...answer, ...fields }
    if (name === 'query' || name === 'chart') answer = { ...answer, [name]: fields }
    if (name === 'results') {
      const { rows, columns, row_count, truncated, shortened } = fields
      const cut = shortened === undefined ? {} : { shortened }
      const { query_id, title } = fields
      if (title === undefined) answer = { ...answer, results: rows, columns, row_count, truncated, ...cut }
      else parts.set(query_id, { query_id, title, rows, columns, row_count, truncated, ...cut })
    }
  }
  return parts.size === 0 ? answer : { ...answer, parts: [...parts.values()] }
}

/** The problem that an `error` event carries. */
export const failureOf = (data: FollowedEvent['data']): CommandFailed =>
  new CommandFailed(`${String(data.message)} (${String(data.error_code)})`)
