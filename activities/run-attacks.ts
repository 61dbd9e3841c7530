import { ATTACK_ATTEMPTS_MAX, type AttackInput } from '../src/manage/jobs/rules/attack-input.ts'
import { attackProgress, type JobProgress } from '../src/manage/jobs/rules/job.ts'
import type { AttackReport } from '../src/manage/policy-attacks/attack-database.ts'
import type { AttackedDatabase } from '../src/manage/policy-attacks/policy-attacks.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import { jobStep } from './job-step.ts'
import type { StepParts } from './step-parts.ts'

/** How often the job's progress is stored, and whether it was cancelled is read. */
const LOOK_MS = 2_000

type AttackApp = Pick<StepParts, 'observe' | 'policyAttacks' | 'store'>

/**
 * Attacks the stored policy of a database on planted copies, and stores what came of it. Run again, it removes the copies of the
 * attempts before it first; a job that is over by now, or gone with its database, is left alone.
 *
 * @throws Problem as `PolicyAttacks.attack`; `database_not_found`
 */
export const runAttacks = (app: AttackApp) =>
  jobStep<AttackInput>(app, 'runAttacks', async (input, { signal: cancelled, attempt }) => {
    const { jobId, organizationId } = input
    const unwanted = new AbortController()
    let progress: JobProgress | undefined
    const look = async (): Promise<void> => {
      const isWanted =
        progress === undefined
          ? await app.store.jobs.isRunning(input, jobId)
          : await app.store.jobs.step(input, jobId, progress)
      if (!isWanted) unwanted.abort(new Error('the job is over'))
    }
    await look()
    const looking = setInterval(() => void look().catch(() => undefined), LOOK_MS)
    try {
      unwanted.signal.throwIfAborted()
      const report = await app.policyAttacks.attack(
        await attacked(app, input),
        { organizationId },
        {
          runId: jobId,
          attempt,
          signal: AbortSignal.any([cancelled, unwanted.signal]),
          onTried: ({ tried, all }) => {
            progress = attackProgress(tried, all)
          },
        },
      )
      await app.store.jobs.end(input, jobId, { status: 'succeeded', result: attackResult(report) })
    } catch (error) {
      if (!unwanted.signal.aborted) throw error
    } finally {
      clearInterval(looking)
    }
  })

/**
 * Removes the scratch databases that crashed attempts of a run have left. The address of a database that was removed is not known
 * any more: then there is nothing to do.
 */
export const removeCopies = (app: AttackApp) =>
  jobStep<AttackInput>(app, 'removeCopies', async (input) => {
    const { jobId: runId, organizationId } = input
    try {
      const database = await attacked(app, input)
      await app.policyAttacks.removeCopies(database, { organizationId }, { runId, attempt: ATTACK_ATTEMPTS_MAX })
    } catch (error) {
      if (error instanceof Problem && error.problem === 'database_not_found') return
      // A plain error is retried until the activity times out; a problem would end it after a few attempts.
      throw new Error('copies are left', { cause: error })
    }
  })

/** @throws Problem `database_not_found` */
const attacked = async ({ store }: Pick<AttackApp, 'store'>, input: AttackInput): Promise<AttackedDatabase> => {
  const [stored, address] = await Promise.all([
    store.databases.find(input, input.databaseId),
    store.databases.findAddress(input, input.databaseId),
  ])
  if (stored === undefined || address === undefined) throw new Problem('database_not_found')
  const { engine, include, policy } = stored
  return { engine, address, include, policy }
}

const LEAKS_MAX = 20
const DRAFT_MAX = 300

/** A report as it is stored and shown. */
export const attackResult = ({ families, leaks, callers, ...report }: AttackReport) => ({
  suite: report.suite,
  engine: report.engine,
  tables: report.tables,
  tables_of: report.tablesOf,
  callers: [...callers],
  drafts: report.drafts,
  milliseconds: report.durationMs,
  refused: report.refused,
  filtered: report.filtered,
  leaked: report.leaked,
  families: families.map(({ family, drafts, byGuard, byDatabase, byLimits, filtered, leaked }) => ({
    family,
    tried: drafts,
    by_guard: byGuard,
    by_database: byDatabase,
    by_limits: byLimits,
    filtered,
    leaked,
  })),
  leaks: leaks
    .slice(0, LEAKS_MAX)
    .map(({ family, draft, what }) => ({ family, what, draft: draft.slice(0, DRAFT_MAX) })),
})
