import { CancellationScope, proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { HEARTBEAT_MS } from '../src/ask/rules/time-limits.ts'
import { type ExportInput, exportAttemptMs } from '../src/manage/exports/rules/export-input.ts'
import { jobEnding } from './job-ending.ts'

const { endExport } = proxyLocalActivities<Activities>({
  startToCloseTimeout: '20s',
  localRetryThreshold: '10s',
  summary: 'Say how the export ended',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s', maximumAttempts: 10_000 },
})

/** Runs the query of an answer again, stores its rows as a file, and stores the outcome, through crashes of every process. */
export async function exportAnswer(input: ExportInput): Promise<void> {
  const attemptMs = exportAttemptMs(input)
  const { writeExport } = proxyActivities<Activities>({
    startToCloseTimeout: attemptMs,
    scheduleToCloseTimeout: 2 * attemptMs,
    heartbeatTimeout: HEARTBEAT_MS,
    // A worker may die in every attempt; a problem that trying again cannot mend ends them at once.
    retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '5s', maximumAttempts: 10 },
    summary: 'Guard and run the query, and write the file',
  })
  try {
    await writeExport(input)
  } catch (error) {
    const ending = jobEnding(error, 'The export took longer than it may. Ask for less at once.')
    await CancellationScope.nonCancellable(() => endExport({ ...input, ending }))
    throw error
  }
}
