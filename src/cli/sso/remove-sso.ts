import type { Command } from 'commander'
import { removeSso } from '../../accounts/sso-settings.ts'
import { readConfig } from '../../config.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'

/** `tabletalk sso remove` */
export const registerRemove = (sso: Command): void => {
  withOrganization(sso.command('remove'))
    .description(
      'Removes single sign-on of an organization. Its sessions end, and users without a password can no longer log in.',
    )
    .option('--json', 'print one JSON document instead')
    .action(remove)
}

const remove = ({ org, json }: { org?: number; json?: boolean }): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { id: organizationId } = await chooseOrganization(operator, org)
    const told = { organizationId, action: 'sso.removed', subject: String(organizationId) } as const
    await removeSso(operator, { organizationId }, (write) => recordChange(operator, told, write))
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { organization_id: organizationId, removed: true })
    else terminal.write(`Single sign-on of organization ${organizationId} is removed.\n`)
  })
