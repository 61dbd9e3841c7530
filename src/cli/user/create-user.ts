import { type Command, Option } from 'commander'
import { addUser } from '../../accounts/managed-users.ts'
import { readConfig } from '../../config.ts'
import { ROLES, type Role } from '../../domain/access/role.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { printJson } from '../print.ts'
import { readSecret } from '../read-secret.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { managerOf, operatorAccounts } from './with-accounts.ts'

interface CreateOptions {
  readonly org?: number
  readonly email: string
  readonly password: string
  readonly name?: string
  readonly role: Role
  readonly json?: boolean
}

/** `tabletalk user create` */
export const registerCreate = (user: Command): void => {
  withOrganization(user.command('create'))
    .description('Adds a user to an organization. The user can log in immediately.')
    .requiredOption(
      '--email <address>',
      'the email address; it counts as verified, so make sure that it belongs to the user',
    )
    .requiredOption(
      '--password <password>',
      '8 to 256 characters, not a common password; - reads it from standard input',
    )
    .option('--name <name>', 'the display name')
    .addOption(new Option('--role <role>', 'the role in the organization').choices(ROLES).default('member'))
    .option('--json', 'print one JSON document instead')
    .action(createUser)
}

const createUser = ({ org, json, password: given, ...fields }: CreateOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const organization = await chooseOrganization(operator, org)
    const { id: organizationId } = organization
    const password = await readSecret(given)
    const made = await addUser(
      operatorAccounts(operator),
      managerOf(organization),
      { ...fields, password, isVerified: true },
      (id) => (write) =>
        recordChange(operator, { organizationId, action: 'user.created', subject: String(id), fields }, write),
    )
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { user_id: made.id, organization_id: organizationId })
    else terminal.write(`User ${made.id} (${made.email}) is ${made.role} of organization ${organizationId}.\n`)
  })
