import type { WorkerOptions } from '@temporalio/worker'

/**
 * Steps that one process may have in hand. Most of them wait: for a model, for a customer's database, or in a line for
 * one of the slots that are shared by organization, tenant and caller (`src/access/rules/fair-semaphore.ts`). Those lines are
 * bounded, so that no tenant's waiting steps take all of these.
 */
export const STEPS_MAX = 1_000

/** Turns whose workflow tasks one process may hold: one that waits for a local step takes no processor time. */
const WORKFLOWS_MAX = 200

/** The settings of a worker of turns that affect its cost. */
export const TURN_WORKER_SETTINGS = {
  // A turn whose worker died goes to another one after this, not after the default of 10 s.
  stickyQueueScheduleToStartTimeout: '2s',
  maxCachedWorkflows: WORKFLOWS_MAX,
  maxConcurrentWorkflowTaskExecutions: WORKFLOWS_MAX,
  maxConcurrentActivityTaskExecutions: STEPS_MAX,
  maxConcurrentLocalActivityExecutions: STEPS_MAX,
  workflowTaskPollerBehavior: { type: 'autoscaling', minimum: 2, initial: 4, maximum: 20 },
  activityTaskPollerBehavior: { type: 'autoscaling', minimum: 1, initial: 2, maximum: 20 },
} satisfies Partial<WorkerOptions>
