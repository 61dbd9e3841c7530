import { v7 as uuidv7 } from 'uuid'
import { type ManagedEvaluations, managedEvaluations } from '../../manage/evaluation/managed-evaluations.ts'
import type { PreparedEvaluation } from '../../manage/evaluation/prepare-evaluation.ts'
import { type Comparison, compareReports } from '../../manage/evaluation/rules/compare-reports.ts'
import type { EvaluationInput } from '../../manage/evaluation/rules/evaluation-input.ts'
import { type EvaluationReport, ReportWriter } from '../../manage/evaluation/rules/report.ts'
import { BASELINE_FILE_MAX, readBaseline } from '../../manage/written-files/baseline-file.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { EvaluationWorkflows } from '../../temporal/evaluations.ts'
import { chooseDatabase } from '../choose-database.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { processTerminal, type Terminal } from '../terminal.ts'
import { mayWrite, readJsonFile, writeJsonFile } from '../text-files.ts'
import type { Operator } from '../with-store.ts'
import { evaluationOfFile, type QuestionOptions } from './evaluation-of-file.ts'
import { writeReport } from './report-text.ts'
import { watchEvaluation } from './watch-evaluation.ts'

export interface EvalOptions extends QuestionOptions {
  readonly org?: number
  readonly database?: string
  readonly baseline?: string
  readonly out?: string
  readonly stop?: boolean
  readonly json?: boolean
}

const INTERRUPTED = 130
const WORSE = 2

/** Starts an evaluation or joins the running one, follows it, and prints its report. @throws CommandFailed, FileInvalid, Problem */
export const evaluate = async (operator: Operator, options: EvalOptions): Promise<void> => {
  const settings = await chooseDatabase(operator, options)
  const asked = await evaluationOfFile(operator.config, settings, options)
  const terminal = processTerminal()
  const about = { organization_id: settings.organizationId, database_id: settings.id, database: settings.name }
  await withEvaluations(operator, async (evaluations) => {
    const managed = managedEvaluations({ store: operator.store, evaluations })
    if (options.stop === true) {
      const running = await managed.running(asked)
      const stopped = running !== undefined && (await managed.stop(asked.input, running))
      if (options.json === true) printJson(terminal, { ...about, stopped })
      else terminal.write(stopped ? 'The evaluation is stopped.\n' : 'The evaluation is not running.\n')
      return
    }
    const { baseline, out } = options
    const before = baseline === undefined ? undefined : await readJsonFile(baseline, readBaseline, BASELINE_FILE_MAX)
    if (out !== undefined) await mayWrite(out)
    const run = await watchedRun({ asked, evaluations, managed, terminal })
    if (run === undefined) return
    const writer = new ReportWriter()
    for await (const tried of operator.store.evaluations.triedQuestions(run, undefined, asked.input.questions))
      writer.add(tried.question, tried.trials)
    const reportedAt = new Date().toISOString()
    const report = writer.report({ ...about, reported_at: reportedAt, repeat: asked.input.repeat })
    const comparison = before === undefined ? undefined : compareReports(before, report)
    await printReport(terminal, { report, comparison }, options)
  })
}

interface Running {
  readonly asked: PreparedEvaluation
  readonly evaluations: EvaluationWorkflows
  readonly managed: ManagedEvaluations
  readonly terminal: Terminal
}

/** @returns the finished run; undefined if the user stopped watching */
const watchedRun = async ({ asked, evaluations, managed, terminal }: Running): Promise<EvaluationInput | undefined> => {
  const interruption = terminal.interruption(INTERRUPTED)
  try {
    const { run, isNew } = await managed.begin(asked, uuidv7())
    if (!isNew) terminal.note('The evaluation is already running; watching it.')
    const input = { ...asked.input, evaluationId: run.id }
    const ended = await watchEvaluation(evaluations, input, { terminal, signal: interruption.signal })
    if (ended.kind !== 'unwatched') await managed.settled(input, run)
    if (ended.kind === 'ended') return input
    if (ended.kind === 'stopped')
      throw new CommandFailed('The evaluation was stopped. Run the same command to start it again.')
    terminal.note(
      'The evaluation continues in the service. Run the same command to watch it again, or with --stop to stop it.',
    )
    terminal.exitWith(INTERRUPTED)
    return undefined
  } finally {
    interruption.release()
  }
}

interface Reported {
  readonly report: EvaluationReport
  readonly comparison: Comparison | undefined
}

const printReport = async (
  terminal: Terminal,
  { report, comparison }: Reported,
  { json = false, out }: Pick<EvalOptions, 'json' | 'out'>,
): Promise<void> => {
  if (json) printJson(terminal, { ...report, comparison: comparison ?? null })
  else writeReport(terminal, report, comparison)
  if (out !== undefined) await writeJsonFile(out, report)
  if (comparison?.is_worse === true) terminal.exitWith(WORSE)
}

/** Runs `work` with the evaluations of the service. @throws CommandFailed if Temporal is not configured or does not respond */
const withEvaluations = async <Value>(
  operator: Operator,
  work: (evaluations: EvaluationWorkflows) => Promise<Value>,
): Promise<Value> => {
  const temporal = await operator.temporal()
  if (temporal === undefined)
    throw new CommandFailed(
      'An evaluation runs in the service, but no Temporal server is configured. Start the service in another terminal with: npm start\nOr set TEMPORAL_ADDRESS to the Temporal server of the service.',
    )
  const { address } = temporal.access
  try {
    const { checkNamespace } = await import('../../temporal/namespace.ts')
    const { namespace, credentials } = operator.config.temporal
    await checkNamespace({ address, namespace, credentials })
    return await work(temporal.evaluations)
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'worker_unavailable') throw error
    throw new CommandFailed(
      `Temporal at ${address} stopped responding. A running evaluation continues when Temporal is back; run the same command to watch it again.`,
      { cause: error },
    )
  }
}
