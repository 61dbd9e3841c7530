import type { Command } from 'commander'
import { registerCreate } from './create-user.ts'
import { registerList } from './list-users.ts'
import { registerRemove } from './remove-user.ts'
import { registerSet } from './set-user.ts'

const EXAMPLES = `
Examples:
  $ tabletalk user create --org 7 --email ann@example.com --password 'a long sentence' --role owner
  $ tabletalk user list --org 7
  $ tabletalk user set --user 12 --password - < new-password.txt
  $ tabletalk user set --user 12 --status suspended
  $ tabletalk user set --user 12 --no-provider-link
  $ tabletalk user remove --user 12`

/** `tabletalk user …`: people, for whoever operates the installation. */
export const registerUser = (program: Command): void => {
  const user = program.command('user').summary('add, list, change and remove users').addHelpText('after', EXAMPLES)
  registerCreate(user)
  registerList(user)
  registerSet(user)
  registerRemove(user)
}
