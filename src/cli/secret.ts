import type { Command } from 'commander'
import { resealSecrets } from '../manage/operators/reseal-secrets.ts'
import { operatorCommand } from './operator-command.ts'

const EXAMPLES = `
Replacing TABLETALK_SECRET without a pause:
  1. Give every process the new secret as TABLETALK_SECRET_PREVIOUS, one after the other: all can read what it seals.
  2. Swap the two, one process after the other: TABLETALK_SECRET=new, TABLETALK_SECRET_PREVIOUS=old.
  3. TABLETALK_SECRET=new TABLETALK_SECRET_PREVIOUS=old tabletalk secret reseal
  4. When no running turn, no history that operators still read, and no API key needs the old one, leave it out.`

/** `tabletalk secret …`: replaces the secret of an installation. */
export const registerSecret = (program: Command): void => {
  const secret = program
    .command('secret')
    .summary('replace TABLETALK_SECRET of an installation')
    .addHelpText('after', EXAMPLES)
  operatorCommand(secret, 'reseal', {
    description:
      'Re-encrypts the connection URLs of databases, the URLs and secrets of webhooks, single sign-on secrets, second factors and sessions with the current TABLETALK_SECRET, and reports which API keys still depend on the previous one.',
    async answer(operator) {
      const { databases, unreadable, apiKeysLeft, ...resealed } = await resealSecrets(operator)
      return {
        json: {
          databases,
          webhooks: resealed.webhooks,
          identity_providers: resealed.identityProviders,
          second_factors: resealed.secondFactors,
          log_ins: resealed.sessions,
          unreadable,
          api_keys_left: apiKeysLeft,
        },
        text: report(databases, apiKeysLeft),
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
