import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { driftOf } from '../../databases/drift.ts'
import { indexSuggestions } from '../../databases/index-suggestions.ts'
import { updatedPolicy } from '../../domain/guard/proposal/updated-policy.ts'
import type { DatabaseChoice } from '../choose-database.ts'
import { withOrganization } from '../choose-organization.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'
import { describeDatabase } from '../with-engines.ts'
import { namedDatabase } from './named-database.ts'
import { reportPolicy } from './policy-report.ts'
import { storePolicy } from './store-policy.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database index shop
  $ tabletalk database index shop --json | jq .drift

New tables with the tenant column are opened to the tenants whose rows they have; all other new ones stay closed until
somebody confirms them. What was decided before stays as it is.`

/** `tabletalk database index`: reads the catalog again, and brings the policy up to it. */
export const registerIndex = (database: Command): void => {
  withOrganization(namedDatabase(database.command('index')))
    .summary('read the tables of a database again')
    .description(
      'Reads tables and keys again, classifies new tables, and tells where the policy has drifted and indexes are missing.',
    )
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((named: string | undefined, { database: option, org, json }: DatabaseChoice & { json?: boolean }) =>
      withDatabase(
        readConfig(),
        { org, database: named ?? option },
        async ({ operator, settings, engine, address }) => {
          const schema = await describeDatabase(engine, address, { quiet: json === true })
          const folding = engine.folding(schema)
          const policy = updatedPolicy(settings.policy, schema, folding)
          const { organizationId, id: subject } = settings
          await recordChange(operator, { organizationId, action: 'database.indexed', subject }, () =>
            storePolicy(operator, settings, policy),
          )
          const drift = await driftOf({ engine, address }, schema, policy)
          const suggestions = indexSuggestions(engine, schema, policy)
          reportPolicy(processTerminal(), { settings, schema, policy, folding, drift, suggestions }, json === true)
        },
      ),
    )
}
