import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { ListedKey } from '../../domain/access/api-key.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { printJson, printRows } from '../print.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'

/** `tabletalk key list` */
export const registerList = (key: Command): void => {
  withOrganization(key.command('list'))
    .description(
      'Lists the keys of an organization, including expired and revoked ones. The keys themselves cannot be shown again.',
    )
    .option('--json', 'print one JSON document instead')
    .action(listKeys)
}

const listKeys = ({ org, json }: { org?: number; json?: boolean }): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { id: organizationId } = await chooseOrganization(operator, org)
    const keys = (await operator.store.apiKeys.all({ organizationId })).map(listed)
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { organization_id: organizationId, keys })
    else printRows(terminal, withoutEmptyColumns(keys), `Organization ${organizationId} has no keys.`)
  })

const listed = (key: ListedKey) => ({
  ...{ key_id: key.id, name: key.name ?? null, kind: key.kind === 'organization' ? 'org' : 'database' },
  ...{ database_id: key.databaseId ?? null, hint: key.hint, status: key.status },
  ...{ permissions: key.permissions?.join() ?? null, origins: key.origins?.join(' ') ?? null },
  ...{ addresses: key.addresses?.join(' ') ?? null, created_at: key.createdAt, last_used_at: key.lastUsedAt ?? null },
  ...{ expires_at: key.expiresAt ?? null, revoked_at: key.revokedAt ?? null },
  previous_until: key.previousUntil ?? null,
})

type Row = Readonly<Record<string, string | null>>

/** Most keys have none of these limits. */
const withoutEmptyColumns = (rows: readonly Row[]): Row[] => {
  const isUsed = (column: string): boolean => rows.some((row) => row[column] !== null)
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => isUsed(column))))
}
