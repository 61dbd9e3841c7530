import type { Organization } from '../../domain/access/organization.ts'
import type { User } from '../../domain/account/user.ts'
import { Problem } from '../../domain/problem.ts'
import { numberOf } from '../number-of.ts'
import type { Operator } from '../with-store.ts'

/** The number of a user, as it is written at a terminal. */
export const userId = numberOf('a user')

/** A user of any organization, by number. @throws Problem `user_not_found` */
export const chooseUser = async (
  { store }: Pick<Operator, 'store'>,
  id: number,
): Promise<{ readonly user: User; readonly organization: Organization }> => {
  const user = await store.users.findInAny(id)
  const organization = user && (await store.organizations.find(user))
  if (user === undefined || organization === undefined)
    throw new Problem('user_not_found', { message: `There is no user ${id}. See: npx tabletalk user list` })
  return { user, organization }
}
