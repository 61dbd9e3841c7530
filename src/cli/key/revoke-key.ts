import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { livingKey, noKey } from './living-key.ts'

/** `tabletalk key revoke` */
export const registerRevoke = (key: Command): void => {
  withOrganization(key.command('revoke'))
    .description('Revokes a key immediately and permanently. It stays in the list.')
    .argument('<key id>', 'the id that `key list` shows')
    .option('--json', 'print one JSON document instead')
    .action(revokeKey)
}

const revokeKey = (id: string, { org, json }: { org?: number; json?: boolean }): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { id: organizationId } = await chooseOrganization(operator, org)
    await livingKey(operator, organizationId, id)
    await recordChange(operator, { organizationId, action: 'api_key.revoked', subject: id }, async () => {
      if (!(await operator.store.apiKeys.revoke({ organizationId }, id))) throw noKey(organizationId, id)
    })
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { key_id: id, revoked: true })
    else terminal.write(`Key ${id} is revoked.\n`)
  })
