import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { Organization } from '../../domain/access/organization.ts'
import { removeOrganization } from '../../organizations/remove-organization.ts'
import { endPaying } from '../../payments/managed-billing.ts'
import { openProcessor } from '../../payments/open-processor.ts'
import type { Removals } from '../../temporal/removals.ts'
import { organizationId } from '../choose-organization.ts'
import { type OpenTemporal, openTemporal } from '../open-temporal.ts'
import { printJson } from '../print.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'

const EXAMPLES = `
Examples:
  $ tabletalk org remove --org 7 --confirm "Acme"
  $ tabletalk audit --installation

Its keys are out at once, whatever process they are sent to. Conversations, databases with their addresses, logs and all else
go by a workflow, which a worker begins, or goes on with, whenever one runs. Nothing is changed in its databases themselves.
What it pays for ends first, by the settings of the service (TABLETALK_PAYMENTS and what belongs to it): where it cannot be
ended, nothing is removed.`

interface RemoveOptions {
  readonly org: number
  readonly confirm: string
  readonly json?: boolean
}

/** `tabletalk org remove`: nothing of it comes back. */
export const registerRemove = (org: Command): void => {
  org
    .command('remove')
    .summary('remove an organization and all it has, for good')
    .description('Removes an organization and all that it has, for good.')
    .requiredOption('--org <id>', 'the organization', organizationId)
    .requiredOption('--confirm <name>', 'its name, so that no other one is removed by mistake')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action(({ org: id, confirm, json }: RemoveOptions) =>
      withStore(readConfig(), async (operator) => {
        const { store } = operator
        const temporal = await openTemporal(operator)
        try {
          const processor = openProcessor(operator.config.payments.stripe)
          const parts = {
            ...{ store, removals: temporal && (await removalsOn(temporal)) },
            endPaying: (organization: Pick<Organization, 'id' | 'billing'>) => endPaying(processor, organization),
          }
          const request = { confirm, actor: { kind: 'command' } } as const
          const { isUnderWay } = await removeOrganization(parts, { organizationId: id }, request)
          const terminal = processTerminal()
          if (!isUnderWay) terminal.note('No Temporal answers here: what it has is erased as soon as a worker runs.')
          if (json === true) printJson(terminal, { organization_id: id, removed: true })
          else
            terminal.write(
              `Organization ${id} is removed: its keys are out, and what it had is being erased.\nSee: npx tabletalk audit --installation\n`,
            )
        } finally {
          await temporal?.close()
        }
      }),
    )
}

const removalsOn = async ({ client, taskQueue }: OpenTemporal): Promise<Removals> =>
  (await import('../../temporal/removals.ts')).temporalRemovals(client, taskQueue)
