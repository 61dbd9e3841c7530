import { CancellationScope, proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { HEARTBEAT_MS } from '../src/ask/rules/time-limits.ts'
import {
  ATTACK_ATTEMPT_MS,
  ATTACK_ATTEMPTS_MAX,
  ATTACK_DURATION_MAX_MS,
  type AttackInput,
} from '../src/manage/jobs/rules/attack-input.ts'
import { jobEnding } from './job-ending.ts'

const { runAttacks } = proxyActivities<Activities>({
  startToCloseTimeout: ATTACK_ATTEMPT_MS,
  scheduleToCloseTimeout: ATTACK_DURATION_MAX_MS,
  heartbeatTimeout: HEARTBEAT_MS,
  retry: {
    initialInterval: '200ms',
    backoffCoefficient: 2,
    maximumInterval: '5s',
    maximumAttempts: ATTACK_ATTEMPTS_MAX,
  },
  summary: 'Attack the policy on planted copies',
})
const { endJob } = proxyLocalActivities<Activities>({
  startToCloseTimeout: '20s',
  localRetryThreshold: '10s',
  summary: 'Say how the job ended',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s', maximumAttempts: 10_000 },
})
/** A server that is away for a day is given up. */
const { removeCopies } = proxyActivities<Activities>({
  startToCloseTimeout: '5m',
  scheduleToCloseTimeout: '1d',
  heartbeatTimeout: HEARTBEAT_MS,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10m' },
  summary: 'Remove the copies that are left',
})

/**
 * Attacks the policy of a database and stores the outcome, through crashes of every process. A step that was cut off
 * may leave copies, which are removed once the job has ended.
 */
export async function attackPolicy(input: AttackInput): Promise<void> {
  try {
    await runAttacks(input)
  } catch (error) {
    const ending = jobEnding(error, 'The attacks took longer than they may.')
    await CancellationScope.nonCancellable(async () => {
      await endJob({ ...input, ending })
      await removeCopies(input)
    })
    throw error
  }
}
