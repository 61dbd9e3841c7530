import { createHash } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'
import type { FieldCipher } from '../../../store/sealed.ts'
import type { ProviderLink, ProviderSubject } from '../../sso/rules/sso-account.ts'
import { emailKeyOf } from '../rules/email-key.ts'
import { type Account, accountOf, type UserDocument, userSchema } from './user-document.ts'

/** The fields of a user with an SSO link. A subject is unique in an organization. */
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

/** Without the client id: an issuer gives a subject to one user, for every client. */
const uniqueSubjectOf = ({ organizationId }: OrganizationRef, { issuer, subject }: ProviderSubject): string =>
  createHash('sha256')
    .update(JSON.stringify([organizationId, issuer, subject]))
    .digest('base64url')

/** SSO links: the subjects of users at their organization's identity provider. */
export const providerSubjectStore = (connection: Connection, { openText }: FieldCipher) => {
  const model = connection.model<UserDocument>('User', userSchema, 'users')
  return {
    /** The account with this subject. */
    async findAccountBySubject(caller: OrganizationRef, subject: ProviderSubject): Promise<Account | undefined> {
      const { organizationId } = caller
      const uniqueSubject = uniqueSubjectOf(caller, subject)
      const found = await model.findOne({ uniqueSubject, organizationId }).lean()
      return found === null ? undefined : accountOf(found, openText)
    },
    /**
     * Links a user with this address to a subject. That accepts an invitation and verifies the address. A password set
     * for an unverified address is removed, because it may have been chosen by someone other than the address's reader.
     * @returns false if the user is suspended, has another address or another subject of this issuer and client, or if
     * another user has the subject
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
      const isFree = await insertIfAbsent(async () => {
        const verified = await model.updateOne({ ...free, emailVerified: true }, { $set: set })
        const unverified = { $set: set, $unset: { passwordHash: 1 as const } }
        isLinked =
          verified.matchedCount === 1 ||
          (await model.updateOne({ ...free, emailVerified: false }, unverified)).matchedCount === 1
      })
      return isFree && isLinked
    },
    /** Removes the SSO link of a user, so that the address can be linked again. @returns false if there was none */
    async unlinkSubject({ organizationId }: OrganizationRef, id: number): Promise<boolean> {
      const linked = { _id: id, organizationId, uniqueSubject: { $exists: true } }
      const { matchedCount } = await model.updateOne(linked, { $unset: { providerSubject: 1, uniqueSubject: 1 } })
      return matchedCount === 1
    },
    /** Stores the current client id in the link of a user with the same subject. */
    async renewSubject(caller: OrganizationRef, id: number, link: ProviderLink): Promise<void> {
      const { uniqueSubject, providerSubject } = subjectFields(caller, link)
      const own = { _id: id, organizationId: caller.organizationId, uniqueSubject }
      await model.updateOne(own, { $set: { providerSubject } })
    },
  }
}
