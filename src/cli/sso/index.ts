import type { Command } from 'commander'
import { registerRemove } from './remove-sso.ts'
import { registerSet } from './set-sso.ts'
import { registerShow } from './show-sso.ts'

const EXAMPLES = `
Examples:
  $ tabletalk sso set --org 7 --issuer https://login.shop.example --client-id tabletalk --client-secret - < secret.txt
  $ tabletalk sso set --org 7 --domain shop.example --provisioning
  $ tabletalk sso set --org 7 --roles-claim groups --role chiefs=admin data-team=member
  $ tabletalk sso set --org 7 --disable
  $ tabletalk sso show --org 7
  $ tabletalk sso remove --org 7

If a user cannot log in because their id at the provider has changed: tabletalk user set --user 12 --no-provider-link`

/** `tabletalk sso …`: how people of an organization log in at its identity provider. */
export const registerSso = (program: Command): void => {
  const sso = program.command('sso').summary('set up, show and remove single sign-on').addHelpText('after', EXAMPLES)
  registerShow(sso)
  registerSet(sso)
  registerRemove(sso)
}
