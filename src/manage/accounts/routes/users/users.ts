import { z } from 'zod'
import type { Organization } from '../../../../access/rules/organization.ts'
import { MANAGING } from '../../../../access/rules/permit.ts'
import { audited } from '../../../../http/audited.ts'
import { PageQuery } from '../../../../http/input.ts'
import { data, pages, status } from '../../../../http/reply.ts'
import { managing } from '../../../../http/route.ts'
import type { RouteParts } from '../../../../http/route-parts.ts'
import { numberedPage } from '../../../../platform/values/page.ts'
import { changesOf } from '../../../audit/rules/audit.ts'
import { displayedRole, type User } from '../../rules/user.ts'
import { UserBody, UserItem, UserPatch, userPath } from './user-schema.ts'

type Parts = Pick<RouteParts, 'accounts' | 'store'>

/** `GET /users` */
export const listUsers = ({ store }: Parts) =>
  managing({
    method: 'get',
    path: '/users',
    summary: 'List users of the organization, by id',
    takes: z.object({ query: PageQuery }),
    gives: pages(UserItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller, organization }, { query }) {
      const { items, ...page } = await store.users.list(caller, numberedPage(query))
      return { ...page, items: items.map((user) => userItem(user, organization)) }
    },
  })

/** `GET /users/{user_id}` */
export const getUser = ({ accounts }: Parts) =>
  managing({
    method: 'get',
    path: '/users/:user_id',
    summary: 'Get a user',
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
    summary: 'Add a user to the organization',
    description:
      'Without a password, the user is invited by email (valid for 7 days) and chooses one. With a password, the user receives an email to verify the address and can log in after that. You cannot add a user with more permissions than your own.',
    takes: z.object({ body: UserBody }),
    gives: data(UserItem, { status: 201, description: 'Added.' }),
    problems: [
      'email_invalid',
      'email_taken',
      'password_invalid',
      'role_not_permitted',
      'users_full',
      'login_delayed',
      'mails_delayed',
      'worker_unavailable',
    ],
    audits: 'user.created',
    async change(exchange, { body }, record) {
      const user = await app.accounts.addUser(
        exchange,
        { ...body, isVerified: exchange.isOperator, madeAs: exchange.newId },
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
    summary: 'Update the name, email address, role or status of a user',
    description:
      'Omitted fields stay unchanged. A new role or a suspension applies from the next request on. A new email address takes effect once the user has verified it. The last owner cannot lose that role.',
    takes: z.object({ params: userPath, body: UserPatch }),
    gives: data(UserItem),
    problems: [
      'user_not_found',
      'email_invalid',
      'email_taken',
      'role_not_permitted',
      'last_owner',
      'owner_not_suspendable',
      'user_changed',
      'mails_delayed',
      'worker_unavailable',
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
    summary: 'Remove a user from the organization',
    description:
      'Requests of the user are refused from now on. Keys that the user created are kept: they belong to the organization.',
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
    summary: 'Resend an invitation',
    takes: z.object({ params: userPath }),
    gives: status('The invitation is being sent.', 202),
    problems: ['user_not_found', 'role_not_permitted', 'invitation_over', 'mails_delayed', 'worker_unavailable'],
    audits: 'user.invited',
    async change(exchange, { params }, record) {
      await record({ subject: String(params.user_id), changes: [] }, () =>
        app.accounts.inviteAgain(exchange, params.user_id),
      )
      return 'The invitation is being sent again.'
    },
  })

/** `DELETE /users/{user_id}/second-factor` */
export const deleteUserSecondFactor = (app: Parts) =>
  audited(app, {
    method: 'delete',
    path: '/users/:user_id/second-factor',
    summary: 'Remove the second factor of a user who has lost it',
    description: 'All sessions of the user end; the user can add a new second factor after logging in.',
    takes: z.object({ params: userPath }),
    gives: status('Removed.'),
    problems: ['user_not_found', 'role_not_permitted', 'second_factor_off'],
    audits: 'user.second_factor_removed',
    async change(exchange, { params }, record) {
      const removed = { subject: String(params.user_id), changes: [] }
      await app.accounts.removeFactorOf(exchange, params.user_id, (write) => record(removed, write))
      return 'The second factor was removed.'
    },
  })

/** `DELETE /users/{user_id}/provider-link` */
export const deleteUserProviderLink = (app: Parts) =>
  audited(app, {
    method: 'delete',
    path: '/users/:user_id/provider-link',
    summary: 'Remove the link of a user to the identity provider',
    description:
      'Use this after the provider was rebuilt, or after an email address was reassigned there. All sessions of the user end; the next SSO login with the same email address is linked to this user.',
    takes: z.object({ params: userPath }),
    gives: status('Removed.'),
    problems: ['user_not_found', 'role_not_permitted', 'provider_link_off'],
    audits: 'user.unlinked_from_provider',
    async change(exchange, { params }, record) {
      const unlinked = { subject: String(params.user_id), changes: [] }
      await app.accounts.removeLinkOf(exchange, params.user_id, (write) => record(unlinked, write))
      return 'The link was removed; the next SSO login with the same email address is linked to this user.'
    },
  })

const REMOVED = 'The user was removed.'

/** The organization read again, because its owners may have changed. */
const organizationOf = async (
  { store }: Parts,
  { organization }: { readonly organization: Organization },
): Promise<Organization> => (await store.organizations.find({ organizationId: organization.id })) ?? organization

const userItem = (user: User, organization: Organization): z.input<typeof UserItem> => ({
  id: user.id,
  email: user.email,
  pending_email: user.pendingEmail ?? null,
  name: user.name ?? null,
  role: displayedRole(user, organization),
  status: user.status,
  email_verified: user.emailVerified,
  second_factor: user.hasSecondFactor,
  created_at: user.createdAt,
  last_login_at: user.lastLoginAt ?? null,
})
