import { createHash } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { isWrittenFirst } from '../../../store/duplicate-key.ts'
import type { Sealed } from '../../../store/sealed.ts'
import type { ProviderLink, ProviderSubject } from '../../sso/rules/sso-account.ts'
import { emailKeyOf } from '../rules/email-key.ts'
import { type Account, accountOf, type UserDocument, userSchema } from './user-document.ts'

/** The fields of a user who is linked at a provider. They are unique within an organization. */
export const subjectFields = (
  { organizationId }: OrganizationRef,
  providerSubject: ProviderLink,
): Required<Pick<UserDocument, 'providerSubject' | 'uniqueSubject'>> => {
  const { issuer, clientId, subject } = providerSubject
  return {
    providerSubject: { issuer, clientId, subject },
    uniqueSubject: uniqueSubjectOf({ organizationId }, providerSubject),
  }
}

/** An issuer gives a subject to one user, for every client id. */
const uniqueSubjectOf = ({ organizationId }: OrganizationRef, { issuer, subject }: ProviderSubject): string =>
  createHash('sha256')
    .update(JSON.stringify([organizationId, issuer, subject]))
    .digest('base64url')

/** Who users are at the identity provider of their organization. */
export const providerSubjectStore = (connection: Connection, { openText }: Sealed) => {
  const model = connection.model<UserDocument>('User', userSchema, 'users')
  return {
    /** The user of the caller's organization who is this one at the provider. */
    async findAccountBySubject(caller: OrganizationRef, subject: ProviderSubject): Promise<Account | undefined> {
      const { organizationId } = caller
      const uniqueSubject = uniqueSubjectOf(caller, subject)
      const found = await model.findOne({ uniqueSubject, organizationId }).lean()
      return found === null ? undefined : accountOf(found, openText)
    },
    /**
     * Links the user of an address to a subject. That accepts an invitation and verifies the address. A password of an
     * unverified address is dropped: the person who set it may not own the address.
     *
     * @returns false where the user is suspended, has another address or another subject of this issuer and client, or
     * where another user has the subject
     */
    async linkSubject(
      caller: OrganizationRef,
      id: number,
      { email, ...link }: ProviderLink & { readonly email: string },
    ): Promise<boolean> {
      const { organizationId } = caller
      const fields = subjectFields(caller, link)
      const free = {
        _id: id,
        organizationId,
        emailKey: emailKeyOf(email),
        status: { $ne: 'suspended' as const },
        $or: [
          { 'providerSubject.issuer': { $ne: link.issuer } },
          { 'providerSubject.clientId': { $ne: link.clientId } },
          { uniqueSubject: fields.uniqueSubject },
        ],
      }
      const set = { ...fields, status: 'active' as const, emailVerified: true }
      let isLinked = false
      const isFree = await isWrittenFirst(async () => {
        const verified = await model.updateOne({ ...free, emailVerified: true }, { $set: set })
        const unverified = { $set: set, $unset: { passwordHash: 1 as const } }
        isLinked =
          verified.matchedCount === 1 ||
          (await model.updateOne({ ...free, emailVerified: false }, unverified)).matchedCount === 1
      })
      return isFree && isLinked
    },
    /** Unlinks a user from the provider, so that the account can be linked again. @returns false where it was not linked */
    async unlinkSubject({ organizationId }: OrganizationRef, id: number): Promise<boolean> {
      const linked = { _id: id, organizationId, uniqueSubject: { $exists: true } }
      const { matchedCount } = await model.updateOne(linked, { $unset: { providerSubject: 1, uniqueSubject: 1 } })
      return matchedCount === 1
    },
    /** Records that the current client sees the linked user under the same subject. */
    async renewSubject(caller: OrganizationRef, id: number, link: ProviderLink): Promise<void> {
      const { uniqueSubject, providerSubject } = subjectFields(caller, link)
      const own = { _id: id, organizationId: caller.organizationId, uniqueSubject }
      await model.updateOne(own, { $set: { providerSubject } })
    },
  }
}
