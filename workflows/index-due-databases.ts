import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import {
  CancellationScope,
  continueAsNew,
  executeChild,
  proxyActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { DueInput } from '../src/manage/jobs/rules/due-input.ts'
import { type IndexInput, indexWorkflowId } from '../src/manage/jobs/rules/index-input.ts'
import { indexDatabase } from './index-database.ts'

const { nextDueDatabase } = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 100 },
  summary: 'Find the next database that is due',
})

/** Databases that are indexed at once, few enough not to delay questions. */
const LANES = 4

const ORGANIZATION = defineSearchAttributeKey('OrgId', SearchAttributeType.KEYWORD)
const DATABASE = defineSearchAttributeKey('DatabaseId', SearchAttributeType.KEYWORD)

/**
 * Indexes all databases that are due, a few at a time; one that fails has a job with its reason, and delays none of the
 * others. A cancellation cancels the running jobs.
 *
 * @returns how many it has indexed, and how many failed
 */
export async function indexDueDatabases(input: DueInput & Partial<Counts>): Promise<Counts> {
  const { everyMs } = input
  const counts = { indexed: input.indexed ?? 0, failed: input.failed ?? 0 }
  let { after } = input
  let isOver = false
  const next = inTurn(async () => {
    while (!isOver && !workflowInfo().continueAsNewSuggested) {
      const due = await nextDueDatabase({ everyMs, ...(after === undefined ? {} : { after }) })
      after = due.after
      isOver = after === undefined
      if (due.job !== undefined) return due.job
    }
    return undefined
  })
  const lane = async (): Promise<void> => {
    for (let job = await next(); job !== undefined; job = await next()) {
      counts[(await succeeds(job.input, job.summary)) ? 'indexed' : 'failed'] += 1
      setCurrentDetails(`${counts.indexed} databases indexed, ${counts.failed} could not be`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  if (after !== undefined) await continueAsNew<typeof indexDueDatabases>({ everyMs, after, ...counts })
  return counts
}

interface Counts {
  readonly indexed: number
  readonly failed: number
}

const succeeds = async (input: IndexInput, summary: string): Promise<boolean> => {
  try {
    await executeChild(indexDatabase, {
      args: [input],
      workflowId: indexWorkflowId(input),
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      staticSummary: summary,
      typedSearchAttributes: [
        { key: ORGANIZATION, value: String(input.organizationId) },
        { key: DATABASE, value: input.databaseId },
      ],
    })
    return true
  } catch (error) {
    if (CancellationScope.current().consideredCancelled) throw error
    return false
  }
}

/** Lets one call wait for the end of the one before it. */
const inTurn = <Result>(call: () => Promise<Result>): (() => Promise<Result>) => {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const mine = last.then(call)
    last = mine.catch(() => undefined)
    return mine
  }
}
