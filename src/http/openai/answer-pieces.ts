import type { Failure } from '../../ask/rules/answer.ts'
import type { TokenCounts } from '../../ask/rules/draft.ts'
import type { Language } from '../../ask/rules/language.ts'
import { guardedData } from '../../ask/rules/receipt-data.ts'
import type { TurnEventBody } from '../../ask/rules/turn-event.ts'
import { problemRow } from '../../platform/problems/problem.ts'
import {
  type AnswerDetails,
  dedupedText,
  detailsMarkdown,
  inertPieces,
  type ReceiptFields,
  type TablePart,
  textMarkdown,
} from '../answer-markdown.ts'
import type { AnswerReader } from '../answer-reader.ts'
import { statusText } from '../status-text.ts'
import type { AskedModel } from './models.ts'

/** A piece of an answer for a client that cannot withdraw text. */
export type AnswerPiece =
  | { readonly kind: 'status'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end'; readonly usage: TokenCounts | undefined }
  | { readonly kind: 'failed'; readonly failure: Pick<Failure, 'problem' | 'message'> }

/** Between the text of an attempt and that of the next one. */
const RULE = '\n\n---\n\n'

/**
 * Events of a turn → pieces of its answer as Markdown: its text as it is written, then its tables and receipt. The text of
 * an attempt that was begun again stays; the next one continues it if it begins with the same words, and otherwise follows
 * after a rule.
 */
export const answerPieces = (turnId: string, reader: AnswerReader, { database, parts }: AskedModel) => {
  let language: Language = 'en'
  let pieces = reader.textInPieces()
  let deduped = dedupedText(undefined, parts)
  let inert = inertPieces()
  let attempt = ''
  let sent = ''
  let chart: AnswerDetails['chart']
  const receipts = new Map<string, ReceiptFields>()
  const tables = new Map<string, Omit<TablePart, 'receipt'>>()

  /** The part of this attempt that the client does not have. */
  const unsentText = (isComplete: boolean): string => {
    if (!isComplete && sent.startsWith(attempt)) return ''
    const text = attempt.startsWith(sent) ? attempt.slice(sent.length) : RULE + attempt
    sent = attempt
    return text
  }
  const ended = (body: Extract<TurnEventBody, { type: 'done' }>): AnswerPiece[] => {
    if (body.finishReason === 'cancelled')
      return [{ kind: 'failed', failure: { problem: 'turn_cancelled', message: problemRow('turn_cancelled').message } }]
    const message = reader.text(body.message)
    const found =
      body.queryType === 'chat' ? [] : [...tables].map(([id, part]) => ({ ...part, receipt: receipts.get(id) }))
    attempt = textMarkdown(message, found[0]?.result, parts)
    const choices = body.choices && reader.choices(body.choices)
    const details = detailsMarkdown(message, { turnId, database: database.name, tables: found, chart, choices }, parts)
    return [
      { kind: 'text', text: unsentText(true) + details },
      { kind: 'end', usage: body.usage },
    ]
  }

  return (body: TurnEventBody): readonly AnswerPiece[] => {
    switch (body.type) {
      case 'start':
        language = body.language ?? 'en'
        return []
      case 'status':
        return [{ kind: 'status', text: body.thinking ?? `${statusText(body, language)}\n` }]
      case 'query':
        if (reader.discloses.queries)
          receipts.set(body.queryId, { query: body.statement, ...guardedData(body.guarded) })
        return []
      case 'results': {
        // The first query was run again: its parts follow again.
        if (body.queryId === turnId) tables.clear()
        const title = body.title === undefined ? undefined : reader.text(body.title)
        const result = reader.result(body.result)
        tables.set(body.queryId, { title, result })
        if (body.queryId === turnId) deduped = dedupedText(result, parts)
        return []
      }
      case 'chart':
        if (body.queryId === turnId) chart = reader.chart(body.chart)
        return []
      case 'reset':
        pieces = reader.textInPieces()
        deduped = dedupedText(tables.get(turnId)?.result, parts)
        inert = inertPieces()
        attempt = ''
        return []
      case 'text':
        attempt += inert(deduped.push(pieces.push(body.content)))
        return [{ kind: 'text', text: unsentText(false) }]
      case 'done':
        return ended(body)
      case 'error':
        return [{ kind: 'failed', failure: reader.failure(body) }]
      default:
        return []
    }
  }
}
