import type { Command } from 'commander'
import { registerCreate } from './create-key.ts'
import { registerList } from './list-keys.ts'
import { registerRevoke } from './revoke-key.ts'
import { registerRotate } from './rotate-key.ts'

const EXAMPLES = `
Examples:
  $ tabletalk key create --org 7 --name "Nightly import" --permission chat --address 203.0.113.7 --expires 90d
  $ tabletalk key create --org 7 --kind database --database shop
  $ tabletalk key create --org 7 --kind database --database shop --permission chat --origin https://shop.example
  $ tabletalk key list --org 7
  $ tabletalk key rotate --org 7 k3v0x8y2m1qa --grace 24h
  $ tabletalk key revoke --org 7 k3v0x8y2m1qa

A server key (sk_…) belongs on your own server. A database key (pk_…) is for one database and may be public.
A key is shown once, when it is created or rotated. Rotating revokes the previous key immediately, or after the --grace
period, during which you replace it.`

/** `tabletalk key …`: API keys, for whoever operates the installation. */
export const registerKey = (program: Command): void => {
  const key = program.command('key').summary('create, list, rotate and revoke API keys').addHelpText('after', EXAMPLES)
  registerCreate(key)
  registerList(key)
  registerRotate(key)
  registerRevoke(key)
}
