import { z } from 'zod'
import { tenantScope } from '../../../access/rules/caller.ts'
import { audited } from '../../../http/audited.ts'
import { data, status } from '../../../http/reply.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem, type ProblemDetail } from '../../../platform/problems/problem.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import type { StoredDatabase } from '../../databases/store/databases.ts'
import { type LineMistake, type QuestionLine, relateQuestions } from '../../written-files/question-file.ts'
import { type PreparedEvaluation, prepareEvaluation, validateQuestions } from '../prepare-evaluation.ts'
import { evaluationItem, foundEvaluation } from './evaluation-item.ts'
import { EvaluationBody, EvaluationItem, evaluationPath } from './evaluation-schema.ts'

type Body = z.output<typeof EvaluationBody>

/** `POST /evaluations` */
export const postEvaluation = (app: Pick<RouteParts, 'config' | 'evaluations' | 'managed' | 'store'>) =>
  audited(app, {
    method: 'post',
    path: '/evaluations',
    summary: 'Start an evaluation of your own questions',
    description:
      'Asks each question as a turn does and compares its rows with those of a gold query, for the same tenant and under the same guard. It creates no conversations and does not count against quotas, but it uses model tokens. An organization can run one evaluation at a time: repeating the same request returns the running evaluation; a different request is refused.',
    takes: z.object({ body: EvaluationBody }),
    gives: data(EvaluationItem, { status: 202, description: 'Started; `Location` is the URL of its status.' }),
    problems: ['database_not_found', 'evaluation_running', 'worker_unavailable'],
    audits: 'evaluation.started',
    async change({ caller, newId, setHeader }, { body }, record) {
      const asked = parseBody(app, await app.managed.stored(caller, body.database_id), body)
      const { database_id, repeat, worded } = body
      const changes = changesOf({ database_id, questions: body.questions.length, repeat, worded })
      const run =
        (await app.evaluations.running(asked)) ??
        (await record({ subject: newId, changes }, async () => (await app.evaluations.begin(asked, newId)).run))
      setHeader('Location', `/api/v1/evaluations/${run.id}`)
      return evaluationItem(run)
    },
  })

/** `DELETE /evaluations/{evaluation_id}` */
export const stopEvaluation = (app: Pick<RouteParts, 'evaluations' | 'store'>) =>
  audited(app, {
    method: 'delete',
    path: '/evaluations/:evaluation_id',
    summary: 'Stop a running evaluation',
    description: 'Results so far are kept.',
    takes: z.object({ params: evaluationPath }),
    gives: status('Stopped.'),
    problems: ['evaluation_not_found', 'state_invalid', 'worker_unavailable'],
    audits: 'evaluation.stopped',
    async change({ caller }, { params: { evaluation_id: id } }, record) {
      const run = await app.evaluations.settled(caller, await foundEvaluation(app, caller, id))
      if (run.status !== 'running') throw overAlready()
      await record({ subject: id, changes: [] }, async () => {
        if (!(await app.evaluations.stop(caller, run))) throw overAlready()
      })
      return 'The evaluation is stopped.'
    },
  })

const overAlready = (): Problem => new Problem('state_invalid', { message: 'The evaluation has already finished.' })

/** Validates a request. @throws Problem `input_invalid` with every invalid question */
const parseBody = (
  { config }: Pick<RouteParts, 'config'>,
  settings: StoredDatabase,
  body: Body,
): PreparedEvaluation => {
  const { questions, tenant_id: tenantId, scope_id: scopeId, repeat, worded } = body
  const written = questions.map((value, index) => ({ line: index + 1, value }))
  const { read, mistakes } = relateQuestions(written, tenantScope({ tenantId, scopeId }))
  const all = mistakes.length > 0 ? mistakes : validateQuestions(read, settings, 'tenant_id')
  const details = new Map(all.map((mistake) => detailOf(mistake, questions)).map((detail) => [detail.field, detail]))
  if (details.size > 0) throw new Problem('input_invalid', { details: [...details.values()] })
  return prepareEvaluation(
    config,
    settings,
    read.map(({ question }) => question),
    { repeat, worded },
  )
}

/** A tenant mistake of questions that name no tenant is a mistake of `tenant_id`, reported once. */
const detailOf = (
  { line, path, message }: LineMistake,
  questions: readonly z.output<typeof QuestionLine>[],
): ProblemDetail => {
  const isDefaultTenant = path[0] === 'tenant' && questions[line - 1]?.tenant === undefined
  const field = isDefaultTenant ? 'tenant_id' : ['questions', line - 1, ...path.map(String)].join('.')
  return { field, message, code: 'VALIDATION_ERROR' }
}
