import { InvalidArgumentError } from 'commander'
import type { Organization } from '../../domain/access/organization.ts'
import type { User } from '../../domain/account/user.ts'
import { Problem } from '../../domain/problem.ts'
import type { Operator } from '../with-store.ts'

/** The number of a user, as it is written at a terminal. */
export const userId = (text: string): number => {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new InvalidArgumentError('It must be the number of a user.')
  return Number(text)
}

/** A user of any organization, by number. @throws Problem `user_not_found` */
export const chooseUser = async (
  { store }: Pick<Operator, 'store'>,
  id: number,
): Promise<{ readonly user: User; readonly organization: Organization }> => {
  const user = await store.anyUser(id)
  const organization = user && (await store.organization(user))
  if (user === undefined || organization === undefined)
    throw new Problem('user_not_found', { message: `There is no user ${id}. See: npx tabletalk user list` })
  return { user, organization }
}
