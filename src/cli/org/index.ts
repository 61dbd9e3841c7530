import type { Command } from 'commander'
import { registerCreate } from './create-organization.ts'
import { registerList } from './list-organizations.ts'
import { registerRemove } from './remove-organization.ts'
import { registerSet } from './set-organization.ts'
import { registerShow } from './show-organization.ts'

const EXAMPLES = `
Examples:
  $ tabletalk org create --name "Acme" --plan professional
  $ tabletalk org list
  $ tabletalk org show --org 7
  $ tabletalk org set --org 7 --plan business
  $ tabletalk org set --org 7 --status suspended
  $ tabletalk org set --org 7 --trial-until 2026-12-31
  $ tabletalk org set --org 7 --past-due-since 2026-12-01 --grace-days 14
  $ tabletalk org set --org 7 --ends 2027-01-31
  $ tabletalk org set --org 7 --limit per_minute=60,concurrent=5
  $ tabletalk org set --org 7 --limit per_minute=plan
  $ tabletalk org remove --org 7 --confirm "Acme"`

/** `tabletalk org …`: organizations, for whoever operates the installation. */
export const registerOrg = (program: Command): void => {
  const org = program
    .command('org')
    .summary('create, list, show, change and remove organizations')
    .addHelpText('after', EXAMPLES)
  registerCreate(org)
  registerList(org)
  registerShow(org)
  registerSet(org)
  registerRemove(org)
}
