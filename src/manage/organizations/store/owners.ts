import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { type UserDocument, userSchema } from '../../accounts/store/user-document.ts'
import { NOT_PENDING_DELETION, type OrganizationDocument, organizationSchema } from './organizations.ts'

/** User ids of an organization's owners at one version of the list. */
interface OwnerList {
  readonly ids: readonly number[]
  /** Incremented by each change of the list. */
  readonly version: number
}

/** The owners of an organization, stored in its document and in those of its users (`src/manage/accounts/ownership.ts`). */
export const ownerStore = (connection: Connection) => {
  const organizations = connection.model<OrganizationDocument>('Organization', organizationSchema, 'organizations')
  const users = connection.model<UserDocument>('User', userSchema, 'users')
  return {
    /** The list of the caller's organization; undefined if the organization does not exist. */
    async owners({ organizationId }: OrganizationRef): Promise<OwnerList | undefined> {
      const own = { _id: organizationId, ...NOT_PENDING_DELETION }
      const found = await organizations.findOne(own, { owners: 1, ownersVersion: 1 }).lean()
      return found === null ? undefined : { ids: found.owners ?? [], version: found.ownersVersion ?? 0 }
    },
    /** Replaces the list. @returns false if its version has changed or the organization does not exist */
    async changeOwners({ organizationId }: OrganizationRef, version: number, ids: readonly number[]): Promise<boolean> {
      const asRead = version === 0 ? { ownersVersion: { $exists: false } } : { ownersVersion: version }
      const { matchedCount } = await organizations.updateOne(
        { _id: organizationId, ...asRead, ...NOT_PENDING_DELETION },
        { $set: { owners: [...ids], ownersVersion: version + 1 } },
      )
      return matchedCount === 1
    },
    /** Users with the role of an owner who can log in: only these entries of the list count. */
    async activeOwners({ organizationId }: OrganizationRef): Promise<readonly number[]> {
      const active = { organizationId, role: 'owner', status: 'active', emailVerified: true } as const
      return (await users.find(active, { _id: 1 }).lean()).map(({ _id }) => _id)
    },
    /**
     * Marks a user who will be added to the list, so that a concurrent demotion that read the account before fails.
     * @returns false if the account is not that of an owner who can log in
     */
    async markFutureOwner({ organizationId }: OrganizationRef, id: number): Promise<boolean> {
      const active = { _id: id, organizationId, role: 'owner', status: 'active', emailVerified: true } as const
      return (await users.updateOne(active, { $set: { owning: randomUUID() } })).matchedCount === 1
    },
  }
}
