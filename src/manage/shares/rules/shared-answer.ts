import { DEFAULT_SCOPE } from '../../../access/rules/caller.ts'
import type { Chart, PartChart } from '../../../ask/rules/answer.ts'
import type { Conversation } from '../../../ask/rules/history/conversation.ts'
import type { Message } from '../../../ask/rules/history/message.ts'
import type { QueryResult, QueryRun } from '../../../ask/rules/outcome.ts'
import type { Receipt } from '../../../ask/rules/receipt.ts'

/** The snapshot of an answer that readers of a share link see, taken when it was shared. Plain data. */
export interface SharedAnswer {
  readonly question: string
  readonly message: string
  /** ISO 8601, UTC. */
  readonly askedAt: string
  /** Tenant and scope of the question; absent if it had none. */
  readonly tenantId?: string
  readonly scopeId?: string
  /** Labels of the tables that were read. */
  readonly sources: readonly string[]
  readonly assumptions: readonly string[]
  /** One per query, in order; empty if no query was run. */
  readonly parts: readonly SharedPart[]
}

/** The rows of one query. */
export interface SharedPart {
  readonly title?: string
  readonly result: SharedResult
  readonly chart?: Chart
  /** Only if the link includes the query. */
  readonly query?: SharedQuery
}

export type SharedResult = Omit<QueryResult, 'executionTimeMs'>

/** A query as drafted and as run by the guard, with placeholders for bound values. */
interface SharedQuery {
  readonly written: string
  readonly run: string
}

interface Answered {
  readonly question: Pick<Message, 'content' | 'timestamp'>
  readonly answer: Pick<SharedAnswer, 'message' | 'sources' | 'assumptions'> & {
    readonly chart?: Chart | undefined
    readonly partCharts?: readonly PartChart[] | undefined
    readonly run: QueryRun | undefined
  }
  readonly conversation: Pick<Conversation, 'tenantId' | 'scopeId'>
}

/** Takes a snapshot of an answer. @param includesQuery whether readers see its queries */
export const sharedAnswer = (
  { question, answer, conversation: { tenantId, scopeId } }: Answered,
  includesQuery: boolean,
): SharedAnswer => ({
  question: question.content,
  message: answer.message,
  askedAt: question.timestamp,
  ...(tenantId === undefined ? {} : { tenantId }),
  ...(scopeId === DEFAULT_SCOPE ? {} : { scopeId }),
  sources: answer.sources,
  assumptions: answer.assumptions,
  parts: sharedParts(answer, includesQuery),
})

const sharedParts = (
  { run, chart, partCharts = [] }: Answered['answer'],
  includesQuery: boolean,
): readonly SharedPart[] => {
  if (run === undefined) return []
  const query = ({ drafted, statement }: Receipt) =>
    includesQuery ? { query: { written: drafted, run: statement } } : {}
  const drawn = (chart: Chart | undefined) => (chart === undefined ? {} : { chart })
  const first = { result: resultOf(run.result), ...drawn(chart), ...query(run.receipt) }
  const others = (run.parts ?? []).map(({ title, result, receipt }, at) => ({
    title,
    result: resultOf(result),
    ...drawn(partCharts.find(({ part }) => part === at + 1)?.chart),
    ...query(receipt),
  }))
  return [first, ...others]
}

const resultOf = ({ executionTimeMs: _, ...result }: QueryResult): SharedResult => result
