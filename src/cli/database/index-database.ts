import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { driftOf } from '../../databases/drift.ts'
import { indexSuggestions } from '../../databases/index-suggestions.ts'
import { learnDatabase } from '../../databases/learn-database.ts'
import { updatedPolicy } from '../../domain/guard/proposal/updated-policy.ts'
import type { DatabaseChoice } from '../choose-database.ts'
import { withOrganization } from '../choose-organization.ts'
import { chosenTables, withInclude } from '../include-option.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'
import { describeDatabase } from '../with-engines.ts'
import { namedDatabase } from './named-database.ts'
import { reportPolicy } from './policy-report.ts'
import { storeChange } from './store-change.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database index shop
  $ tabletalk database index shop --json | jq .drift
  $ tabletalk database index shop --include 'sales_*' customers

New tables with the tenant column are opened, filtered by tenant; all other new tables stay closed until you confirm them.
Earlier decisions are kept. With --include, only tables with matching names are used from then on, in questions too; the
others are ignored and not reported.`

/** More than reading samples may take. */
const LEARNING_MS = 120_000

interface IndexOptions extends DatabaseChoice {
  readonly json?: boolean
  readonly include?: readonly string[]
}

/** `tabletalk database index`: reads the catalog again, and brings the policy up to it. */
export const registerIndex = (database: Command): void => {
  withInclude(withOrganization(namedDatabase(database.command('index'))))
    .summary('read the schema of a database again')
    .description(
      'Reads tables and keys again, classifies new tables, and reports drift of the policy and missing indexes.',
    )
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((named: string | undefined, { database: option, org, json, include: patterns }: IndexOptions) =>
      withDatabase(
        readConfig(),
        { org, database: named ?? option },
        async ({ operator, settings, engine, address, include: before }) => {
          const chosen = chosenTables(patterns)
          const include = chosen === undefined ? before : (chosen ?? undefined)
          const connected = { engine, address, include }
          const schema = await describeDatabase(connected, { quiet: json === true })
          const folding = engine.dialect.folding(schema)
          const updated = updatedPolicy(settings.policy, schema, folding)
          const { organizationId, id: subject } = settings
          const fields = { include: chosen === undefined ? undefined : [...(chosen ?? ['*'])] }
          await recordChange(operator, { organizationId, action: 'database.indexed', subject, fields }, () =>
            storeChange(operator, settings, { policy: updated, ...(chosen === undefined ? {} : { include: chosen }) }),
          )
          const learnt = { ...settings, policy: updated, include }
          const learning = { schema, signal: AbortSignal.timeout(LEARNING_MS) }
          const { policy } = await learnDatabase(operator, connected, learnt, learning)
          const drift = await driftOf(connected, schema, policy)
          const suggestions = await indexSuggestions(engine, schema, policy)
          reportPolicy(processTerminal(), { settings, schema, policy, folding, drift, suggestions }, json === true)
        },
      ),
    )
}
