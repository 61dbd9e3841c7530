import { z } from 'zod'
import type { Caller } from '../../../access/rules/caller.ts'
import { MANAGING } from '../../../access/rules/permit.ts'
import { audited } from '../../../http/audited.ts'
import { checked, PageQuery } from '../../../http/input.ts'
import { data, pages, status } from '../../../http/reply.ts'
import { managing } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { mergePatch } from '../../../platform/values/merge-patch.ts'
import { numberedPage } from '../../../platform/values/page.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import type { Personality, PersonalityFields } from '../rules/personality.ts'
import { PersonalityBody, PersonalityItem, PersonalityPatch, personalityPath } from './personality-schema.ts'

/** `GET /personalities` */
export const listPersonalities = (app: Pick<RouteParts, 'store'>) =>
  managing({
    method: 'get',
    path: '/personalities',
    summary: 'List personalities of the organization, by name',
    takes: z.object({ query: PageQuery }),
    gives: pages(PersonalityItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller }, { query }) {
      const { items, ...page } = await app.store.personalities.list(caller, numberedPage(query))
      return { ...page, items: items.map(itemOf) }
    },
  })

/** `GET /personalities/{personality_id}` */
export const getPersonality = (app: Pick<RouteParts, 'store'>) =>
  managing({
    method: 'get',
    path: '/personalities/:personality_id',
    summary: 'Get a personality',
    takes: z.object({ params: personalityPath }),
    gives: data(PersonalityItem),
    problems: ['personality_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return itemOf(await foundPersonality(app, caller, params.personality_id))
    },
  })

/** `POST /personalities` */
export const postPersonality = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'post',
    path: '/personalities',
    summary: 'Create a personality',
    description:
      'A personality affects the wording of answers, never the query: `system_prompt` (who answers) and `instructions` (how) are sent, subordinate to its own rules, to the model that words the rows, and never to the model that writes queries. Questions select it with `personality_id`. `links` lets answers link URLs that occur in the rows or in the texts of the personality; without `qa`, only questions about the data are answered.',
    takes: z.object({ body: PersonalityBody }),
    gives: data(PersonalityItem, { status: 201, description: 'Created.' }),
    problems: ['duplicate_entry'],
    audits: 'personality.created',
    async change({ caller, newId: id }, { body }, record) {
      return await record({ subject: id, changes: changesOf(body) }, async () => {
        const made = await app.store.personalities.add(caller, fieldsOf(body), id)
        if (made === undefined) throw nameTaken()
        return itemOf(made)
      })
    },
  })

/** `PATCH /personalities/{personality_id}` */
export const patchPersonality = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'patch',
    path: '/personalities/:personality_id',
    summary: 'Update a personality',
    description:
      'Omitted fields stay unchanged; null resets a field to its default. Changes apply from the next answer on.',
    takes: z.object({ params: personalityPath, body: PersonalityPatch }),
    gives: data(PersonalityItem),
    problems: ['duplicate_entry', 'personality_not_found'],
    audits: 'personality.changed',
    async change({ caller }, { params, body }, record) {
      const { id, created_at, updated_at, ...before } = itemOf(
        await foundPersonality(app, caller, params.personality_id),
      )
      const fields = fieldsOf(checked(PersonalityBody, mergePatch(before, body)))
      await record({ subject: id, changes: changesOf(body) }, async () => {
        const changed = await app.store.personalities.change(caller, id, fields)
        if (changed === 'name-taken') throw nameTaken()
        if (changed === 'not-found') throw new Problem('personality_not_found')
      })
      return itemOf(await foundPersonality(app, caller, id))
    },
  })

/** `DELETE /personalities/{personality_id}` */
export const deletePersonality = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'delete',
    path: '/personalities/:personality_id',
    summary: 'Delete a personality',
    description: 'Questions that still select it are refused.',
    takes: z.object({ params: personalityPath }),
    gives: status('Removed.'),
    problems: ['personality_not_found'],
    audits: 'personality.removed',
    async change({ caller }, { params }, record) {
      const { id } = await foundPersonality(app, caller, params.personality_id)
      await record({ subject: id, changes: [] }, async () => {
        if (!(await app.store.personalities.remove(caller, id))) throw new Problem('personality_not_found')
      })
      return REMOVED
    },
    removed: ({ params }) => ({ subject: params.personality_id, answer: REMOVED }),
  })

const REMOVED = 'The personality was deleted.'

const foundPersonality = async (
  { store }: Pick<RouteParts, 'store'>,
  caller: Caller,
  id: string,
): Promise<Personality> => {
  const found = await store.personalities.find(caller, id)
  if (found === undefined) throw new Problem('personality_not_found')
  return found
}

const nameTaken = (): Problem =>
  new Problem('duplicate_entry', {
    details: [{ field: 'name', message: 'is already used by another personality', code: 'VALIDATION_ERROR' }],
  })

const fieldsOf = ({ system_prompt: systemPrompt, ...fields }: z.output<typeof PersonalityBody>): PersonalityFields => ({
  ...fields,
  systemPrompt,
})

const itemOf = ({ systemPrompt, createdAt, updatedAt, ...fields }: Personality): z.input<typeof PersonalityItem> => ({
  ...fields,
  system_prompt: systemPrompt,
  created_at: createdAt,
  updated_at: updatedAt,
})
