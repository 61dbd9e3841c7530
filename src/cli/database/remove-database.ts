import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { changesOf } from '../../domain/access/audit.ts'
import { chooseDatabase } from '../choose-database.ts'
import { withOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { canAsk, confirm } from '../confirm.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database remove shop
  $ tabletalk database remove shop --yes --json

Deletes the stored connection URL and policy, and revokes the database keys immediately. The database itself is not changed.
Conversations about it can still be read and deleted.`

interface RemoveOptions {
  readonly org?: number
  readonly yes?: boolean
  readonly json?: boolean
}

/** `tabletalk database remove`: it can be asked no more. */
export const registerRemove = (database: Command): void => {
  withOrganization(database.command('remove'))
    .summary('disconnect a database and revoke its keys')
    .description('Disconnects a database. The database itself is not changed.')
    .argument('<database>', 'its id or its name')
    .option('--yes', 'do not prompt for confirmation')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((named: string, options: RemoveOptions) => removeDatabase(named, options))
}

const removeDatabase = (named: string, { org, yes, json }: RemoveOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { store } = operator
    const { id, organizationId, name } = await chooseDatabase(operator, { org, database: named })
    const asks = yes !== true && json !== true && canAsk()
    const isSure =
      yes === true || (asks && (await confirm(`Disconnect ${name} (${id}) and revoke its keys?`, { preset: false })))
    if (!isSure)
      throw new CommandFailed(
        asks ? `${name} was not disconnected.` : `Add --yes to disconnect ${name} (${id}) and revoke its keys.`,
      )
    const keys = await recordChange(
      operator,
      { organizationId, action: 'database.removed', subject: id },
      async () => (await store.databases.remove({ organizationId }, id)) ?? 0,
      (ended) => changesOf({ revoked_keys: ended }),
    )
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { database_id: id, removed: true, revoked_keys: keys })
    else
      terminal.write(`${name} (${id}) is disconnected, and ${keys === 1 ? '1 key is' : `${keys} keys are`} revoked.\n`)
  })
