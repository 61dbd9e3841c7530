import { plainClient } from '../api/clients.ts'
import type { Me } from '../api/session.ts'
import { type Person, rolesUpTo } from './person-data.ts'
import { peopleTexts } from './texts.ts'

/** An action on a user, run after confirmation. */
interface PersonAction {
  readonly label: string
  readonly title: (name: string) => string
  readonly text: string
  readonly done: (name: string) => string
  /** @throws TabletalkError */
  readonly run: (path: { readonly user_id: string }) => Promise<unknown>
}

export const CONFIRMED = {
  suspend: {
    label: peopleTexts.suspend,
    title: peopleTexts.suspendTitle,
    text: peopleTexts.suspendText,
    done: peopleTexts.suspended,
    run: (path) => plainClient.call('patch', '/api/v1/users/{user_id}', { path, body: { status: 'suspended' } }),
  },
  factor: {
    label: peopleTexts.factor,
    title: peopleTexts.factorTitle,
    text: peopleTexts.factorText,
    done: peopleTexts.factorGone,
    run: (path) => plainClient.call('delete', '/api/v1/users/{user_id}/second-factor', { path }),
  },
  unlink: {
    label: peopleTexts.unlink,
    title: peopleTexts.unlinkTitle,
    text: peopleTexts.unlinkText,
    done: peopleTexts.unlinked,
    run: (path) => plainClient.call('delete', '/api/v1/users/{user_id}/provider-link', { path }),
  },
  remove: {
    label: peopleTexts.remove,
    title: peopleTexts.removeTitle,
    text: peopleTexts.removeText,
    done: peopleTexts.removed,
    run: (path) => plainClient.call('delete', '/api/v1/users/{user_id}', { path }),
  },
} as const satisfies Record<string, PersonAction>

export type Confirmed = keyof typeof CONFIRMED

/** Actions without confirmation, because they lose nothing. */
export const IMMEDIATE = {
  again: {
    label: peopleTexts.again,
    done: (person: Person) => peopleTexts.invited(person.email),
    run: (path: { readonly user_id: string }) =>
      plainClient.call('post', '/api/v1/users/{user_id}/invitation', { path }),
  },
  activate: {
    label: peopleTexts.activate,
    done: (person: Person) => peopleTexts.activated(person.name ?? person.email),
    run: (path: { readonly user_id: string }) =>
      plainClient.call('patch', '/api/v1/users/{user_id}', { path, body: { status: 'active' } }),
  },
} as const

export type Immediate = keyof typeof IMMEDIATE
export type Action = 'edit' | Confirmed | Immediate

/** The actions that a role allows on a user; none on users with a higher role. */
export const actionsFor = (person: Person, me: Pick<Me, 'user_id' | 'role'>): readonly Action[] => {
  if (!rolesUpTo(me.role).includes(person.role)) return []
  const isActive = person.status === 'active'
  return [
    'edit',
    ...(person.status === 'invited' ? (['again'] as const) : []),
    ...(person.status === 'suspended' ? (['activate'] as const) : []),
    // Owners need another role first, and users cannot suspend themselves.
    ...(isActive && person.role !== 'owner' && person.id !== me.user_id ? (['suspend'] as const) : []),
    ...(person.second_factor ? (['factor'] as const) : []),
    ...(person.status === 'invited' ? [] : (['unlink'] as const)),
    'remove',
  ]
}

/** The label of an action in the menu. */
export const actionLabel = (action: Action): string => {
  if (action === 'edit') return peopleTexts.edit
  return action === 'again' || action === 'activate' ? IMMEDIATE[action].label : CONFIRMED[action].label
}
