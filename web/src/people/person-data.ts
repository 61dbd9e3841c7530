import type { components } from '../../../clients/typescript/src/index.ts'
import type { Role } from '../frame/role.ts'

export type Person = components['schemas']['User']

const RANKS: readonly Role[] = ['member', 'admin', 'owner']

/** The roles that a user may grant: up to their own. */
export const rolesUpTo = (own: Role | undefined): readonly Role[] =>
  own === undefined ? [] : RANKS.slice(0, RANKS.indexOf(own) + 1)

/** A user's display name. */
export const nameOf = ({ name, email }: Person): string => name ?? email
