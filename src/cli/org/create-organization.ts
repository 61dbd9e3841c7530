import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { Plan } from '../../domain/access/organization.ts'
import { displayNameOption } from '../display-name-option.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { planOption } from './options.ts'

/** `tabletalk org create` */
export const registerCreate = (org: Command): void => {
  org
    .command('create')
    .description('Creates an organization.')
    .requiredOption('--name <name>', 'its name', displayNameOption())
    .addOption(planOption().makeOptionMandatory())
    .option('--json', 'print one JSON document instead')
    .action(({ name, plan, json }: { name: string; plan: Plan; json?: boolean }) =>
      withStore(readConfig(), async ({ store }) => {
        const id = await store.organizations.newId()
        const created = { organizationId: id, action: 'organization.created', subject: String(id) } as const
        await recordChange({ store }, { ...created, fields: { name, plan } }, () =>
          store.organizations.add({ name, plan }, id),
        )
        const terminal = processTerminal()
        if (json === true) return printJson(terminal, { organization_id: id })
        terminal.write(`Organization ${id} (${name}).\nNext: npx tabletalk database add --org ${id} --name … --url …\n`)
      }),
    )
}
