import type { AccountParts } from '../../accounts/account-parts.ts'
import { accountParts } from '../../accounts/accounts.ts'
import type { UserManager } from '../../accounts/managed-user.ts'
import type { Organization } from '../../domain/access/organization.ts'
import { KEY_PERMISSIONS } from '../../domain/access/permit.ts'
import { accountKeys } from '../../sealer.ts'
import type { Mails } from '../../temporal/mails.ts'
import { CommandFailed } from '../command-failed.ts'
import type { Operator } from '../with-store.ts'

/** Whoever operates the installation vouches for those it adds: nothing that is done at a terminal sends mails. */
const NO_MAILS: Mails = {
  async send() {
    throw new CommandFailed('This command does not send mail.')
  },
}

/** With what accounts are managed at a terminal. */
export const operatorAccounts = ({ store, place, config }: Operator): AccountParts =>
  accountParts({ store, mails: NO_MAILS }, accountKeys(place.secret, config.previousSecrets))

/** Whoever operates the installation may what an owner may. */
export const managerOf = (organization: Organization): UserManager => ({
  ...{ organization, role: 'owner', permissions: KEY_PERMISSIONS },
})
