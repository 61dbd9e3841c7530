import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { data, pages } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { invalidField } from '../../../platform/problems/problem.ts'
import { numberedPage } from '../../../platform/values/page.ts'
import { SAMPLES_MAX } from '../managed-evaluations.ts'
import { compareReports } from '../rules/compare-reports.ts'
import { evaluationItem, foundEvaluation, reportOf } from './evaluation-item.ts'
import {
  EvaluationItem,
  EvaluationListQuery,
  EvaluationQuery,
  EvaluationReportItem,
  evaluationPath,
} from './evaluation-schema.ts'

/** `GET /evaluations` */
export const listEvaluations = (app: Pick<RouteParts, 'evaluations' | 'store'>) =>
  endpoint({
    method: 'get',
    path: '/evaluations',
    summary: 'List evaluations of the organization, newest first',
    description:
      'Filter by database with `database_id`. Includes evaluations started by `tabletalk eval`. Kept for 30 days.',
    takes: z.object({ query: EvaluationListQuery }),
    gives: pages(EvaluationItem),
    problems: ['worker_unavailable'],
    needs: MANAGING,
    async handle({ caller }, { query }) {
      const { items, ...page } = await app.store.evaluationRuns.list(caller, numberedPage(query), query.database_id)
      const settled = await Promise.all(items.map((run) => app.evaluations.settled(caller, run)))
      return { ...page, items: settled.map(evaluationItem) }
    },
  })

/** `GET /evaluations/{evaluation_id}` */
export const getEvaluation = (app: Pick<RouteParts, 'evaluations' | 'store'>) =>
  endpoint({
    method: 'get',
    path: '/evaluations/:evaluation_id',
    summary: 'Get the results of an evaluation',
    description:
      'Totals, figures by tag, and each question that was not answered correctly, with the first rows of its answer and of its gold query. Use `with` to compare it with another evaluation of the same database.',
    takes: z.object({ params: evaluationPath, query: EvaluationQuery }),
    gives: data(EvaluationReportItem),
    problems: ['evaluation_not_found', 'worker_unavailable'],
    needs: MANAGING,
    async handle({ caller }, { params, query }) {
      const run = await app.evaluations.settled(caller, await foundEvaluation(app, caller, params.evaluation_id))
      const before = query.with === undefined ? undefined : await foundEvaluation(app, caller, query.with)
      if (before !== undefined && before.databaseId !== run.databaseId)
        throw invalidField('with', 'must be the id of an evaluation of the same database')
      const now = await app.evaluations.findings(caller, run)
      const earlier = before && (await app.evaluations.findings(caller, before))
      return {
        ...evaluationItem(run),
        ...reportOf(now, SAMPLES_MAX),
        comparison: earlier === undefined ? null : compareReports(earlier, now),
      }
    },
  })
