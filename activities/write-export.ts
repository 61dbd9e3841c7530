import type { Caller } from '../src/access/rules/caller.ts'
import { type AnswerDisclosure, disclosureOf } from '../src/access/rules/disclosure.ts'
import { EMPTY_GLOSSARY } from '../src/ask/rules/glossary.ts'
import { userMessageId } from '../src/ask/rules/history/message.ts'
import { queryIdOf } from '../src/ask/rules/outcome.ts'
import { type ExportInput, exportAttemptMs } from '../src/manage/exports/rules/export-input.ts'
import { EXPORT_RETENTION_MS } from '../src/manage/exports/rules/export-limits.ts'
import { resultFile } from '../src/manage/exports/rules/result-file.ts'
import { type EXPORT_STEPS, exportProgress, type JobEnding } from '../src/manage/jobs/rules/job.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import { jobStep } from './job-step.ts'
import { runAgain } from './run-again.ts'
import type { StepParts } from './step-parts.ts'
import { withTitles } from './with-titles.ts'

/** Interval of checks whether the export is still wanted. */
const LOOK_MS = 2_000

/**
 * Runs the query of an answer again and stores its rows as a file. Query, rows and file are one step, because the proof that a
 * query is guarded does not survive JSON; run again, it writes the file anew. A job that is over by now, or gone with its
 * conversation or database, leaves no file behind.
 *
 * @throws Problem as `runAgain`; `message_not_found` when the answer is gone
 */
export const writeExport = (app: StepParts) =>
  jobStep<ExportInput>(app, 'writeExport', async (input, { signal: cancelled, attempt }) => {
    const { organizationId, jobId } = input
    const unwanted = new AbortController()
    const goOn = async (step: (typeof EXPORT_STEPS)[number]): Promise<void> => {
      if (!(await app.store.jobs.step(input, jobId, exportProgress(step)))) unwanted.abort(new Error('the job is over'))
      unwanted.signal.throwIfAborted()
    }
    const look = async (): Promise<void> => {
      if (!(await app.store.jobs.isRunning(input, jobId))) unwanted.abort(new Error('the job is over'))
    }
    const looking = setInterval(() => void look().catch(() => undefined), LOOK_MS)
    try {
      const writer = await app.clock.now()
      await goOn('running the query')
      await app.limits.leases.hold(organizationId, jobId, exportAttemptMs(input))
      const signal = AbortSignal.any([cancelled, unwanted.signal])
      const result = await storeFile(app, input, { signal, attempt, writer, onRun: () => goOn('writing the file') })
      const ended = await app.store.jobs.end(input, jobId, { status: 'succeeded', result })
      if (!ended) unwanted.abort(new Error('the job is over'))
    } catch (error) {
      if (!unwanted.signal.aborted) throw error
    } finally {
      clearInterval(looking)
    }
    if (unwanted.signal.aborted && !(await hasSucceeded(app, input))) await app.store.exportFiles.remove(input, jobId)
    await app.limits.leases.release(organizationId, jobId)
  })

/** An attempt that ended the job, and died before Temporal heard so, is followed by another. */
const hasSucceeded = async ({ store }: Pick<StepParts, 'store'>, { caller, jobId }: ExportInput): Promise<boolean> =>
  (await store.jobs.find(caller, jobId))?.status === 'succeeded'

interface Writing {
  readonly signal: AbortSignal
  readonly attempt: number
  /** Its rank, rising with each run of the step. */
  readonly writer: number
  onRun(): Promise<void>
}

/** @returns what the job has come to */
const storeFile = async (app: StepParts, input: ExportInput, { signal, attempt, writer, onRun }: Writing) => {
  const { caller, databaseId, conversationId, messageId, turnId, part, format, jobId } = input
  const stored = await app.store.results.find(caller, turnId)
  const run = part === undefined ? stored : stored?.parts?.[part - 1]
  if (run === undefined) throw new Problem('message_not_found')
  const { result: ran, receipt } = await runAgain(app, input, run.receipt, { signal, attempt })
  const titles = run.result.columns.map(({ title = '' }) => title)
  const result = { ...ran, columns: withTitles(ran.columns, { titles, tables: [], glossary: EMPTY_GLOSSARY }) }
  await onRun()
  const question = (await app.store.messages.find(caller, userMessageId(turnId)))?.content
  const file = resultFile({
    format,
    messageId,
    part,
    question,
    result,
    receipt,
    tenantId: caller.tenantId,
    scopeId: caller.scopeId,
    disclosure: await disclosureFor(app, caller),
  })
  const { bytes, sha256, shortened } = await app.files.write(file.content, file.rows, caller, signal)
  const { rowCount, truncated } = file.result
  const expiresAt = new Date(Date.now() + EXPORT_RETENTION_MS)
  const name = `results-${queryIdOf(turnId, part)}`
  const counts = { rowCount, truncated, shortened: shortened + (file.result.shortened?.length ?? 0) }
  const kept = { id: jobId, conversationId, messageId, format, name, size: bytes.length, sha256, expiresAt, ...counts }
  signal.throwIfAborted()
  await app.store.exportFiles.put(caller, databaseId, kept, bytes, writer)
  return {
    url: `/api/v1/chat/messages/${messageId}/exports/${jobId}/file`,
    format,
    size: bytes.length,
    row_count: rowCount,
    truncated,
    shortened: counts.shortened,
    expires_at: expiresAt.toISOString(),
  }
}

/** What the caller's key discloses now; nothing if it was revoked meanwhile. */
const disclosureFor = async (
  { store }: StepParts,
  { organizationId, keyId, kind }: Caller,
): Promise<AnswerDisclosure> => {
  const isPublic = kind === 'database' && keyId !== undefined
  const key = isPublic ? await store.apiKeys.find({ organizationId }, keyId) : undefined
  return disclosureOf(key ?? { kind, answerDetails: [] })
}

interface EndExportInput extends ExportInput {
  readonly ending: JobEnding
}

/** Ends an export that has not succeeded: no part of a file is left, and its slot is released. */
export const endExport = (app: Pick<StepParts, 'limits' | 'observe' | 'store'>) =>
  jobStep<EndExportInput>(app, 'endExport', async ({ ending, ...input }) => {
    const { organizationId, jobId } = input
    if (await app.store.jobs.end(input, jobId, ending)) await app.store.exportFiles.remove(input, jobId)
    await app.limits.leases.release(organizationId, jobId)
  })
