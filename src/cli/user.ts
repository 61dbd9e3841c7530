import { type Command, Option } from 'commander'
import { ROLES } from '../access/rules/role.ts'
import type { Accounts } from '../manage/accounts/accounts.ts'
import {
  deleteUser,
  deleteUserProviderLink,
  deleteUserSecondFactor,
  listUsers,
  patchUser,
  postUser,
} from '../manage/accounts/routes/users/users.ts'
import type { User } from '../manage/accounts/rules/user.ts'
import { CommandFailed } from './command-failed.ts'
import {
  type CommandOf,
  type Managing,
  managing,
  operatorCommand,
  organizationCommand,
  tableOrText,
} from './operator-command.ts'
import { numberOf } from './option-values.ts'
import { readSecret } from './read-secret.ts'
import { recordChange } from './record-change.ts'

const EXAMPLES = `
Examples:
  $ tabletalk user create --org 7 --email ann@example.com --password 'a long sentence' --role owner
  $ tabletalk user list --org 7
  $ tabletalk user set --user 12 --password - < new-password.txt
  $ tabletalk user set --user 12 --status suspended
  $ tabletalk user set --user 12 --no-provider-link
  $ tabletalk user remove --user 12`

interface CreateOptions {
  readonly email: string
  readonly password: string
  readonly name?: string
  readonly role: string
}

/** `tabletalk user …`: manages users. */
export const registerUser = (program: Command): void => {
  const user = program.command('user').summary('add, list, change and remove users').addHelpText('after', EXAMPLES)
  organizationCommand<CreateOptions>(user, 'create', {
    description: 'Adds a user to an organization. The user can log in immediately.',
    declare: (command) =>
      command
        .requiredOption(
          '--email <address>',
          'the email address; it counts as verified, so make sure that it belongs to the user',
        )
        .requiredOption(
          '--password <password>',
          '8 to 256 characters, not a common password; - reads it from standard input',
        )
        .option('--name <name>', 'the display name')
        .addOption(new Option('--role <role>', 'the role in the organization').choices(ROLES).default('member')),
    async answer({ run, organizationId, store, accounts }, { email, name, role, password }) {
      const body = { email, name, role, password: await readSecret(password) }
      const made = await run(postUser({ store, accounts: await accounts() }), { body })
      return {
        json: { user_id: made.id, organization_id: organizationId },
        text: `User ${made.id} (${made.email}) is ${made.role} of organization ${organizationId}.`,
      }
    },
  })
  organizationCommand(user, 'list', {
    description: 'Lists the users of an organization.',
    async answer({ list, organizationId, store, accounts }) {
      const all = await list(listUsers({ store, accounts: await accounts() }))
      const users = all.map(({ id, pending_email, created_at, ...shown }) => ({ user_id: id, ...shown }))
      return {
        json: { organization_id: organizationId, users },
        text: tableOrText(users, `Organization ${organizationId} has no users.`),
      }
    },
  })
  registerSet(user)
  userCommand(user, 'remove', {
    description: 'Removes a user from an organization. Their next request is refused.',
    async answer({ run, user: { id, email }, ...parts }) {
      await run(deleteUser(parts), { params: { user_id: String(id) } })
      return { json: { user_id: id, removed: true }, text: `User ${id} (${email}) is removed.` }
    },
  })
}

interface SetOptions {
  readonly password?: string
  readonly role?: string
  readonly status?: string
  readonly secondFactor: boolean
  readonly providerLink: boolean
}

const registerSet = (parent: Command): void =>
  userCommand<SetOptions>(parent, 'set', {
    description:
      'Changes the password, role or status of a user, or removes a lost second factor or the link to the identity provider.',
    declare: (command) =>
      command
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
        ),
    async answer({ run, user, ...parts }, { password, role, status, secondFactor, providerLink }) {
      const changes = { ...(role === undefined ? {} : { role }), ...(status === undefined ? {} : { status }) }
      const isOther = Object.keys(changes).length > 0
      if (password === undefined && !isOther && secondFactor && providerLink)
        throw new CommandFailed(
          'Specify what to change: --password, --role, --status, --no-second-factor or --no-provider-link.',
        )
      const { id, email } = user
      const params = { user_id: String(id) }
      const { organizationId } = parts
      if (isOther) await run(patchUser(parts), { params, body: changes })
      if (password !== undefined) {
        const entry = { organizationId, action: 'user.changed', subject: String(id), fields: { password: '' } } as const
        await parts.accounts.setPassword(user, await readSecret(password), (write) =>
          recordChange(parts, { ...entry, secret: ['password'] }, write),
        )
      }
      // Without a second factor there is nothing to remove.
      if (!secondFactor && user.hasSecondFactor) await run(deleteUserSecondFactor(parts), { params })
      if (!providerLink) await run(deleteUserProviderLink(parts), { params })
      return { json: { user_id: id, organization_id: organizationId }, text: `User ${id} (${email}) is changed.` }
    },
  })

interface ManagingUser extends Omit<Managing, 'accounts'> {
  readonly accounts: Accounts
  readonly user: User
}

/** Registers a command on one user of any organization, with `--user`. */
export const userCommand = <Options extends object = object>(
  parent: Command,
  name: string,
  { declare = (command) => command, answer, ...definition }: CommandOf<ManagingUser, Options>,
): void =>
  operatorCommand<Options & { readonly user: number }>(parent, name, {
    ...definition,
    declare: (command) => declare(command.requiredOption('--user <id>', 'the id of the user', numberOf('a user'))),
    async answer(operator, options) {
      const accounts = await operator.accounts()
      const { user, organization } = await accounts.userAnywhere(options.user)
      return await answer({ ...managing(operator, organization), accounts, user }, options)
    },
  })
