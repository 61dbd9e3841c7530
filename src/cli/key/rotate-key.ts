import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { graceOf } from '../duration.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { livingKey, noKey } from './living-key.ts'

interface RotateOptions {
  readonly org?: number
  readonly grace?: number
  readonly json?: boolean
}

/** `tabletalk key rotate` */
export const registerRotate = (key: Command): void => {
  withOrganization(key.command('rotate'))
    .description('Replaces the secret text of a key and shows the new one once. The previous one is revoked.')
    .argument('<key id>', 'the id that `key list` shows')
    .option(
      '--grace <time>',
      'how long the previous key stays valid, for example 1h or 7d; default: not at all',
      graceOf,
    )
    .option('--json', 'print one JSON document instead')
    .action(rotateKey)
}

const rotateKey = (id: string, { org, grace, json }: RotateOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { id: organizationId } = await chooseOrganization(operator, org)
    await livingKey(operator, organizationId, id)
    const fields = { grace_seconds: (grace ?? 0) / 1000 }
    const told = { organizationId, action: 'api_key.rotated', subject: id, fields } as const
    const made = await recordChange(operator, told, async () => {
      const renewed = await operator.store.apiKeys.rotate({ organizationId }, id, grace)
      if (renewed === undefined) throw noKey(organizationId, id)
      return renewed
    })
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { key: made.text, key_id: made.id, organization_id: organizationId })
    else terminal.write(`${made.text}\n`)
  })
