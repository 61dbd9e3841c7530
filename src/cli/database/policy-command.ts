import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { driftOf } from '../../databases/drift.ts'
import type { DatabaseChoice } from '../choose-database.ts'
import { withOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { type ChosenDatabase, withDatabase } from '../with-database.ts'
import { describeDatabase } from '../with-engines.ts'
import { changedPolicy, type PolicyChange } from './changed-policy.ts'
import { exportPolicy } from './export-policy.ts'
import { namedDatabase } from './named-database.ts'
import { reportPolicy } from './policy-report.ts'
import { storeChange } from './store-change.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database policy shop
  $ tabletalk database policy shop --accept
  $ tabletalk database policy shop --accept order_items --share countries
  $ tabletalk database policy shop --hide customers.iban --show orders.access_code
  $ tabletalk database policy shop --export shop.policy.json
  $ tabletalk database policy shop --apply shop.policy.json

A column that looks secret is hidden until you list it with --show, even if it was added to an open table later.
--export writes the policy and, next to it, the schema of the database (shop.schema.json).`

interface PolicyCommandOptions extends DatabaseChoice, PolicyChange {
  readonly export?: true | string
  readonly json?: boolean
}

/** `tabletalk database policy`: shows, writes and changes what tenants see of a database. */
export const registerPolicy = (database: Command): void => {
  withOrganization(namedDatabase(database.command('policy')))
    .summary('show or change the policy: what tenants can see')
    .description('Shows or changes the policy of a database: for each table, which rows are visible and why.')
    .option('--accept [table...]', 'open proposed tables: all of them, or only these')
    .option('--share <table...>', 'let every tenant read all rows of these tables')
    .option('--deny <table...>', 'close these tables')
    .option('--hide <column...>', 'hide these columns, each as TABLE.COLUMN')
    .option('--show <column...>', 'show these columns even though they look secret')
    .option('--apply <file>', 'replace the policy with the one in this file')
    .option('--export [file]', 'write the policy and the schema to files')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((named: string | undefined, { database: option, ...options }: PolicyCommandOptions) =>
      withDatabase(
        readConfig(),
        { org: options.org, database: named ?? option },
        async ({ operator, settings, engine, address, include }) => {
          const schema = await describeDatabase({ engine, address, include }, { quiet: options.json === true })
          const folding = engine.dialect.folding(schema)
          const policy = await changedPolicy(settings, { schema, folding, change: options })
          if (policy !== settings.policy) {
            const isScoped = policy.tenant !== undefined
            if (isScoped !== settings.requiresOrganizationScoping) throw new CommandFailed(otherScoping(isScoped))
            await recordChange(operator, toldOf(settings, options), () => storeChange(operator, settings, { policy }))
          }
          const terminal = processTerminal()
          if (options.export === undefined)
            return reportPolicy(
              terminal,
              { settings, schema, policy, folding, drift: await driftOf({ engine, address, include }, schema, policy) },
              options.json === true,
            )
          const files = await exportPolicy(options.export, { settings, policy, schema })
          if (options.json === true) printJson(terminal, { database_id: settings.id, ...files })
          else terminal.write(`${files.policy_file}\n${files.schema_file}\n`)
        },
      ),
    )
}

const toldOf = (
  { organizationId, id: subject }: ChosenDatabase['settings'],
  { apply, accept, share, deny, hide, show }: PolicyChange,
) =>
  apply === undefined
    ? ({ organizationId, action: 'policy.changed', subject, fields: { accept, share, deny, hide, show } } as const)
    : ({ organizationId, action: 'policy.replaced', subject } as const)

const otherScoping = (isScoped: boolean): string =>
  isScoped
    ? 'This database was added without tenants, so its callers send no tenant. Add it again with --scoped and --policy.'
    : 'This database isolates tenants, but the policy has no tenant column.'
