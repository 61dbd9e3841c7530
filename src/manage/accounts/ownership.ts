import type { Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import type { Account } from './store/user-document.ts'

/**
 * A user is an owner if the organization's list contains the user and the user's account has the role and may log in;
 * an entry in the list alone has no effect. The two documents cannot be written together, so each change is made in
 * steps:
 *
 * - adding: read the list; mark the account, which fails unless its role is owner; replace the list if its version is
 * unchanged;
 * - removing: read the account, then the list and its active owners; replace the list if its version is unchanged;
 * write the account only if it is as it was read, including the mark.
 *
 * An owner added again between the last two writes has a new mark, so the account is not written. Therefore an owner
 * who was counted as remaining cannot lose ownership without being removed from the list first. A process that dies
 * leaves at most an account with the role owner outside the list: its next login or refresh adds it again.
 */

type Parts = Pick<AccountParts, 'store'>

/** Retries while other owners of the organization are added and removed. */
const ATTEMPTS = 20

/**
 * Adds a user to the organization's list of owners if the stored role is owner and the user may log in. Called after
 * every change that may cause this.
 */
export const reconcileOwner = async ({ store }: Parts, caller: OrganizationRef, id: number): Promise<void> => {
  // After the last attempt, the next login adds the owner.
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const list = await store.organizations.owners(caller)
    if (list === undefined || list.ids.includes(id)) return
    if (!(await store.organizations.markFutureOwner(caller, id))) return
    if (await store.organizations.changeOwners(caller, list.version, [...list.ids, id])) return
  }
}

/** The organization, after adding the account to its owners if the account's role is owner. */
export const withReconciledOwner = async (
  { store }: Parts,
  account: Pick<Account, 'id' | 'organizationId' | 'role'>,
  organization: Organization,
): Promise<Organization> => {
  if (account.role !== 'owner' || organization.owners?.includes(account.id)) return organization
  await reconcileOwner({ store }, account, account.id)
  return (await store.organizations.find(account)) ?? organization
}

/**
 * Removes a user, and every entry that is not an active owner, from the list of owners, and then writes the account
 * change that ends the ownership.
 * @param write changes the account if it is still as it was read (including `UserAsRead.owning`); otherwise returns
 * false
 * @throws Problem `last_owner` if no other owner would remain, `user_not_found`, `user_changed`, and what `write`
 * throws
 */
export const endOwnership = async (
  { store }: Parts,
  caller: OrganizationRef,
  id: number,
  write: (account: Account) => Promise<boolean>,
): Promise<void> => {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const account = await store.users.findAccount(caller, id)
      if (account === undefined) throw new Problem('user_not_found')
      if ((await removeFromList({ store }, caller, id)) && (await write(account))) return
    }
    throw new Problem('user_changed')
  } catch (error) {
    await reconcileOwner({ store }, caller, id).catch(() => undefined)
    throw error
  }
}

/** @returns false if the list was changed in the meantime. @throws Problem `last_owner` */
const removeFromList = async ({ store }: Parts, caller: OrganizationRef, id: number): Promise<boolean> => {
  const list = await store.organizations.owners(caller)
  if (list === undefined) throw new Problem('organization_not_found')
  const active = new Set(await store.organizations.activeOwners(caller))
  const owners = list.ids.filter((one) => active.has(one))
  const others = owners.filter((one) => one !== id)
  if (others.length === 0 && owners.includes(id)) throw new Problem('last_owner')
  return await store.organizations.changeOwners(caller, list.version, others)
}
