import { getCurrentDetails, proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { AttemptOutcome, DeliveryInput } from '../src/manage/webhooks/rules/delivery.ts'

const steps = (summary: string) =>
  proxyActivities<Activities>({
    startToCloseTimeout: '60s',
    heartbeatTimeout: '5s',
    // A worker may die in every attempt, and a store be away for long; what an endpoint answers is no failure of the step.
    retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 10_000 },
    summary,
  })

/** Endpoints of an organization to which too much is sent at once are tried again after this. */
const CROWDED_MS = 5_000
const CROWDED_LONGEST_MS = 15 * 60_000

/**
 * Delivers one event to one endpoint, until it accepts it, deliveries to it end, or its deadline is over.
 *
 * @returns the outcome of the last attempt
 */
export async function deliverWebhook({ retry, ...delivery }: DeliveryInput): Promise<AttemptOutcome> {
  let failures = 0
  let crowded = 0
  let firstAt: number | undefined
  for (let attempts = 1; ; attempts++) {
    const earlier = { failures, sinceFirstMs: firstAt === undefined ? 0 : Date.now() - firstAt, retry }
    const attempt = await steps(`Attempt ${attempts}`).sendWebhook({
      ...delivery,
      disableAfterMs: retry.forMs,
      earlier,
    })
    if (attempt.kind === 'taken' || attempt.kind === 'over') return ended(attempts, attempt)
    crowded = attempt.kind === 'crowded' ? crowded + 1 : 0
    // Each time twice as long, up to a quarter of an hour: what waits must not be what keeps others waiting.
    let waitMs = Math.min(CROWDED_MS * 2 ** Math.min(crowded - 1, 10), CROWDED_LONGEST_MS)
    if (attempt.kind === 'failed') {
      failures += 1
      firstAt ??= Date.now()
      // As the attempt was stored.
      waitMs = attempt.nextInMs
    }
    tell(`attempt ${attempts}: ${wordOf(attempt)}; the next in ${Math.ceil(waitMs / 1000)} s`)
    await sleep(waitMs)
  }
}

const ended = (attempts: number, attempt: AttemptOutcome): AttemptOutcome => {
  tell(`attempt ${attempts}: ${wordOf(attempt)}; it is over`)
  return attempt
}

const wordOf = (attempt: AttemptOutcome): string => {
  switch (attempt.kind) {
    case 'taken':
      return `taken with ${attempt.status} in ${attempt.durationMs} ms`
    case 'failed':
      return `**${attempt.failure}** after ${attempt.durationMs} ms`
    case 'crowded':
      return 'no place to send it'
    case 'over':
      return attempt.because === 'given_up' ? 'it has failed for too long' : `the endpoint is ${attempt.because}`
  }
}

/** What operators read in the Temporal UI. */
const tell = (line: string): void => setCurrentDetails(`${getCurrentDetails()}- ${line}\n`)
