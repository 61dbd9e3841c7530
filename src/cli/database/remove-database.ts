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

Forgets its address and its policy, and ends its database keys at once. Nothing is changed in the database itself, and
conversations about it can still be read and deleted.`

interface RemoveOptions {
  readonly org?: number
  readonly yes?: boolean
  readonly json?: boolean
}

/** `tabletalk database remove`: it can be asked no more. */
export const registerRemove = (database: Command): void => {
  withOrganization(database.command('remove'))
    .summary('forget a database, and end its keys')
    .description('Forgets a database that was connected. The database itself stays as it is.')
    .argument('<database>', 'its id or its name')
    .option('--yes', 'do it without being asked')
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
      yes === true || (asks && (await confirm(`Forget ${name} (${id}), and end its keys?`, { preset: false })))
    if (!isSure)
      throw new CommandFailed(asks ? `${name} stays.` : `Say --yes to forget ${name} (${id}) and to end its keys.`)
    const keys = await recordChange(
      operator,
      { organizationId, action: 'database.removed', subject: id },
      async () => (await store.removeDatabase({ organizationId }, id)) ?? 0,
      (ended) => changesOf({ revoked_keys: ended }),
    )
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { database_id: id, removed: true, revoked_keys: keys })
    else terminal.write(`${name} (${id}) is forgotten, and ${keys === 1 ? 'one key' : `${keys} keys`} with it.\n`)
  })
