import { z } from 'zod'
import type { Caller } from '../../../access/rules/caller.ts'
import { MANAGING } from '../../../access/rules/permit.ts'
import { audited } from '../../../http/audited.ts'
import { data, pages, status } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { numberedPage } from '../../../platform/values/page.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import { PATTERNS_MAX, type Pattern } from '../rules/pattern.ts'
import { patternItem } from './pattern-item.ts'
import { PatternBody, PatternItem, PatternListQuery, PatternPatch, patternPath } from './pattern-schema.ts'
import { defaultVerifier, duplicateQuestion, QUERY_PROBLEMS, verifyPattern } from './verify-pattern.ts'

/** `GET /patterns` */
export const listPatterns = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/patterns',
    summary: 'List verified queries, newest first',
    description: 'Filter by database with `database_id`.',
    takes: z.object({ query: PatternListQuery }),
    gives: pages(PatternItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller }, { query }) {
      const { items, ...page } = await app.store.patterns.list(caller, numberedPage(query), query.database_id)
      return { ...page, items: items.map((one) => patternItem(one)) }
    },
  })

/** `GET /patterns/{pattern_id}` */
export const getPattern = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/patterns/:pattern_id',
    summary: 'Get a verified query',
    takes: z.object({ params: patternPath }),
    gives: data(PatternItem),
    problems: ['pattern_not_found'],
    needs: MANAGING,
    handle: async ({ caller }, { params }) => patternItem(await findPattern(app, caller, params.pattern_id)),
  })

/** `POST /patterns` */
export const postPattern = (app: Pick<RouteParts, 'databases' | 'store'>) =>
  audited(app, {
    method: 'post',
    path: '/patterns',
    summary: 'Create a verified query for a question',
    description:
      'The guard of the database checks the query now, and again for each caller. A question with a verified query is answered by it without a model; so is a question that differs only in its values: numbers, dates, and texts that the same column is known to contain. With tenant scoping, it is used only for callers who may know each of its constants: values in the question, published values, and values in the rows of the caller. Models get the verified queries of similar questions as examples, without constants that are not published.',
    takes: z.object({ body: PatternBody }),
    gives: data(PatternItem, { status: 201, description: 'Saved.' }),
    problems: [...QUERY_PROBLEMS, 'patterns_full'],
    audits: 'pattern.created',
    async change({ caller, newId: id }, { body }, record) {
      const { database_id: databaseId, question, query, verified_by: verifiedBy = defaultVerifier(caller) } = body
      await verifyPattern(app, caller, databaseId, query)
      const isFull = (await app.store.patterns.count(caller, databaseId)) >= PATTERNS_MAX
      // A retried request may have created the last pattern itself.
      if (isFull && (await app.store.patterns.find(caller, id)) === undefined) throw new Problem('patterns_full')
      const isShared = await app.databases.sharedTexts(caller, databaseId)
      return await record({ subject: id, changes: changesOf(body) }, async () => {
        const made = await app.store.patterns.add(caller, databaseId, { question, query, verifiedBy }, id)
        if (made === undefined) throw duplicateQuestion()
        return patternItem(made, isShared)
      })
    },
  })

/** `PATCH /patterns/{pattern_id}` */
export const patchPattern = (app: Pick<RouteParts, 'databases' | 'store'>) =>
  audited(app, {
    method: 'patch',
    path: '/patterns/:pattern_id',
    summary: 'Update a verified query',
    description: 'Omitted fields stay unchanged. The guard checks the query when it is saved.',
    takes: z.object({ params: patternPath, body: PatternPatch }),
    gives: data(PatternItem),
    problems: [...QUERY_PROBLEMS, 'pattern_not_found'],
    audits: 'pattern.changed',
    async change({ caller }, { params, body }, record) {
      const before = await findPattern(app, caller, params.pattern_id)
      const { question = before.question, query = before.query } = body
      const verifiedBy =
        body.verified_by === undefined ? before.verifiedBy : (body.verified_by ?? defaultVerifier(caller))
      await verifyPattern(app, caller, before.databaseId, query)
      const changes = changesOf({ question: body.question, query: body.query, verified_by: body.verified_by })
      await record({ subject: before.id, changes }, async () => {
        const changed = await app.store.patterns.change(caller, before, { question, query, verifiedBy })
        if (changed === 'duplicate') throw duplicateQuestion()
      })
      return patternItem(
        await findPattern(app, caller, before.id),
        await app.databases.sharedTexts(caller, before.databaseId),
      )
    },
  })

/** `DELETE /patterns/{pattern_id}` */
export const deletePattern = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'delete',
    path: '/patterns/:pattern_id',
    summary: 'Delete a verified query',
    takes: z.object({ params: patternPath }),
    gives: status('Removed.'),
    problems: ['pattern_not_found'],
    audits: 'pattern.removed',
    async change({ caller }, { params }, record) {
      const pattern = await findPattern(app, caller, params.pattern_id)
      await record({ subject: pattern.id, changes: [] }, async () => {
        if (!(await app.store.patterns.remove(caller, pattern))) throw new Problem('pattern_not_found')
      })
      return REMOVED
    },
    removed: ({ params }) => ({ subject: params.pattern_id, answer: REMOVED }),
  })

const REMOVED = 'The pattern was deleted.'

const findPattern = async (app: Pick<RouteParts, 'store'>, caller: Caller, id: string): Promise<Pattern> => {
  const found = await app.store.patterns.find(caller, id)
  if (found === undefined) throw new Problem('pattern_not_found')
  return found
}
