import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StatementWatch } from '../../../chaos/audit/statement-watch.ts'
import { Journal } from '../../../chaos/journal.ts'
import { processorTable, processorTime } from '../stack/processor-time.ts'
import { usageTable } from '../stack/usage-table.ts'
import { faultsOf, untilBack } from './faults.ts'
import { runLoad } from './load.ts'
import type { TrialOptions } from './options.ts'
import type { Outside } from './outside.ts'
import { isClean, shownVerdict } from './report.ts'
import { MODEL_KEY, NEXT_TAG, TAG, type Trial, TURN_TIMEOUT_S } from './trial.ts'
import { verdictOf } from './verdict.ts'

const QUIET_MS = 4_000

/**
 * Asks for a while, breaks things meanwhile where that is wanted, and holds everything against every promise.
 * @returns whether all was as it should be
 */
export const underLoad = async (
  { stack, folder, progress, address }: Trial,
  outside: Outside,
  keys: readonly string[],
  { perSecond, minutes, faults, from = TAG, only }: TrialOptions,
): Promise<boolean> => {
  const clients = path.join(folder, 'clients.jsonl')
  const journal = new Journal(clients)
  journal.write({ kind: 'sent', at: Date.now(), ask: 'first', how: 'json', scope: 'first', tenant: '1' })
  const watch = new StatementWatch(outside.ownerUrl)
  const over = new AbortController()
  const [before, began] = [await processorTime(stack), performance.now()]
  const loading = runLoad({ journal, keys, address, perSecond, until: over.signal })
  const happened: string[] = []
  const wrong: string[] = []
  const wanted = faultsOf({ address, from, to: NEXT_TAG }).filter(
    ({ what }) => only === undefined || what.includes(only),
  )
  try {
    const ends = Date.now() + minutes * 60_000
    for (const { what, service, happen } of faults ? wanted : []) {
      await sleep(QUIET_MS)
      journal.write({ kind: 'fault', at: Date.now(), what })
      const brokenAt = performance.now()
      const trouble = await happen(stack)
      await untilBack(stack, service)
      happened.push(`${what}: back after ${((performance.now() - brokenAt) / 1000).toFixed(1)} s`)
      if (trouble !== undefined) wrong.push(`${what}: ${trouble}`)
      progress.note(`  ${happened.at(-1)}`)
    }
    await progress.step('Asking on', () => sleep(Math.max(0, ends - Date.now())))
    progress.note(await usageTable(stack))
  } finally {
    over.abort()
  }
  const outcome = await progress.step('Until the last answer', () => loading)
  const seconds = (performance.now() - began) / 1000
  if (!faults)
    process.stdout.write(
      `${processorTable({ before, after: await processorTime(stack), seconds, turns: outcome.asked })}\n`,
    )
  const secrets = [
    MODEL_KEY,
    ...keys,
    (await stack.compose(['run', '--rm', '-T', 'secrets', 'show', 'tabletalk_secret'])).trim(),
  ]
  const seen = { folder, clients, outside, watch, turnTimeoutMs: TURN_TIMEOUT_S * 1000, secrets }
  const verdict = await progress.step('Judging', () => verdictOf(stack, seen)).finally(() => watch.close())
  process.stdout.write(`${[shownVerdict(outcome, verdict, happened), ...wrong].join('\n')}\n`)
  return isClean(outcome, verdict) && wrong.length === 0
}
