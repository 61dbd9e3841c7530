import type { Config } from '../../config.ts'
import { type Accounts, accountParts, accounts } from '../../manage/accounts/accounts.ts'
import type { PasswordCost } from '../../manage/accounts/passwords.ts'
import { openIdSignOn } from '../../manage/sso/sign-on.ts'
import { keysFor } from '../../store/sealer.ts'
import type { Store } from '../../store/store.ts'
import type { MailWorkflows } from '../../temporal/mails.ts'
import type { Observe } from '../observation.ts'

interface AccountServices {
  readonly config: Pick<Config, 'portalUrl' | 'previousSecrets'>
  readonly secret: string
  readonly store: Store
  readonly mails: MailWorkflows
  readonly observe: Observe
  readonly allowPrivateHosts: boolean
  /** False: hosts of issuers are not resolved here, because this process may run in another network than the service. */
  readonly checksIssuerHosts?: boolean
  readonly passwordCost?: PasswordCost | undefined
}

/** Composes the accounts service, for processes and for commands. */
export const composeAccounts = ({
  config: { portalUrl, previousSecrets },
  secret,
  store,
  mails,
  observe,
  allowPrivateHosts,
  checksIssuerHosts = true,
  passwordCost,
}: AccountServices): Accounts => {
  const provider = openIdSignOn({ allowPrivate: allowPrivateHosts, observe })
  return accounts({
    ...accountParts({ store, mails }, keysFor('accounts', secret, previousSecrets), passwordCost),
    signOn: checksIssuerHosts ? provider : { ...provider, isPrivate: async () => false },
    allowPrivateHosts,
    portalUrl,
  })
}
