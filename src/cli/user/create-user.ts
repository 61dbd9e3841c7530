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
    .description('Adds somebody to an organization, who can log in at once.')
    .requiredOption('--email <address>', 'by which they log in; you vouch that it is theirs')
    .requiredOption(
      '--password <password>',
      'of 8 to 256 characters, not one that many people use; - reads it from standard input',
    )
    .option('--name <name>', 'what they are called')
    .addOption(new Option('--role <role>', 'what they are in the organization').choices(ROLES).default('member'))
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
