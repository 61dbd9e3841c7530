import { v7 as uuidv7 } from 'uuid'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { AccountParts } from './account-parts.ts'
import type { MailKind } from './rules/mail-request.ts'
import type { DueMail } from './store/user-document.ts'

/** A process starts the mail of a change within this time, or has died. */
const LATE_MS = 60_000

/** A mail required by a change of a user; stored by the same write, so that it cannot be lost in between. */
export const dueMail = (kind: MailKind): DueMail => ({ mailId: uuidv7(), kind, since: new Date() })

/** Starts a due mail. @throws Problem `worker_unavailable`; then it stays due */
export const beginDueMail = async (
  { store, mails }: Pick<AccountParts, 'store' | 'mails'>,
  caller: OrganizationRef,
  userId: number,
  { mailId, kind }: Pick<DueMail, 'mailId' | 'kind'>,
): Promise<void> => {
  await mails.send({ mailId, kind, organizationId: caller.organizationId, userId })
  await store.users.endDueMail(caller, userId, mailId)
}

/** Starts due mails of processes that died before starting them; a mail that was started is not started twice. */
export const resumeMails = async (
  parts: Pick<AccountParts, 'store' | 'mails'>,
  now: number = Date.now(),
): Promise<void> => {
  for (const due of await parts.store.users.dueMails(new Date(now - LATE_MS)))
    await beginDueMail(parts, due, due.userId, due)
}
