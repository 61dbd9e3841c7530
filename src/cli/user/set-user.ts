import { type Command, Option } from 'commander'
import { changeUser, removeFactorOf, removeLinkOf } from '../../accounts/managed-users.ts'
import { writePassword } from '../../accounts/new-password.ts'
import { settleOwner } from '../../accounts/ownership.ts'
import { readConfig } from '../../config.ts'
import { ROLES, type Role } from '../../domain/access/role.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { readSecret } from '../read-secret.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { chooseUser, userId } from './choose-user.ts'
import { managerOf, operatorAccounts } from './with-accounts.ts'

interface SetOptions {
  readonly user: number
  readonly password?: string
  readonly role?: Role
  readonly status?: 'active' | 'suspended'
  readonly secondFactor: boolean
  readonly providerLink: boolean
  readonly json?: boolean
}

/** `tabletalk user set` */
export const registerSet = (user: Command): void => {
  user
    .command('set')
    .description(
      'Changes the password, role or status of a user, or removes a lost second factor or the link to the identity provider.',
    )
    .requiredOption('--user <id>', 'the id of the user', userId)
    .option(
      '--password <password>',
      'the new password; - reads it from standard input; all sessions of the user end, and the email address counts as verified',
    )
    .addOption(new Option('--role <role>', 'the role in the organization').choices(ROLES))
    .addOption(new Option('--status <status>', 'whether the user may log in').choices(['active', 'suspended']))
    .option('--no-second-factor', 'remove the second factor')
    .option(
      '--no-provider-link',
      'remove the link to the identity provider; the next provider account that logs in with this email address is linked',
    )
    .option('--json', 'print one JSON document instead')
    .action(setUser)
}

const setUser = ({ user: id, password: given, json, ...options }: SetOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { role, status, secondFactor, providerLink } = options
    if (given === undefined && role === undefined && status === undefined && secondFactor && providerLink)
      throw new CommandFailed(
        'Specify what to change: --password, --role, --status, --no-second-factor or --no-provider-link.',
      )
    const { user, organization } = await chooseUser(operator, id)
    const { id: organizationId } = organization
    const parts = operatorAccounts(operator)
    const told = { organizationId, action: 'user.changed' as const, subject: String(id) }
    if (role !== undefined || status !== undefined)
      await changeUser(parts, managerOf(organization), id, { role, status }, (write) =>
        recordChange(operator, { ...told, fields: { role, status } }, write),
      )
    if (given !== undefined) {
      const password = await readSecret(given)
      await parts.passwords.require(password, user.email)
      const passwordHash = await parts.passwords.hash(password)
      const change = { passwordHash, ...(user.status === 'invited' ? { status: 'active' as const } : {}) }
      await recordChange(operator, { ...told, fields: { password: '' }, secret: ['password'] }, async () => {
        await writePassword(parts, user, { ...change, emailVerified: true })
        await settleOwner(parts, { organizationId }, id)
      })
    }
    // Who has none is asked for none already.
    if (!secondFactor && user.hasSecondFactor)
      await removeFactorOf(parts, managerOf(organization), id, (write) =>
        recordChange(operator, { ...told, fields: { second_factor: false } }, write),
      )
    if (!providerLink)
      await removeLinkOf(parts, managerOf(organization), id, (write) =>
        recordChange(operator, { ...told, action: 'user.unlinked_from_provider' }, write),
      )
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { user_id: id, organization_id: organizationId })
    else terminal.write(`User ${id} (${user.email}) is changed.\n`)
  })
