import { CancellationScope, proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { IndexInput } from '../src/manage/jobs/rules/index-input.ts'
import { jobEnding } from './job-ending.ts'

const { readDatabase } = proxyActivities<Activities>({
  startToCloseTimeout: '150s',
  heartbeatTimeout: '5s',
  // A worker may die in every attempt; a problem that trying again cannot mend ends them at once.
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '5s', maximumAttempts: 10 },
  summary: 'Read the catalog, and update the policy',
})
const { endJob } = proxyLocalActivities<Activities>({
  startToCloseTimeout: '20s',
  localRetryThreshold: '10s',
  summary: 'Say how the job ended',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s', maximumAttempts: 10_000 },
})

/** Reads the catalog of one database again and stores the outcome, through crashes of every process. */
export async function indexDatabase(input: IndexInput): Promise<void> {
  try {
    await readDatabase(input)
  } catch (error) {
    const ending = jobEnding(error)
    await CancellationScope.nonCancellable(() => endJob({ ...input, ending }))
    throw error
  }
}
