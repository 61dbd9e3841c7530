import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { type ErasureProgress, type RemovalInput, removalWorkflowId } from '../manage/organizations/rules/removal.ts'
import { callTemporal } from './call-temporal.ts'
import { keywordAttribute } from './keyword.ts'
import { grpcCode, NOT_FOUND } from './temporal-errors.ts'

/** Time limit for processing a list; then the activity is retried. */
const LIST_MS = 5 * 60_000

/** Workflows that remove organizations, and the runs and histories of removed organizations. */
export interface RemovalWorkflows {
  /**
   * Starts a removal, or joins a running one; an ended one is started again.
   * @throws Problem `worker_unavailable` if Temporal does not respond
   */
  start(input: RemovalInput): Promise<void>
  /** Number of running turns and jobs of an organization. */
  running(organizationId: number): Promise<number>
  /**
   * Cancels or terminates the running turns and jobs of an organization.
   * @param onEach called after each run
   * @param processed run ids to skip; the ids of this call are added
   */
  stop(organizationId: number, how: 'cancel' | 'terminate', onEach: () => void, processed?: Set<string>): Promise<void>
  /** Deletes the histories of ended turns and jobs, whose summaries may contain questions. @param max maximum number */
  eraseHistories(organizationId: number, max: number, onEach: () => void): Promise<ErasureProgress>
}

export const temporalRemovals = (client: Client, taskQueue: string): RemovalWorkflows => {
  const call = <Result>(run: () => Promise<Result>) => callTemporal(client, run)
  const callForList = <Result>(run: () => Promise<Result>) => callTemporal(client, run, LIST_MS)
  const { namespace } = client.options
  // Another installation may share the namespace and have an organization with the same id.
  const ownRunsQuery = (organizationId: number, condition: string): string =>
    `OrgId = '${organizationId}' AND TaskQueue = '${taskQueue.replaceAll("'", "''")}' AND WorkflowType != 'removeOrganization' AND ${condition}`
  const listed = (organizationId: number, condition: string) =>
    client.workflow.list({ query: ownRunsQuery(organizationId, condition), pageSize: 100 })
  return {
    async start(input) {
      const { organizationId } = input
      await call(() =>
        client.workflow.start('removeOrganization', {
          workflowId: removalWorkflowId(input),
          taskQueue,
          args: [input],
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          staticSummary: `Remove organization ${organizationId}`,
          typedSearchAttributes: [{ key: keywordAttribute('OrgId'), value: String(organizationId) }],
        }),
      )
    },
    async running(organizationId) {
      return (await call(() => client.workflow.count(ownRunsQuery(organizationId, RUNNING)))).count
    },
    async stop(organizationId, how, onEach, processed = new Set()) {
      await callForList(async () => {
        for await (const { workflowId, runId } of listed(organizationId, RUNNING)) {
          if (processed.has(runId)) continue
          const handle = client.workflow.getHandle(workflowId, runId)
          await call(async () => {
            if (how === 'cancel') await handle.cancel()
            else await handle.terminate('its organization was removed')
          }).catch(unlessGone)
          processed.add(runId)
          onEach()
        }
      })
    },
    async eraseHistories(organizationId, max, onEach) {
      let erased = 0
      return await callForList(async () => {
        for await (const { workflowId, runId } of listed(organizationId, `NOT ${RUNNING}`)) {
          if (erased >= max) return { erased, more: true }
          const workflowExecution = { workflowId, runId }
          await call(() => client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution })).catch(
            unlessGone,
          )
          erased += 1
          onEach()
        }
        return { erased, more: false }
      })
    },
  }
}

const RUNNING = "ExecutionStatus = 'Running'"

/** Ignores runs that have ended or were deleted concurrently. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof WorkflowNotFoundError) && grpcCode(error) !== NOT_FOUND) throw error
}
