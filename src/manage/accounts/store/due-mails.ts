import type { Connection } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { type DueMail, type UserDocument, userSchema } from './user-document.ts'

/** A mail that was not begun yet, as far as is known. */
export interface FoundDueMail extends DueMail {
  readonly organizationId: number
  readonly userId: number
}

/** At most so many at a time; the others are found next. */
const FOUND_MAX = 100

/** Mails that were stored with the change that brings them about, until they have begun. */
export const dueMailStore = (connection: Connection) => {
  const model = connection.model<UserDocument>('User', userSchema, 'users')
  return {
    /** Due mails of all organizations since before a moment, oldest first, for the worker that starts them. */
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
    /** Notes that a mail has begun; another one that is due since stays so. */
    async endDueMail({ organizationId }: OrganizationRef, userId: number, mailId: string): Promise<void> {
      await model.updateOne({ _id: userId, organizationId, 'mailDue.mailId': mailId }, { $unset: { mailDue: 1 } })
    },
  }
}
