import type { Client } from '@temporalio/client'
import proto from '@temporalio/proto'
import type { SEARCH_ATTRIBUTES } from '../ask/rules/turn.ts'
import type { TurnRun, TurnRunFilter, TurnRunState } from '../ask/rules/turn-run.ts'
import { callTemporal } from './call-temporal.ts'

/** A page of runs, with the token of the next page, if any. */
interface TurnRunPage {
  readonly runs: readonly TurnRun[]
  readonly next?: string
}

/** The workers of turns and their backlog. */
export interface TurnWorkers {
  /** Number of processes that have polled recently. */
  readonly count: number
  /** Approximate number of tasks that no worker has started. */
  readonly waiting: number
  /** Age of the oldest waiting task; 0 if there is none. */
  readonly oldestWaitingMs: number
}

/** Turns as operators see them, read from Temporal only: neither customers' databases nor messages are read. */
export interface TurnRuns {
  /**
   * Running turns first, then ended turns, latest first, for as long as Temporal retains them.
   * @throws Problem `worker_unavailable` if Temporal does not respond
   */
  list(filter: TurnRunFilter, page: { readonly limit: number; readonly after?: string }): Promise<TurnRunPage>
  /** @throws Problem `worker_unavailable` if Temporal does not respond */
  workers(): Promise<TurnWorkers>
}

export const temporalTurnRuns = (client: Client, taskQueue: string): TurnRuns => {
  const { namespace } = client.options
  return {
    async list(filter, { limit: pageSize, after }) {
      const nextPageToken = after === undefined ? new Uint8Array() : Buffer.from(after, 'base64url')
      const request = { namespace, pageSize, nextPageToken, query: queryOf(filter, { taskQueue, now: new Date() }) }
      const { executions, nextPageToken: next } = await callTemporal(client, () =>
        client.workflowService.listWorkflowExecutions(request),
      )
      const runs = executions.flatMap((execution) => runOf(execution) ?? [])
      return next.length === 0 ? { runs } : { runs, next: Buffer.from(next).toString('base64url') }
    },
    async workers() {
      const { TaskQueueType } = proto.temporal.api.enums.v1
      const queues = await Promise.all(
        [TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY].map((taskQueueType) =>
          callTemporal(client, () =>
            client.workflowService.describeTaskQueue({
              namespace,
              taskQueue: { name: taskQueue },
              taskQueueType,
              reportStats: true,
            }),
          ),
        ),
      )
      const identities = queues.map(({ pollers }) => new Set(pollers.map(({ identity }) => identity)))
      const waits = queues.map(({ stats }) => ({
        count: Number(stats?.approximateBacklogCount ?? 0),
        ms: msOf(stats?.approximateBacklogAge) ?? 0,
      }))
      return {
        // A turn needs workers that poll both task queues.
        count: Math.min(...identities.map(({ size }) => size)),
        waiting: waits.reduce((sum, { count }) => sum + count, 0),
        oldestWaitingMs: Math.max(...waits.map(({ count, ms }) => (count === 0 ? 0 : ms))),
      }
    },
  }
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

interface QueryContext {
  /** The task queue of this installation: others may share its namespace. */
  readonly taskQueue: string
  readonly now: Date
}

/** Converts a filter to a list query of Temporal. */
const queryOf = (
  { organizationId, databaseId, conversationId, problem, state, minSeconds }: TurnRunFilter,
  { taskQueue, now }: QueryContext,
): string => {
  const conditions = [
    `WorkflowType = 'answerQuestion' AND TaskQueue = ${quoted(taskQueue)}`,
    ...(organizationId === undefined ? [] : [`OrgId = ${quoted(String(organizationId))}`]),
    ...(databaseId === undefined ? [] : [`DatabaseId = ${quoted(databaseId)}`]),
    ...(conversationId === undefined ? [] : [`ConversationId = ${quoted(conversationId)}`]),
    ...(problem === undefined ? [] : [`Problem = ${quoted(problem)}`]),
    ...(state === undefined ? [] : [STATE_QUERY[state]]),
    ...(minSeconds === undefined ? [] : [durationQuery(minSeconds, now)]),
  ]
  return conditions.join(' AND ')
}

const STATE_QUERY: Readonly<Record<TurnRunState, string>> = {
  running: "ExecutionStatus = 'Running'",
  answered: "ExecutionStatus = 'Completed' AND Problem IS NULL",
  failed:
    "ExecutionStatus != 'Running' AND ((Problem IS NULL AND ExecutionStatus != 'Completed') OR Problem != 'turn_cancelled')",
  cancelled: "Problem = 'turn_cancelled'",
}

const durationQuery = (seconds: number, now: Date): string => {
  const startedBefore = new Date(now.getTime() - seconds * 1000).toISOString()
  return `((ExecutionStatus = 'Running' AND StartTime <= '${startedBefore}') OR ExecutionDuration >= '${seconds}s')`
}

/** The format of `workflowIdOf`. */
const WORKFLOW_ID = /^turn\/(?<organization>\d{1,15})\/(?<conversation>[^/]+)\/(?<turn>[^/]+)$/

/** Converts an execution; undefined if it is not a turn with a database. */
const runOf = ({
  execution,
  status,
  startTime,
  closeTime,
  searchAttributes,
}: proto.temporal.api.workflow.v1.IWorkflowExecutionInfo): TurnRun | undefined => {
  const { workflowId = '', runId = '' } = execution ?? {}
  const { organization, conversation, turn } = WORKFLOW_ID.exec(workflowId ?? '')?.groups ?? {}
  const startedAt = timeOf(startTime)
  const databaseId = keywordOf(searchAttributes, 'DatabaseId')
  if (organization === undefined || conversation === undefined || turn === undefined) return undefined
  if (startedAt === undefined || databaseId === undefined || !workflowId || !runId) return undefined
  const problem = keywordOf(searchAttributes, 'Problem')
  const endedAt = timeOf(closeTime)
  return {
    turnId: turn,
    conversationId: conversation,
    organizationId: Number(organization),
    databaseId,
    state: stateOf(status, problem),
    startedAt,
    workflowId,
    runId,
    ...(problem === undefined ? {} : { problem }),
    ...(endedAt === undefined ? {} : { endedAt }),
  }
}

const { WorkflowExecutionStatus: STATUS } = proto.temporal.api.enums.v1

const stateOf = (status: unknown, problem: string | undefined): TurnRunState => {
  if (status === STATUS.WORKFLOW_EXECUTION_STATUS_RUNNING) return 'running'
  if (problem === 'turn_cancelled') return 'cancelled'
  return status === STATUS.WORKFLOW_EXECUTION_STATUS_COMPLETED && problem === undefined ? 'answered' : 'failed'
}

/** Search attributes are unencrypted JSON, because Temporal indexes them. */
const keywordOf = (
  attributes: proto.temporal.api.common.v1.ISearchAttributes | null | undefined,
  name: (typeof SEARCH_ATTRIBUTES)[number],
): string | undefined => {
  const sent = attributes?.indexedFields?.[name]?.data
  const value: unknown = sent == null || sent.length === 0 ? undefined : JSON.parse(Buffer.from(sent).toString())
  return typeof value === 'string' ? value : undefined
}

interface Seconds {
  readonly seconds?: { toNumber(): number } | null
  readonly nanos?: number | null
}

const msOf = (time: Seconds | null | undefined): number | undefined =>
  time == null ? undefined : (time.seconds?.toNumber() ?? 0) * 1000 + Math.floor((time.nanos ?? 0) / 1e6)

const timeOf = (time: Seconds | null | undefined): string | undefined => {
  const ms = msOf(time)
  return ms === undefined ? undefined : new Date(ms).toISOString()
}
