import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import type { EvaluationWorkflows } from '../../temporal/evaluations.ts'
import type { PreparedEvaluation } from './prepare-evaluation.ts'
import type { EvaluationOutcome, EvaluationRun } from './rules/evaluation-run.ts'
import { type Findings, ReportWriter } from './rules/report.ts'
import type { Trial } from './rules/trial.ts'

/** A started run, or a running one with equal questions. */
interface StartedEvaluation {
  readonly run: EvaluationRun
  readonly isNew: boolean
}

/** Starts, follows and stops the evaluations of an organization, for API and command. */
export interface ManagedEvaluations {
  /**
   * Starts an evaluation, or joins a running one with the same digest.
   * @param id of a new run; an existing one was started by the same request before
   * @throws Problem `evaluation_running` if a different one of the organization is running, `worker_unavailable`
   */
  begin(asked: PreparedEvaluation, id: string): Promise<StartedEvaluation>
  /** The running evaluation with the same digest. @throws Problem `worker_unavailable` */
  running(asked: PreparedEvaluation): Promise<EvaluationRun | undefined>
  /** The current state of a run: progress, or outcome. @throws Problem `worker_unavailable` */
  settled(caller: OrganizationRef, run: EvaluationRun): Promise<EvaluationRun>
  /** Stops a running evaluation. @returns false if it has ended. @throws Problem `worker_unavailable` */
  stop(caller: OrganizationRef, run: EvaluationRun): Promise<boolean>
  /** The results so far, with rows for at most `SAMPLES_MAX` questions without a right answer. */
  findings(caller: OrganizationRef, run: EvaluationRun): Promise<Findings>
}

interface EvaluationParts {
  readonly store: Pick<Store, 'evaluationRuns' | 'evaluations'>
  readonly evaluations: Pick<EvaluationWorkflows, 'progress' | 'start' | 'state' | 'stop'>
}

/** Maximum questions whose rows are read again: up to 16 KiB each. */
export const SAMPLES_MAX = 500
/** A run that is unknown to Temporal may be starting, by the clock of another machine. */
const STARTING_MS = 90_000

export const managedEvaluations = ({ store, evaluations }: EvaluationParts): ManagedEvaluations => {
  const idOf = ({ organizationId }: OrganizationRef, { id }: EvaluationRun) => ({ organizationId, evaluationId: id })
  const findings: ManagedEvaluations['findings'] = async (caller, run) => {
    const writer = new ReportWriter()
    let sampled = 0
    for await (const { question, trials } of store.evaluations.triedQuestions(
      idOf(caller, run),
      undefined,
      run.questions,
    )) {
      const shown = trials.find(({ verdict }) => verdict !== 'right')
      const isSampled = shown !== undefined && ++sampled <= SAMPLES_MAX
      writer.add(
        question,
        trials.map((trial) => (isSampled && trial === shown ? trial : withoutSamples(trial))),
      )
    }
    return writer.findings(run.repeat)
  }
  const end = async (
    caller: OrganizationRef,
    run: EvaluationRun,
    ending: { readonly kind: 'finished' | 'stopped' | 'failed' | 'unknown'; readonly at: string },
  ): Promise<boolean> => {
    const outcome = outcomeOf(await findings(caller, run))
    const forgotten = outcome.done === run.questions * run.repeat ? 'finished' : 'failed'
    const status = ending.kind === 'unknown' ? forgotten : ending.kind
    return await store.evaluationRuns.end(caller, run.id, { status, finishedAt: ending.at, outcome })
  }
  const settled: ManagedEvaluations['settled'] = async (caller, run) => {
    if (run.status !== 'running') return run
    const state = await evaluations.state(idOf(caller, run))
    if (state.kind === 'running') {
      const progress = await evaluations.progress(idOf(caller, run))
      if (progress === undefined) return run
      const { done, verdicts } = progress
      return { ...run, outcome: { done, verdicts, planners: [], precision: null } }
    }
    if (state.kind === 'unknown' && Date.now() - Date.parse(run.startedAt) < STARTING_MS) return run
    await end(caller, run, state.kind === 'unknown' ? { kind: 'unknown', at: new Date().toISOString() } : state)
    return (await store.evaluationRuns.find(caller, run.id)) ?? run
  }
  const runningNow = async (caller: OrganizationRef): Promise<EvaluationRun | undefined> => {
    const found = await store.evaluationRuns.findRunning(caller)
    const run = found && (await settled(caller, found))
    return run?.status === 'running' ? run : undefined
  }
  const start = async ({ input, questions, summary }: PreparedEvaluation, id: string): Promise<void> => {
    const started = { ...input, evaluationId: id }
    try {
      await store.evaluations.put(started, input.databaseId, questions)
      await evaluations.start(started, summary)
    } catch (error) {
      await store.evaluationRuns.remove(input, id)
      throw error
    }
  }
  return {
    async begin(asked, id) {
      const { input, digest } = asked
      const { databaseId, questions, repeat, words = false } = input
      const other = await runningNow(input)
      if (other === undefined || other.id === id)
        await store.evaluationRuns.add(input, { id, databaseId, digest, questions, repeat, words })
      const run = await store.evaluationRuns.findRunning(input)
      if (run?.id === id) await start(asked, id)
      else if (run?.digest !== digest) throw new Problem('evaluation_running')
      return { run, isNew: run.id === id }
    },
    async running(asked) {
      const run = await runningNow(asked.input)
      return run?.digest === asked.digest ? run : undefined
    },
    settled,
    async stop(caller, run) {
      await evaluations.stop(idOf(caller, run))
      return await end(caller, run, { kind: 'stopped', at: new Date().toISOString() })
    },
    findings,
  }
}

const withoutSamples = ({ found: _found, gold: _gold, ...rest }: Trial): Trial => rest

const outcomeOf = ({ total, planners }: Findings): EvaluationOutcome => {
  const { asked: done, right, declined, wrong, failed, precision } = total
  return { done, verdicts: { right, declined, wrong, failed }, planners, precision }
}
