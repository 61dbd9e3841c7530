import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { type DueMail, type UserDocument, userSchema } from './user-document.ts'

/** A due mail with its user. */
interface FoundDueMail extends DueMail {
  readonly organizationId: number
  readonly userId: number
}

/** Batch size; the rest is found by the next call. */
const FOUND_MAX = 100

/** Mails stored with the change that requires them, until their workflow has started. */
export const dueMailStore = (connection: Connection) => {
  const model = connection.model<UserDocument>('User', userSchema, 'users')
  return {
    /** Due mails of all organizations since before a time, oldest first. */
    async dueMails(before: Date): Promise<readonly FoundDueMail[]> {
      const found = await model
        .find({ 'mailDue.since': { $lt: before } }, { organizationId: 1, mailDue: 1 })
        .sort({ 'mailDue.since': 1 })
        .limit(FOUND_MAX)
        .lean()
      return found.flatMap(({ _id: userId, organizationId, mailDue }) =>
        mailDue === undefined ? [] : [{ ...mailDue, organizationId, userId }],
      )
    },
    /** Records that a mail was started; a newer due mail of the user stays. */
    async endDueMail({ organizationId }: OrganizationRef, userId: number, mailId: string): Promise<void> {
      await model.updateOne({ _id: userId, organizationId, 'mailDue.mailId': mailId }, { $unset: { mailDue: 1 } })
    },
  }
}
