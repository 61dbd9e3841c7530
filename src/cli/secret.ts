import type { Command } from 'commander'
import { operatorCommand } from './operator-command.ts'

const EXAMPLES = `
Replacing TABLETALK_SECRET without a pause:
  1. Give every process the new secret as TABLETALK_SECRET_PREVIOUS, one after the other: all can read what it seals.
  2. Swap the two, one process after the other: TABLETALK_SECRET=new, TABLETALK_SECRET_PREVIOUS=old.
  3. TABLETALK_SECRET=new TABLETALK_SECRET_PREVIOUS=old tabletalk secret reseal
  4. When no running turn, no history that operators still read, and no API key needs the old one, leave it out.`

/** `tabletalk secret …`: for whoever operates the installation. */
export const registerSecret = (program: Command): void => {
  const secret = program
    .command('secret')
    .summary('replace TABLETALK_SECRET of an installation')
    .addHelpText('after', EXAMPLES)
  operatorCommand(secret, 'reseal', {
    description:
      'Re-encrypts the connection URLs of databases, the URLs and secrets of webhooks, single sign-on secrets, second factors and sessions with the current TABLETALK_SECRET, and reports which API keys still depend on the previous one.',
    async answer({ store }) {
      const databases = await store.sealed.reseal('databases')
      const webhooks = await store.sealed.reseal('webhooks')
      const providers = await store.sealed.reseal('sso_configurations')
      const factors = await store.sealed.reseal('users')
      // One that cannot be read is over: whoever it was of logs in again.
      const logIns = await store.sealed.reseal('portal_sessions')
      const unreadable = [
        ...databases.unreadable,
        ...webhooks.unreadable,
        ...providers.unreadable.map((id) => `single sign-on of organization ${id}`),
        ...factors.unreadable.map((id) => `the second factor of user ${id}`),
      ]
      const keys = await store.apiKeys.countUnderEarlierSecret()
      return {
        json: {
          databases: databases.resealed,
          webhooks: webhooks.resealed,
          identity_providers: providers.resealed,
          second_factors: factors.resealed,
          log_ins: logIns.resealed,
          unreadable,
          api_keys_left: keys,
        },
        text: report(databases.resealed, keys),
        ...(unreadable.length > 0 && {
          failure: `Encrypted with neither TABLETALK_SECRET nor TABLETALK_SECRET_PREVIOUS: ${unreadable.join(', ')}`,
        }),
      }
    },
  })
}

const report = (databases: number, keys: number): string => {
  const done = `${databases} ${databases === 1 ? 'database is' : 'databases are'} encrypted with TABLETALK_SECRET.`
  if (keys === 0) return `${done} Every API key is hashed with it.`
  const many = keys === 1 ? '1 API key is' : `${keys} API keys are`
  return `${done} ${many} still hashed with an earlier secret. A key is migrated the next time it is used; rotate or revoke unused keys.`
}
