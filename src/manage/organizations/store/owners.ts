import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { type UserDocument, userSchema } from '../../accounts/store/user-document.ts'
import { type OrganizationDocument, organizationSchema, STAYS } from './organizations.ts'

/** The numbers of an organization's owners, as they were read. */
export interface OwnerList {
  readonly ids: readonly number[]
  /** Grows with each change of them. */
  readonly version: number
}

/** Who owns an organization, of which its document and those of its people say a part each (`src/manage/accounts/ownership.ts`). */
export const ownerStore = (connection: Connection) => {
  const organizations = connection.model<OrganizationDocument>('Organization', organizationSchema, 'organizations')
  const users = connection.model<UserDocument>('User', userSchema, 'users')
  return {
    /** The list of the caller's organization; undefined where that is gone. */
    async owners({ organizationId }: OrganizationRef): Promise<OwnerList | undefined> {
      const own = { _id: organizationId, ...STAYS }
      const found = await organizations.findOne(own, { owners: 1, ownersVersion: 1 }).lean()
      return found === null ? undefined : { ids: found.owners ?? [], version: found.ownersVersion ?? 0 }
    },
    /** Replaces the list, unless somebody has changed it since it was read. @returns false where they have, or it is gone */
    async changeOwners({ organizationId }: OrganizationRef, version: number, ids: readonly number[]): Promise<boolean> {
      const asRead = version === 0 ? { ownersVersion: { $exists: false } } : { ownersVersion: version }
      const { matchedCount } = await organizations.updateOne(
        { _id: organizationId, ...asRead, ...STAYS },
        { $set: { owners: [...ids], ownersVersion: version + 1 } },
      )
      return matchedCount === 1
    },
    /** Whose accounts say that they are an owner, and let them in: of the list these alone count. */
    async activeOwners({ organizationId }: OrganizationRef): Promise<readonly number[]> {
      const active = { organizationId, role: 'owner', status: 'active', emailVerified: true } as const
      return (await users.find(active, { _id: 1 }).lean()).map(({ _id }) => _id)
    },
    /**
     * Marks somebody who is to be put into the list: who has read the account before, to make them no owner, writes
     * nothing by what they have read.
     * @returns false where the account is not, or no more, one of an owner who is let in
     */
    async beginOwning({ organizationId }: OrganizationRef, id: number): Promise<boolean> {
      const active = { _id: id, organizationId, role: 'owner', status: 'active', emailVerified: true } as const
      return (await users.updateOne(active, { $set: { owning: randomUUID() } })).matchedCount === 1
    },
  }
}
