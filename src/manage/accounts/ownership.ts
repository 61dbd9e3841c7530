import type { Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import type { Account } from './store/user-document.ts'

/**
 * An owner is who is in the list of the organization, and whose account says so and lets them in; whoever is in the list alone
 * counts for nothing. Two documents say it, and no write is of both, so that each way is in steps:
 *
 * - into the list: the list is read, the account marked, which fails where it is no owner's; then the list is replaced as
 *   it was read;
 * - out of it: the account is read, then the list, and who else in it is one; the list is replaced as it was read, and
 *   after that the account written as it was read, mark and all.
 *
 * Whoever is put back between the last two was marked since, and the account is not written. So nobody who was counted
 * when another one went ceases to be an owner without having been taken out first. Whatever dies leaves somebody out of the
 * list whose account says owner: the next log-in, or refresh, puts them back.
 */

type Parts = Pick<AccountParts, 'store'>

/** However many owners of one organization come and go at once. */
const ATTEMPTS = 20

/**
 * Makes somebody an owner in the organization too, who is to be one and is let in by now: called after whatever may have made
 * that so, and decided by what is stored then.
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

/** The organization, with somebody in its list who belongs there. */
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
 * Takes somebody out of the list of owners, and with them all who are none, and makes the change by which they are one no more.
 *
 * @param write the change of the account, which must be the one that was read (`UserAsRead.owning` among it); false where it is not
 * @throws Problem `last_owner` where nobody else would be left, `user_not_found`, `user_changed`, and what `write` throws
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
