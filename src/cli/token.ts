import type { Command } from 'commander'
import { entered } from '../accounts/logged-in.ts'
import { readConfig } from '../config.ts'
import { mayEnter } from '../domain/account/user.ts'
import { CommandFailed } from './command-failed.ts'
import { printJson } from './print.ts'
import { recordChange } from './record-change.ts'
import { processTerminal } from './terminal.ts'
import { chooseUser, userId } from './user/choose-user.ts'
import { operatorAccounts } from './user/with-accounts.ts'
import { withStore } from './with-store.ts'

const EXAMPLES = `
Examples:
  $ curl -sS -H "Authorization: Bearer $(tabletalk token --user 12)" http://localhost:3000/api/v1/auth/me
  $ tabletalk token --user 12 --json | jq -r .access_token`

/** `tabletalk token`: what somebody who has logged in would have. */
export const registerToken = (program: Command): void => {
  program
    .command('token')
    .summary('create an access token for a user')
    .description(
      'Logs a user in without a password and prints an access token that is valid for 15 minutes. The audit log of the organization records it.',
    )
    .requiredOption('--user <id>', 'the id of the user', userId)
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action(token)
}

const token = ({ user: id, json }: { user: number; json?: boolean }): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { user, organization } = await chooseUser(operator, id)
    if (!mayEnter(user))
      throw new CommandFailed(
        `User ${id} cannot log in: the status is ${user.status}, or the email address is not verified.`,
      )
    const parts = operatorAccounts(operator)
    const told = { organizationId: organization.id, action: 'session.created' as const, subject: String(id) }
    const made = await recordChange(operator, told, async () => {
      const account = await parts.store.users.findAccount({ organizationId: organization.id }, id)
      if (account === undefined) throw new CommandFailed(`User ${id} has been removed.`)
      return await entered(parts, account, organization)
    })
    const terminal = processTerminal()
    if (json === true)
      printJson(terminal, {
        access_token: made.accessToken,
        expires_in: made.expiresInS,
        refresh_token: made.refreshToken,
      })
    else terminal.write(`${made.accessToken}\n`)
  })
