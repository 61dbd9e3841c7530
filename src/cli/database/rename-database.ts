import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { chooseDatabase } from '../choose-database.ts'
import { withOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { freeName } from './database-name.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database rename shop "Shop of the north"
  $ tabletalk database rename 3f0e4a7c-5b1d-4c55-9c7e-0f6b8d1a2e43 shop --json

The id, keys and conversations do not change.`

/** `tabletalk database rename`: another name for people. */
export const registerRename = (database: Command): void => {
  withOrganization(database.command('rename'))
    .summary('rename a database')
    .description('Changes the name of a database.')
    .argument('<database>', 'its id or its name')
    .argument('<name>', 'the new name')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((named: string, written: string, { org, json }: { org?: number; json?: boolean }) =>
      withStore(readConfig(), async (operator) => {
        const { id, organizationId, name: before } = await chooseDatabase(operator, { org, database: named })
        const name = await freeName(operator, organizationId, { name: written, option: 'name' })
        const told = { organizationId, action: 'database.changed', subject: id, fields: { name } } as const
        await recordChange(operator, told, async () => {
          const change = await operator.store.databases.change({ organizationId }, id, { name })
          if (change !== 'changed')
            throw new CommandFailed(`${before} (${id}) has been removed in the meantime, or ${name} is already used.`)
        })
        const terminal = processTerminal()
        if (json === true) printJson(terminal, { database_id: id, organization_id: organizationId, name })
        else terminal.write(`${before} (${id}) is renamed to ${name}.\n`)
      }),
    )
}
