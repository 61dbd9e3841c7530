import { createHash } from 'node:crypto'
import type { Connection } from 'mongoose'
import { emailKeyOf } from '../domain/account/email-key.ts'
import type { ProviderSubject } from '../domain/account/sso-account.ts'
import { isWrittenFirst } from './duplicate-key.ts'
import type { Sealed } from './sealed.ts'
import { type Account, accountOf, type UserDocument, userSchema } from './user-document.ts'

type InOrganization = { readonly organizationId: number }

/** The fields of a user who is somebody at a provider. In an organization no two are the same. */
export const subjectFields = (
  { organizationId }: InOrganization,
  providerSubject: ProviderSubject,
): Required<Pick<UserDocument, 'providerSubject' | 'uniqueSubject'>> => {
  const { issuer, subject } = providerSubject
  const uniqueSubject = createHash('sha256')
    .update(JSON.stringify([organizationId, issuer, subject]))
    .digest('base64url')
  return { providerSubject: { issuer, subject }, uniqueSubject }
}

/** Who users are at the identity provider of their organization. */
export const providerSubjectVerbs = (connection: Connection, { openText }: Sealed) => {
  const model = connection.model<UserDocument>('User', userSchema, 'users')
  return {
    /** The user of the caller's organization who is this one at the provider. */
    async accountOfSubject(caller: InOrganization, subject: ProviderSubject): Promise<Account | undefined> {
      const { organizationId } = caller
      const { uniqueSubject } = subjectFields(caller, subject)
      const found = await model.findOne({ uniqueSubject, organizationId }).lean()
      return found === null ? undefined : accountOf(found, openText)
    },
    /**
     * Makes a user who has this address the one of a subject, from now on. An invitation is accepted by that, and the address
     * is verified. A password that was given to an address which nobody had verified is dropped: whoever chose it need not be
     * who reads mail there.
     *
     * @returns false where the user is suspended, has another address or another subject of this issuer, or where somebody
     * else has the subject
     */
    async linkSubject(
      caller: InOrganization,
      id: number,
      { email, ...subject }: ProviderSubject & { readonly email: string },
    ): Promise<boolean> {
      const { organizationId } = caller
      const fields = subjectFields(caller, subject)
      const free = {
        ...{ _id: id, organizationId, emailKey: emailKeyOf(email), status: { $ne: 'suspended' as const } },
        $or: [{ 'providerSubject.issuer': { $ne: subject.issuer } }, { uniqueSubject: fields.uniqueSubject }],
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
  }
}
