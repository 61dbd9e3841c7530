import type { Command } from 'commander'
import { removeUser } from '../../accounts/managed-users.ts'
import { readConfig } from '../../config.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { chooseUser, userId } from './choose-user.ts'
import { managerOf, operatorAccounts } from './with-accounts.ts'

/** `tabletalk user remove` */
export const registerRemove = (user: Command): void => {
  user
    .command('remove')
    .description('Removes a user from an organization. Their next request is refused.')
    .requiredOption('--user <id>', 'the id of the user', userId)
    .option('--json', 'print one JSON document instead')
    .action(remove)
}

const remove = ({ user: id, json }: { user: number; json?: boolean }): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { user, organization } = await chooseUser(operator, id)
    const told = { organizationId: organization.id, action: 'user.removed' as const, subject: String(id) }
    await removeUser(operatorAccounts(operator), managerOf(organization), id, (write) =>
      recordChange(operator, told, write),
    )
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { user_id: id, removed: true })
    else terminal.write(`User ${id} (${user.email}) is removed.\n`)
  })
