import type { Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import type { Account } from './store/user-document.ts'

/**
 * An owner is in the list of the organization and has an active account with that role; an entry in the list alone does
 * not count. These are two documents, and no write covers both, so that each change has steps:
 *
 * - into the list: the list is read, the account is marked, which fails where it is no owner's; then the list is
 * replaced by compare-and-set;
 * - out of it: the account is read, then the list and which others in it are owners; the list is replaced by compare-
 * and-set, and after that the account, with its mark.
 *
 * A user who is put back between the last two writes was marked since, so that the write of the account fails. An owner
 * who was counted as remaining therefore never ceases to be one before the list says so. After a crash a user
 * whose account says owner may be missing in the list: the next login or refresh adds them.
 */

type Parts = Pick<AccountParts, 'store'>

/** However many owners of one organization come and go at once. */
const ATTEMPTS = 20

/**
 * Adds a user to the organization's list of owners if their stored role says so and they may log in: called after every
 * change that may have caused it.
 */
export const settleOwner = async ({ store }: Parts, caller: OrganizationRef, id: number): Promise<void> => {
  // Who has not come into the list after all these is put there by their next log-in.
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const list = await store.organizations.owners(caller)
    if (list === undefined || list.ids.includes(id)) return
    if (!(await store.organizations.beginOwning(caller, id))) return
    if (await store.organizations.changeOwners(caller, list.version, [...list.ids, id])) return
  }
}

/** The organization with a user added to its list if they belong there. */
export const withOwner = async (
  { store }: Parts,
  account: Pick<Account, 'id' | 'organizationId' | 'role'>,
  organization: Organization,
): Promise<Organization> => {
  if (account.role !== 'owner' || organization.owners?.includes(account.id)) return organization
  await settleOwner({ store }, account, account.id)
  return (await store.organizations.find(account)) ?? organization
}

/**
 * Removes a user from the list of owners, with all others who are none, and makes the change that ends their ownership.
 *
 * @param write the change of the account by compare-and-set (including `UserAsRead.owning`); false where the account
 * has changed
 * @throws Problem `last_owner` where no other owner would be left, `user_not_found`, `user_changed`, and what `write`
 * throws
 */
export const endOwning = async (
  { store }: Parts,
  caller: OrganizationRef,
  id: number,
  write: (account: Account) => Promise<boolean>,
): Promise<void> => {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const account = await store.users.findAccount(caller, id)
      if (account === undefined) throw new Problem('user_not_found')
      if ((await isTakenOut({ store }, caller, id)) && (await write(account))) return
    }
    throw new Problem('user_changed')
  } catch (error) {
    await settleOwner({ store }, caller, id).catch(() => undefined)
    throw error
  }
}

/** @returns false where the list was changed meanwhile. @throws Problem `last_owner` */
const isTakenOut = async ({ store }: Parts, caller: OrganizationRef, id: number): Promise<boolean> => {
  const list = await store.organizations.owners(caller)
  if (list === undefined) throw new Problem('organization_not_found')
  const active = new Set(await store.organizations.activeOwners(caller))
  const owners = list.ids.filter((one) => active.has(one))
  const others = owners.filter((one) => one !== id)
  if (others.length === 0 && owners.includes(id)) throw new Problem('last_owner')
  return await store.organizations.changeOwners(caller, list.version, others)
}
