import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { countsOf } from '../../../ask/rules/glossary.ts'
import { audited } from '../../../http/audited.ts'
import { data } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import type { GlossaryDraft } from '../../glossary/rules/propose-glossary.ts'
import { databaseIdPath, GlossaryDraftItem, GlossaryItem } from './database-schema.ts'
import { DESCRIBING_PROBLEMS } from './describing-problems.ts'

const path = '/databases/:database_id/glossary'

/** `GET /databases/{database_id}/glossary` */
export const getGlossary = (app: Pick<RouteParts, 'managed'>) =>
  endpoint({
    method: 'get',
    path,
    summary: 'Get the glossary of a database: names for its tables, columns and values',
    description: 'The format of the glossary file of the command; `PUT` accepts the same.',
    takes: z.object({ params: databaseIdPath }),
    gives: data(GlossaryItem),
    problems: ['database_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return (await app.managed.stored(caller, params.database_id)).glossary
    },
  })

/** `POST /databases/{database_id}/glossary/draft` */
export const draftGlossary = (app: Pick<RouteParts, 'managed'>) =>
  endpoint({
    method: 'post',
    path: `${path}/draft`,
    summary: 'Draft a glossary for a database',
    description:
      'Proposals are derived from names, types, keys and published values, each with its evidence; at most 500 at once. Nothing is stored: `glossary` is the current glossary with all proposals added. `PUT` it, unchanged or edited, to apply it.',
    takes: z.object({ params: databaseIdPath }),
    gives: data(GlossaryDraftItem),
    problems: DESCRIBING_PROBLEMS,
    needs: MANAGING,
    async handle({ caller }, { params }) {
      const stored = await app.managed.stored(caller, params.database_id)
      return draftItem(await app.managed.draftGlossary(stored))
    },
  })

/** `PUT /databases/{database_id}/glossary` */
export const putGlossary = (app: Pick<RouteParts, 'managed' | 'store'>) =>
  audited(app, {
    method: 'put',
    path,
    summary: 'Replace the glossary of a database',
    description:
      'Unknown tables, columns and fields are refused, with their path. Callers and models see only the words for tables and columns that they may access.',
    takes: z.object({ params: databaseIdPath, body: GlossaryItem }),
    gives: data(GlossaryItem),
    problems: [...DESCRIBING_PROBLEMS, 'state_invalid'],
    audits: 'glossary.replaced',
    async change({ caller }, { params, body }, record) {
      const stored = await app.managed.stored(caller, params.database_id)
      return await app.managed.replaceGlossary(stored, body, ({ id: subject }, write) => {
        return record({ subject, changes: changesOf(countsOf(body)) }, write)
      })
    },
  })

const draftItem = ({ glossary, proposals, notes }: GlossaryDraft): z.input<typeof GlossaryDraftItem> => ({
  glossary,
  notes: [...notes],
  proposals: [...proposals],
})
