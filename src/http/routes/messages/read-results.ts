import type { Request } from 'express'
import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { turnOfAnswer, userMessageId } from '../../../ask/rules/history/message.ts'
import { type QueryResult, queryIdOf } from '../../../ask/rules/outcome.ts'
import type { ExportFormat } from '../../../manage/exports/rules/export-format.ts'
import { MEDIA_TYPES } from '../../../manage/exports/rules/export-format.ts'
import { resultFile } from '../../../manage/exports/rules/result-file.ts'
import { invalidField } from '../../../platform/problems/problem.ts'
import { answerReader } from '../../answer-reader.ts'
import { data, written } from '../../reply.ts'
import { resultData } from '../../result-data.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { beginFile } from '../../send-file.ts'
import { messagePath, ResultsItem, ResultsQuery } from './message-schema.ts'
import { visibleMessage } from './visible-message.ts'

/** `GET /chat/messages/{message_id}/results`: the rows of an answer, as JSON or as a file. */
export const readResults = (app: Pick<RouteParts, 'cachedReads' | 'files' | 'store'>) =>
  endpoint({
    method: 'get',
    path: '/chat/messages/:message_id/results',
    summary: 'Get the rows of an answer',
    description:
      'JSON, or CSV with `format=csv` or `Accept: text/csv`, or an Excel workbook with `format=xlsx`, which has typed numbers, dates and booleans, and a second sheet with the question and the query. In CSV and workbooks, text that a spreadsheet would interpret as a formula is prefixed with an apostrophe; with `bom=1`, a CSV file begins with a byte order mark. `X-Results-Rows` is the number of rows, `X-Results-Left-Out` the number of further rows in the database (`unknown` if they were not counted; then only `X-Results-Truncated` shows that there are any), and `X-Results-Shortened` the number of large cells that are shortened.',
    takes: z.object({ params: messagePath, query: ResultsQuery }),
    gives: data(ResultsItem),
    orGives: [
      written('text/csv', z.string(), 'The rows as CSV, with a header line.'),
      written(MEDIA_TYPES.xlsx, z.string().meta({ format: 'binary' }), 'The rows as an Excel workbook.'),
    ],
    problems: ['message_not_found', 'input_invalid', 'tenant_busy'],
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle(exchange, { params, query }) {
      const { req, res, caller, disclosure } = exchange
      const { message_id } = params
      const turnId = turnOfAnswer(message_id)
      const [{ conversation }, stored] = await Promise.all([
        visibleMessage(app, caller, message_id),
        turnId === undefined ? undefined : app.store.results.find(caller, turnId),
      ])
      const run = query.part === undefined ? stored : stored?.parts?.[query.part - 1]
      if (query.part !== undefined && run === undefined) throw invalidField('part', 'is not a part of this answer')
      const result = run?.result ?? NO_ROWS
      const format = formatOf(req, query)
      if (format !== 'json') {
        const asked = turnId === undefined ? undefined : await app.store.messages.find(caller, userMessageId(turnId))
        const file = resultFile({
          format,
          bom: query.bom === '1',
          messageId: message_id,
          part: query.part,
          disclosure,
          result,
          question: asked?.content,
          receipt: run?.receipt,
          tenantId: conversation.tenantId,
          scopeId: conversation.scopeId,
        })
        const { bytes, sha256, shortened } = await app.files.write(file.content, file.rows, caller)
        const counts = { ...file.result, shortened: (file.result.shortened?.length ?? 0) + shortened }
        const name = `results-${turnId === undefined ? 'none' : queryIdOf(turnId, query.part)}`
        beginFile(res, { name, format, size: bytes.length, sha256, counts })
        res.end(bytes)
        return undefined
      }
      const { leftOut } = result
      const reader = await answerReader(app, exchange)
      const receipt = run === undefined ? undefined : reader.receipt(run.receipt)
      return {
        message_id,
        ...resultData(reader.result(result)),
        ...(leftOut === undefined ? {} : { left_out: leftOut }),
        ...(receipt === undefined ? {} : { receipt }),
      }
    },
  })

/** For messages without a query, such as small talk, questions and failures. */
const NO_ROWS: QueryResult = { columns: [], rows: [], rowCount: 0, truncated: false, executionTimeMs: 0 }

const formatOf = (req: Request, { format }: z.output<typeof ResultsQuery>): ExportFormat => {
  if (format !== undefined) return format
  return req.accepts(['application/json', 'text/csv']) === 'text/csv' ? 'csv' : 'json'
}
