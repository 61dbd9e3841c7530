import type { Request } from 'express'
import { z } from 'zod'
import { ANY_KEY } from '../../../domain/access/permit.ts'
import { type QueryResult, queryIdOf } from '../../../domain/ask/outcome.ts'
import { receiptData } from '../../../domain/ask/receipt-data.ts'
import { turnOfAnswer } from '../../../domain/history/message.ts'
import { invalidField } from '../../../domain/problem.ts'
import { data, written } from '../../reply.ts'
import { resultData } from '../../result-data.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { sendCsv } from './csv-results.ts'
import { messagePath, ResultsItem, ResultsQuery } from './message-schema.ts'
import { visibleMessage } from './visible-message.ts'

/** `GET /chat/messages/{message_id}/results`: the rows behind an answer, as JSON or as a CSV file. */
export const readResults = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/chat/messages/:message_id/results',
    summary: 'Rows of an answer',
    description:
      'JSON, or CSV with `format=csv` or `Accept: text/csv`. In CSV, text that a spreadsheet would take for a formula has an apostrophe before it, and with `bom=1` the file begins with a byte order mark; `X-Results-Rows` says how many rows there are, `X-Results-Left-Out` how many more the database had (`unknown` where they were not counted; then `X-Results-Truncated` alone says that there were any), and `X-Results-Shortened` how many large cells are shortened.',
    takes: z.object({ params: messagePath, query: ResultsQuery }),
    gives: data(ResultsItem),
    orGives: [written('text/csv', z.string(), 'The rows as CSV, with a header line.')],
    problems: ['message_not_found', 'input_invalid'],
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle({ req, res, caller }, { params, query }) {
      const { message_id } = params
      const turnId = turnOfAnswer(message_id)
      const [stored] = await Promise.all([
        turnId === undefined ? undefined : app.store.result(caller, turnId),
        visibleMessage(app, caller, message_id),
      ])
      const run = query.part === undefined ? stored : stored?.parts?.[query.part - 1]
      if (query.part !== undefined && run === undefined) throw invalidField('part', 'is not one of this answer')
      const result = run?.result ?? NO_ROWS
      if (isCsv(req, query)) {
        const name = `results-${turnId === undefined ? 'none' : queryIdOf(turnId, query.part)}`
        await sendCsv(res, { name, bom: query.bom === '1' }, result)
        return undefined
      }
      const { leftOut } = result
      return {
        ...{ message_id, ...resultData(result) },
        ...(leftOut === undefined ? {} : { left_out: leftOut }),
        ...(run === undefined || caller.kind === 'database' ? {} : { receipt: receiptData(run.receipt, true) }),
      }
    },
  })

/** Of small talk, questions and failures. */
const NO_ROWS: QueryResult = { columns: [], rows: [], rowCount: 0, truncated: false, executionTimeMs: 0 }

const isCsv = (req: Request, { format }: z.output<typeof ResultsQuery>): boolean =>
  format === undefined ? req.accepts(['application/json', 'text/csv']) === 'text/csv' : format === 'csv'
