import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { Organization } from '../../domain/access/organization.ts'
import { type OpenTemporal, openTemporal } from '../../open-temporal.ts'
import { removeOrganization } from '../../organizations/remove-organization.ts'
import { endPaying } from '../../payments/managed-billing.ts'
import { openProcessor } from '../../payments/open-processor.ts'
import type { Removals } from '../../temporal/removals.ts'
import { organizationId } from '../choose-organization.ts'
import { printJson } from '../print.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'

const EXAMPLES = `
Examples:
  $ tabletalk org remove --org 7 --confirm "Acme"
  $ tabletalk audit --installation

Its keys are rejected immediately by every process. Conversations, database connections, logs and all other data are erased by
a workflow, which starts or resumes whenever a worker runs. The databases themselves are not changed.
The subscription is cancelled first, with the payment settings of the service (TABLETALK_PAYMENTS and related settings). If it
cannot be cancelled, nothing is removed.`

interface RemoveOptions {
  readonly org: number
  readonly confirm: string
  readonly json?: boolean
}

/** `tabletalk org remove`: nothing of it comes back. */
export const registerRemove = (org: Command): void => {
  org
    .command('remove')
    .summary('permanently delete an organization and all its data')
    .description('Permanently deletes an organization and all its data.')
    .requiredOption('--org <id>', 'the organization', organizationId)
    .requiredOption('--confirm <name>', 'the name of the organization, to confirm the deletion')
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
          if (!isUnderWay) terminal.note('Temporal is not reachable. The data is erased as soon as a worker runs.')
          if (json === true) printJson(terminal, { organization_id: id, removed: true })
          else
            terminal.write(
              `Organization ${id} is removed. Its keys are revoked, and its data is being erased.\nSee: npx tabletalk audit --installation\n`,
            )
        } finally {
          await temporal?.close()
        }
      }),
    )
}

const removalsOn = async ({ client, taskQueue }: OpenTemporal): Promise<Removals> =>
  (await import('../../temporal/removals.ts')).temporalRemovals(client, taskQueue)
