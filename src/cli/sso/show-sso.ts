import type { Command } from 'commander'
import { foundSso } from '../../accounts/sso-settings.ts'
import { readConfig } from '../../config.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { printJson, printRows } from '../print.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { shownSso } from './shown-sso.ts'

/** `tabletalk sso show` */
export const registerShow = (sso: Command): void => {
  withOrganization(sso.command('show'))
    .description('Shows the single sign-on configuration of an organization. The client secret is never shown.')
    .option('--json', 'print one JSON document instead')
    .action(showSso)
}

const showSso = ({ org, json }: { org?: number; json?: boolean }): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { id: organizationId } = await chooseOrganization(operator, org)
    const shown = shownSso(operator, await foundSso(operator, { organizationId }))
    const terminal = processTerminal()
    if (json === true) return printJson(terminal, shown)
    const rows = Object.entries(shown).map(([name, value]) => ({ name, value: written(value) }))
    printRows(terminal, rows, '')
  })

const written = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'object' ? rolesWritten(Object.entries(value)) : String(value)
}

/** As `--role` takes them. */
const rolesWritten = (roles: readonly (readonly [string, unknown])[]): string =>
  roles.map(([value, role]) => `${value}=${role}`).join(' ')
