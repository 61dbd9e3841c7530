import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { organizationId } from '../choose-organization.ts'
import { printJson, printRows } from '../print.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'

/** `tabletalk database list`: what is connected, never where it is. */
export const registerList = (database: Command): void => {
  database
    .command('list')
    .summary('list connected databases')
    .description('Lists the databases of one or all organizations.')
    .option('--org <id>', 'the organization; default: all organizations', organizationId)
    .option('--json', 'print one JSON document instead')
    .action(({ org, json }: { org?: number; json?: boolean }) =>
      withStore(readConfig(), async ({ store }) => {
        const ids = org === undefined ? (await store.organizations.all()).map(({ id }) => id) : [org]
        const found = await Promise.all(ids.map((id) => store.databases.all({ organizationId: id })))
        const rows = found.flat().map((database) => ({
          ...{ database_id: database.id, organization_id: database.organizationId, name: database.name },
          ...{ engine: database.engine, scoped: database.requiresOrganizationScoping },
          tenant_column: database.policy.tenant?.column ?? null,
          async_query_timeout: database.asyncQueryTimeout ?? null,
          rows: database.rows ?? null,
          shared_values: database.sharedValues ?? null,
          thinking: database.thinking ?? null,
          public_exports: database.publicExports ?? false,
        }))
        const terminal = processTerminal()
        if (json === true) printJson(terminal, { databases: rows })
        else printRows(terminal, rows, 'There are no connected databases.')
      }),
    )
}
