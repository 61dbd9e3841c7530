import { z } from 'zod'
import { changesOf } from '../../../domain/access/audit.ts'
import type { Organization } from '../../../domain/access/organization.ts'
import { MANAGING } from '../../../domain/access/permit.ts'
import { shownRole, type User } from '../../../domain/account/user.ts'
import { numberedPage } from '../../../domain/history/page.ts'
import { audited } from '../../audited.ts'
import { PageQuery } from '../../input.ts'
import { data, pages, status } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { UserBody, UserItem, UserPatch, userPath } from './user-schema.ts'

type Parts = Pick<RouteParts, 'accounts' | 'store'>

/** `GET /users` */
export const listUsers = ({ store }: Parts) =>
  endpoint({
    method: 'get',
    path: '/users',
    summary: 'People of the organization, by number',
    takes: z.object({ query: PageQuery }),
    gives: pages(UserItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller, organization }, { query }) {
      const { items, ...page } = await store.listUsers(caller, numberedPage(query))
      return { ...page, items: items.map((user) => userItem(user, organization)) }
    },
  })

/** `GET /users/{user_id}` */
export const getUser = ({ accounts }: Parts) =>
  endpoint({
    method: 'get',
    path: '/users/:user_id',
    summary: 'One of them',
    takes: z.object({ params: userPath }),
    gives: data(UserItem),
    problems: ['user_not_found'],
    needs: MANAGING,
    async handle({ caller, organization }, { params }) {
      return userItem(await accounts.user(caller, params.user_id), organization)
    },
  })

/** `POST /users` */
export const postUser = (app: Parts) =>
  audited(app, {
    method: 'post',
    path: '/users',
    summary: 'Add somebody to the organization',
    description:
      'Without a password they are invited by mail (7 days), and choose one; with one they get a mail to verify the address, and are let in after that. Nobody adds somebody who may more than they do themselves.',
    takes: z.object({ body: UserBody }),
    gives: data(UserItem, { status: 201, description: 'Added.' }),
    problems: [
      ...(['email_invalid', 'email_taken', 'password_invalid', 'role_not_permitted', 'users_full'] as const),
      ...(['login_delayed', 'mails_delayed', 'worker_unavailable'] as const),
    ],
    audits: 'user.created',
    async change(exchange, { body }, record) {
      const user = await app.accounts.addUser(
        exchange,
        { ...body, madeAs: exchange.newId },
        (id) => (write) => record({ subject: String(id), changes: changesOf(body, ['password']) }, write),
      )
      return userItem(user, await organizationOf(app, exchange))
    },
  })

/** `PATCH /users/{user_id}` */
export const patchUser = (app: Parts) =>
  audited(app, {
    method: 'patch',
    path: '/users/:user_id',
    summary: 'Change somebody’s name, address, role or status',
    description:
      'What is left out stays. Another role, and being suspended, hold from the next request on. Another address is theirs once they have read mail at it. The last owner stays one.',
    takes: z.object({ params: userPath, body: UserPatch }),
    gives: data(UserItem),
    problems: [
      ...(['user_not_found', 'email_invalid', 'email_taken', 'role_not_permitted'] as const),
      ...(['last_owner', 'owner_not_suspendable', 'user_changed', 'mails_delayed', 'worker_unavailable'] as const),
    ],
    audits: 'user.changed',
    async change(exchange, { params, body }, record) {
      const changed = { subject: String(params.user_id), changes: changesOf(body) }
      if (changed.changes.length === 0)
        return userItem(await app.accounts.user(exchange.caller, params.user_id), exchange.organization)
      const user = await app.accounts.changeUser(exchange, params.user_id, body, (write) => record(changed, write))
      return userItem(user, await organizationOf(app, exchange))
    },
  })

/** `DELETE /users/{user_id}` */
export const deleteUser = (app: Parts) =>
  audited(app, {
    method: 'delete',
    path: '/users/:user_id',
    summary: 'Remove somebody from the organization',
    description: 'They are out with their next request. Keys that they have made stay: they are the organization’s.',
    takes: z.object({ params: userPath }),
    gives: status('Removed.'),
    problems: ['user_not_found', 'role_not_permitted', 'last_owner', 'user_changed'],
    audits: 'user.removed',
    async change(exchange, { params }, record) {
      const removed = { subject: String(params.user_id), changes: [] }
      await app.accounts.removeUser(exchange, params.user_id, (write) => record(removed, write))
      return REMOVED
    },
    removed: ({ params }) => ({ subject: String(params.user_id), answer: REMOVED }),
  })

/** `POST /users/{user_id}/invitation` */
export const postInvitation = (app: Parts) =>
  audited(app, {
    method: 'post',
    path: '/users/:user_id/invitation',
    summary: 'Mail an invitation once more',
    takes: z.object({ params: userPath }),
    gives: status('On its way.', 202),
    problems: ['user_not_found', 'role_not_permitted', 'invitation_over', 'mails_delayed', 'worker_unavailable'],
    audits: 'user.invited',
    async change(exchange, { params }, record) {
      await record({ subject: String(params.user_id), changes: [] }, () =>
        app.accounts.inviteAgain(exchange, params.user_id),
      )
      return 'The invitation is on its way once more.'
    },
  })

/** `DELETE /users/{user_id}/second-factor` */
export const deleteFactorOf = (app: Parts) =>
  audited(app, {
    method: 'delete',
    path: '/users/:user_id/second-factor',
    summary: 'Take away the second factor of somebody who has lost it',
    description: 'Their log-ins end; they may add another one when they are back.',
    takes: z.object({ params: userPath }),
    gives: status('Taken away.'),
    problems: ['user_not_found', 'role_not_permitted', 'second_factor_off'],
    audits: 'user.second_factor_removed',
    async change(exchange, { params }, record) {
      const removed = { subject: String(params.user_id), changes: [] }
      await app.accounts.removeFactorOf(exchange, params.user_id, (write) => record(removed, write))
      return 'No second factor is asked for any more.'
    },
  })

/** `DELETE /users/{user_id}/provider-link` */
export const deleteLinkOf = (app: Parts) =>
  audited(app, {
    method: 'delete',
    path: '/users/:user_id/provider-link',
    summary: 'Forget who somebody is at the identity provider',
    description:
      'For a provider that was built anew, or an address that was given to somebody else there. Their log-ins end; whoever the provider says has the address is let in next, and is them from then on.',
    takes: z.object({ params: userPath }),
    gives: status('Forgotten.'),
    problems: ['user_not_found', 'role_not_permitted', 'provider_link_off'],
    audits: 'user.unlinked_from_provider',
    async change(exchange, { params }, record) {
      const unlinked = { subject: String(params.user_id), changes: [] }
      await app.accounts.removeLinkOf(exchange, params.user_id, (write) => record(unlinked, write))
      return 'Whoever has the address at the identity provider may log in now.'
    },
  })

const REMOVED = 'The user was removed.'

/** As it is now: who owns it may be somebody else than before. */
const organizationOf = async (
  { store }: Parts,
  { organization }: { readonly organization: Organization },
): Promise<Organization> => (await store.organization({ organizationId: organization.id })) ?? organization

const userItem = (user: User, organization: Organization): z.input<typeof UserItem> => ({
  ...{ id: user.id, email: user.email, pending_email: user.pendingEmail ?? null, name: user.name ?? null },
  role: shownRole(user, organization),
  ...{ status: user.status, email_verified: user.emailVerified, second_factor: user.hasSecondFactor },
  ...{ created_at: user.createdAt, last_login_at: user.lastLoginAt ?? null },
})
