import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { excessRightsOf } from '../../databases/excess-rights.ts'
import type { DatabaseChoice } from '../choose-database.ts'
import { withOrganization } from '../choose-organization.ts'
import { noteRights } from '../excess-rights.ts'
import { printJson } from '../print.ts'
import { processTerminal } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'
import { describeDatabase } from '../with-engines.ts'
import { namedDatabase } from './named-database.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database test
  $ tabletalk database test shop --json

The exit status is 0 if the database can be queried, 1 otherwise.`

/** `tabletalk database test`: whether a connected database can be reached. */
export const registerTest = (database: Command): void => {
  withOrganization(namedDatabase(database.command('test')))
    .summary('test the connection to a database')
    .description(
      'Connects to a database, reads its schema, and reports excess privileges of its user. Changes nothing.',
    )
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((named: string | undefined, { database: option, org, json }: DatabaseChoice & { json?: boolean }) =>
      withDatabase(readConfig(), { org, database: named ?? option }, async ({ settings, engine, address, include }) => {
        const begun = performance.now()
        const { tables } = await describeDatabase({ engine, address, include }, { quiet: json === true })
        const duration = Math.round(performance.now() - begun)
        const excess = await excessRightsOf(engine, address)
        const terminal = processTerminal()
        noteRights(terminal, excess)
        const { id, name } = settings
        if (json === true)
          printJson(terminal, {
            ok: true,
            database_id: id,
            engine: engine.name,
            tables: tables.length,
            duration_ms: duration,
            excess_rights: excess.rights,
          })
        else terminal.write(`${name} (${id}) answers: ${tables.length} tables, ${duration} ms.\n`)
      }),
    )
}
