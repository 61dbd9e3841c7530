import type { z } from 'zod'
import type { Caller } from '../../../access/rules/caller.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { EvaluationRun } from '../rules/evaluation-run.ts'
import type { Findings, QuestionReport } from '../rules/report.ts'
import type { EvaluationItem, EvaluationReportItem } from './evaluation-schema.ts'

type Report = z.input<typeof EvaluationReportItem>

const NONE = { right: 0, declined: 0, wrong: 0, failed: 0 }

/** An evaluation as listed by the contract. */
export const evaluationItem = (run: EvaluationRun): z.input<typeof EvaluationItem> => {
  const { id, databaseId, status, startedAt, finishedAt = null, questions, repeat, words, outcome } = run
  return {
    id,
    database_id: databaseId,
    status,
    started_at: startedAt,
    finished_at: finishedAt,
    questions,
    repeat,
    worded: words,
    done: outcome?.done ?? 0,
    ...(outcome?.verdicts ?? NONE),
    planners: [...(outcome?.planners ?? [])],
    precision: outcome?.precision ?? null,
  }
}

/** The results of a run, without comparison. @param max maximum mistakes returned */
export const reportOf = ({ total, tags, stable, results }: Findings, max: number): Omit<Report, keyof Listed> => {
  const mistakes = results.flatMap(mistakeOf)
  return {
    total,
    tags,
    stable,
    mistakes: mistakes.slice(0, max),
    mistakes_left_out: Math.max(0, mistakes.length - max),
  }
}

type Listed = z.input<typeof EvaluationItem> & Pick<Report, 'comparison'>

const mistakeOf = ({ id, question, tags, tenant, scope, trials }: QuestionReport): Report['mistakes'] => {
  const shown = trials.find(({ verdict }) => verdict !== 'right')
  if (shown === undefined) return []
  const { verdict, query, message, problem, found, gold } = shown
  return [
    {
      id,
      question,
      tags,
      tenant_id: tenant,
      scope_id: scope,
      verdict,
      verdicts: trials.map((trial) => trial.verdict),
      query,
      message,
      problem,
      found,
      gold,
    },
  ]
}

/** A stored run of the organization. @throws Problem `evaluation_not_found` */
export const foundEvaluation = async (
  { store }: Pick<RouteParts, 'store'>,
  caller: Caller,
  id: string,
): Promise<EvaluationRun> => {
  const found = await store.evaluationRuns.find(caller, id)
  if (found === undefined) throw new Problem('evaluation_not_found')
  return found
}
