import { continueAsNew, patched, proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import {
  ERASED_SINCE_OAUTH,
  ERASURE_ORDER,
  type ErasureProgress,
  type RemovalInput,
} from '../src/manage/organizations/rules/removal.ts'

/** A worker may die in every attempt; a removal that gives up is begun anew by the next worker that looks for some. */
const RETRY = { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 100 } as const

const steps = (summary: string) =>
  proxyActivities<Activities>({ startToCloseTimeout: '10m', heartbeatTimeout: '10s', retry: RETRY, summary })

/** Something is written anew between two looks where a process was slow; nothing is for ever. */
const LOOKS_MAX = 5

/**
 * Removes all that there is of an organization whose keys are out. Every step may be done again from its beginning, and the
 * whole too: what is gone stays gone.
 */
export async function removeOrganization(input: RemovalInput): Promise<void> {
  const report = reportOf()
  const { organizationId, entryId } = input
  report.say('ending its keys')
  await steps('End its keys').closeOrganization({ organizationId })
  for (let look = 1; look <= LOOKS_MAX; look++) {
    const erased = await eraseAll(input, report)
    if (look > 1 && erased === 0) break
    report.say('waiting for requests that were let in before its keys were out')
    await sleep(input.settleMs)
  }
  await steps('Forget it').forgetOrganization({ organizationId, entryId })
  report.say('it is removed')
}

/** @returns how many documents there were */
const eraseAll = async (input: RemovalInput, report: Report): Promise<number> => {
  const { organizationId } = input
  report.say('stopping what runs')
  await steps('Stop what runs').stopTurns({ organizationId })
  report.say('erasing events of its turns')
  await steps('Erase events of its turns').eraseEvents({ organizationId })
  let erased = 0
  // A removal that began before erases what there was then.
  const later: ReadonlySet<string> = new Set(patched('erase-oauth') ? [] : ERASED_SINCE_OAUTH)
  for (const kind of ERASURE_ORDER.filter((one) => !later.has(one))) {
    erased += await repeated(
      input,
      (sum) => report.count(kind, sum),
      () => steps(`Erase: ${kind}`).eraseBelongings({ organizationId, kind }),
    )
  }
  await repeated(
    input,
    (sum) => report.count('histories', sum),
    () => steps('Delete histories of its turns').eraseHistories({ organizationId }),
  )
  return erased
}

/** As often as there is more of it; where that makes the history long, the removal begins anew with what is left. */
const repeated = async (
  input: RemovalInput,
  onErased: (sum: number) => void,
  step: () => Promise<ErasureProgress>,
): Promise<number> => {
  let sum = 0
  for (;;) {
    const { erased, more } = await step()
    sum += erased
    if (sum > 0) onErased(sum)
    if (!more) return sum
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<(input: RemovalInput) => Promise<void>>(input)
  }
}

interface Report {
  say(now: string): void
  count(what: string, erased: number): void
}

/** What operators read in the Temporal UI: what it is doing, and how much of each thing is gone. */
const reportOf = (): Report => {
  const gone = new Map<string, number>()
  let doing = ''
  const show = () =>
    setCurrentDetails(
      [`**${doing}**`, ...[...gone].map(([what, erased]) => `- ${what}: ${erased} erased`)].join('\n\n'),
    )
  return {
    say(now) {
      doing = now
      show()
    },
    count(what, erased) {
      doing = 'erasing'
      gone.set(what, erased)
      show()
    },
  }
}
