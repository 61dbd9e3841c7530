import { v7 as uuidv7 } from 'uuid'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { AccountParts } from './account-parts.ts'
import type { MailKind } from './rules/mail-request.ts'
import type { DueMail } from './store/user-document.ts'

/** The process that changes a user starts the mail within this time, or never. */
const LATE_MS = 60_000

/** A mail that a change of a user causes. It is stored by the same write, so that a crash between both loses nothing. */
export const dueMail = (kind: MailKind): DueMail => ({ mailId: uuidv7(), kind, since: new Date() })

/** Begins it. @throws Problem `worker_unavailable`; then it stays due */
export const beginDueMail = async (
  { store, mails }: Pick<AccountParts, 'store' | 'mails'>,
  caller: OrganizationRef,
  userId: number,
  { mailId, kind }: Pick<DueMail, 'mailId' | 'kind'>,
): Promise<void> => {
  await mails.send({ mailId, kind, organizationId: caller.organizationId, userId })
  await store.users.endDueMail(caller, userId, mailId)
}

/** Begins those whose process has died before it did; one that has begun is not begun twice. */
export const resumeMails = async (
  parts: Pick<AccountParts, 'store' | 'mails'>,
  now: number = Date.now(),
): Promise<void> => {
  for (const due of await parts.store.users.dueMails(new Date(now - LATE_MS)))
    await beginDueMail(parts, due, due.userId, due)
}
