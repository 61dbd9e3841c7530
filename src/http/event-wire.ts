import type { AnswerDisclosure } from '../access/rules/disclosure.ts'
import type { Failure } from '../ask/rules/answer.ts'
import { type AnswerNames, nameFilter, namesOf, UNKNOWN_NAMES } from '../ask/rules/answer-names.ts'
import type { Language } from '../ask/rules/language.ts'
import { guardedData } from '../ask/rules/receipt-data.ts'
import type { TurnEvent, TurnEventBody } from '../ask/rules/turn-event.ts'
import { problemRow } from '../platform/problems/problem.ts'
import { type Disclosed, disclosed, disclosedFailure } from './disclosed.ts'
import { resultData } from './result-data.ts'
import { stageText, statusText } from './status-text.ts'

/** Encodes the events of one turn as server-sent events for one client. */
export interface EventWire {
  /** Updates the state for an event that the client already has. */
  skip(event: TurnEvent): void
  encode(event: TurnEvent): string
  /** An event that makes the client drop its text. It is not in the log, so it has no id and does not move the cursor. */
  reset(): string
}

type Payload = { readonly [field: string]: unknown }

/**
 * Text chunks are the only unnamed events, and every payload has `content`: the `content` of all events since the last
 * `reset`, concatenated, is the answer. If a turn ends with a message that was not streamed, the text is added before
 * `done`.
 *
 * @param known the names of an answer whose queries are no longer in the log
 */
export const eventWire = (
  turnId: string,
  traceId: string,
  { disclosure, known }: { readonly disclosure: AnswerDisclosure; readonly known?: AnswerNames | undefined },
): EventWire => {
  let attempt = 1
  let language: Language = 'en'
  let text = ''
  let names = known ?? UNKNOWN_NAMES
  const queries = new Map<string, Parameters<typeof namesOf>[0][number]>()
  const filter = nameFilter()

  /** @returns what the client is shown of a text */
  const trackState = (body: TurnEventBody): string => {
    if (body.type === 'start') language = body.language ?? 'en'
    if (body.type === 'query' || body.type === 'results') {
      queries.set(`${body.type} ${body.queryId}`, body.type === 'query' ? namedQuery(body) : namedColumns(body))
      names = namesOf([...queries.values()])
    }
    if (body.type === 'reset') {
      attempt += 1
      text = ''
      filter.reset()
    }
    if (body.type !== 'text') return ''
    text += body.content
    return disclosure.names ? body.content : filter.push(body.content, names)
  }
  const reset = (): string => {
    trackState({ type: 'reset' })
    return encodeFrame({ event: 'reset', data: { content: '', attempt } })
  }
  const encodeMissingText = (message: string): string => {
    if (text === message) return ''
    const dropped = text === '' ? '' : reset()
    text = message
    return dropped + encodeFrame({ data: { content: disclosed(disclosure, names).text(message) } })
  }

  return {
    skip: ({ body }) => void trackState(body),
    encode({ seq, body }) {
      const content = trackState(body)
      if (isHidden(body, disclosure)) return ''
      const before = body.type === 'done' ? encodeMissingText(body.message) : ''
      const id = `${turnId}.${seq}`
      if (body.type === 'text') return encodeFrame({ id, data: { content } })
      const shown = disclosed(disclosure, names)
      // The last word of a text from which names are removed.
      const rest = body.type === 'done' ? filter.end(names) : ''
      return (
        before +
        encodeFrame({
          event: body.type,
          id,
          data: { content: rest, ...payload(body, { turnId, traceId, attempt, language, disclosure, shown }) },
        })
      )
    },
    reset,
  }
}

const namedQuery = ({ statement, guarded }: Extract<TurnEventBody, { type: 'query' }>) => ({
  statements: [statement, guarded.statement],
  tables: guarded.tables,
  columns: guarded.tables.flatMap(({ columns }) => columns),
})

const namedColumns = ({ result }: Extract<TurnEventBody, { type: 'results' }>) => ({
  statements: [],
  tables: [],
  columns: result.columns.map(({ name }) => name),
})

const isHidden = (body: TurnEventBody, { queries, reasoning }: AnswerDisclosure): boolean =>
  (body.type === 'query' && !queries) || (body.type === 'status' && body.thinking !== undefined && !reasoning)

interface EventContext {
  readonly turnId: string
  readonly traceId: string
  readonly attempt: number
  readonly language: Language
  readonly disclosure: AnswerDisclosure
  readonly shown: Disclosed
}

const payload = (
  body: Exclude<TurnEventBody, { type: 'text' }>,
  { turnId, traceId, attempt, language, disclosure, shown }: EventContext,
): Payload => {
  switch (body.type) {
    case 'start':
      return { turn_id: turnId, conversation_id: body.conversationId, message_id: body.messageId, attempt }
    case 'status': {
      const { status, thinking } = body
      // Lookups contain names of the database.
      const message = disclosure.progress
        ? statusText(disclosure.reasoning ? body : { status }, language)
        : stageText(status, language)
      return { status, message, ...(thinking === undefined ? {} : { thinking }), attempt }
    }
    case 'query': {
      const { queryId, language, dialect, statement, explanation, tables, guarded } = body
      const query = { query_id: queryId, language, dialect, statement, explanation, tables, attempt }
      return { ...query, receipt: guardedData(guarded) }
    }
    case 'results':
      return {
        query_id: body.queryId,
        ...(body.title === undefined ? {} : { title: shown.text(body.title) }),
        ...resultData(shown.result(body.result)),
        execution_time_ms: body.result.executionTimeMs,
      }
    case 'chart':
      return { query_id: body.queryId, ...shown.chart(body.chart) }
    case 'suggestions':
      return { suggestions: shown.texts(body.suggestions) }
    case 'choices':
      return { choices: shown.choices(body.choices) }
    case 'warning':
      return { code: body.code, message: body.message }
    case 'reset':
      return { attempt }
    case 'done':
      return {
        message: shown.text(body.message),
        message_id: body.messageId,
        conversation_id: body.conversationId,
        session_id: body.sessionId,
        sources: shown.sources(body.sources),
        query_type: body.queryType,
        execution_time_ms: body.executionTimeMs,
        finish_reason: body.finishReason,
        ...(disclosure.assumptions && body.assumptions !== undefined && body.assumptions.length > 0
          ? { assumptions: body.assumptions }
          : {}),
        ...(body.choices === undefined ? {} : { choices: shown.choices(body.choices) }),
      }
    case 'error':
      return errorPayload(disclosedFailure(disclosure, body), { turnId, traceId })
  }
}

const errorPayload = (
  { problem, message, ...retry }: Failure,
  { turnId, traceId }: { readonly turnId: string; readonly traceId: string },
): Payload => {
  const { errorCode, code, status, ...known } = problemRow(problem)
  const { retryable = false, retryAfterS } = { ...known, ...retry }
  return {
    problem,
    error_code: errorCode,
    code,
    message,
    status_code: status,
    retryable,
    ...(retryAfterS === undefined ? {} : { retry_after: retryAfterS }),
    trace_id: traceId,
    turn_id: turnId,
  }
}

/** JSON escapes line breaks, so `data` is always one line. */
const encodeFrame = ({
  event,
  id,
  data,
}: {
  readonly event?: string
  readonly id?: string
  readonly data: Payload
}): string =>
  `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
