import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { type Erased, type RemovalInput, removalWorkflowId } from '../manage/organizations/rules/removal.ts'
import { asked } from './asked.ts'
import { keyword } from './keyword.ts'
import { grpcCode, NOT_FOUND } from './trouble.ts'

/** What is listed is dealt with in this time, or begun anew. */
const LIST_MS = 5 * 60_000

/** Removals of organizations, and what Temporal knows of those that leave. */
export interface Removals {
  /**
   * Begins a removal, or joins the one that runs; one that has ended begins anew.
   * @throws Problem `worker_unavailable` when Temporal does not answer
   */
  start(input: RemovalInput): Promise<void>
  /** How many turns and jobs of an organization run. */
  running(organizationId: number): Promise<number>
  /**
   * Asks each of them to stop, or ends it as it is.
   * @param onEach told after each of them
   * @param told runs that need not be told again; those that are told now are added
   */
  stop(organizationId: number, how: 'cancel' | 'terminate', onEach: () => void, told?: Set<string>): Promise<void>
  /** Deletes histories of turns and jobs that have ended: their summaries may hold questions. @param max how many at most */
  eraseHistories(organizationId: number, max: number, onEach: () => void): Promise<Erased>
}

export const temporalRemovals = (client: Client, taskQueue: string): Removals => {
  const call = <Result>(run: () => Promise<Result>) => asked(client, run)
  const inTime = <Result>(run: () => Promise<Result>) => asked(client, run, LIST_MS)
  const { namespace } = client.options
  // Another installation may share the namespace, and have an organization of the same number.
  const ownOnes = (organizationId: number, condition: string): string =>
    `OrgId = '${organizationId}' AND TaskQueue = '${taskQueue.replaceAll("'", "''")}' AND WorkflowType != 'removeOrganization' AND ${condition}`
  const listed = (organizationId: number, condition: string) =>
    client.workflow.list({ query: ownOnes(organizationId, condition), pageSize: 100 })
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
          typedSearchAttributes: [{ key: keyword('OrgId'), value: String(organizationId) }],
        }),
      )
    },
    async running(organizationId) {
      return (await call(() => client.workflow.count(ownOnes(organizationId, RUNNING)))).count
    },
    async stop(organizationId, how, onEach, told = new Set()) {
      await inTime(async () => {
        for await (const { workflowId, runId } of listed(organizationId, RUNNING)) {
          if (told.has(runId)) continue
          const handle = client.workflow.getHandle(workflowId, runId)
          await call(async () => {
            if (how === 'cancel') await handle.cancel()
            else await handle.terminate('its organization was removed')
          }).catch(unlessGone)
          told.add(runId)
          onEach()
        }
      })
    },
    async eraseHistories(organizationId, max, onEach) {
      let erased = 0
      return await inTime(async () => {
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

/** What has ended meanwhile, or is deleted already, is as it should be. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof WorkflowNotFoundError) && grpcCode(error) !== NOT_FOUND) throw error
}
