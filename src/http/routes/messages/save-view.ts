import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { turnOfAnswer } from '../../../ask/rules/history/message.ts'
import { invalidField, Problem } from '../../../platform/problems/problem.ts'
import { data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { messagePath } from './message-schema.ts'
import { SavedView, ViewBody } from './view-schema.ts'
import { visibleMessage } from './visible-message.ts'

/** `PUT /chat/messages/{message_id}/view` */
export const saveView = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'put',
    path: '/chat/messages/:message_id/view',
    summary: 'Store the view settings of an answer',
    description:
      'Chart or table, chart type, sort column and column widths, for all readers of the message. Replaces the stored settings of the same part; a request without any of these fields removes them. History returns them in `metadata.view`.',
    takes: z.object({ params: messagePath, body: ViewBody }),
    gives: data(SavedView),
    problems: ['message_not_found', 'input_invalid'],
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle({ caller, disclosure }, { params: { message_id: id }, body: { part, ...view } }) {
      // Views are shared by all readers, who may know the columns by other names.
      if (!disclosure.names && (view.sort ?? view.column_widths) !== undefined)
        throw invalidField(view.sort === undefined ? 'column_widths' : 'sort', 'needs an API key that receives names')
      const { message } = await visibleMessage(app, caller, id)
      if (turnOfAnswer(id) === undefined) throw new Problem('message_not_found')
      const { parts } = message.metadata
      if (part != null && !(Array.isArray(parts) && part <= parts.length))
        throw invalidField('part', 'is not a part of this answer')
      if (!(await app.store.messages.putView(caller, id, part ?? undefined, view)))
        throw new Problem('message_not_found')
      return { message_id: id, part: part ?? null, view }
    },
  })
