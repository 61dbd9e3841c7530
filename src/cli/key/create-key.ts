import { type Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../../config.ts'
import { canonicalOrigin } from '../../domain/access/admit.ts'
import type { KeyLimits } from '../../domain/access/api-key.ts'
import {
  KEY_PERMISSIONS,
  type KeyPermission,
  PERMISSIONS_OF_KIND,
  uselessPermissions,
} from '../../domain/access/permit.ts'
import { canonicalAddress } from '../../http/client-address.ts'
import { chooseDatabase } from '../choose-database.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { displayNameOption } from '../display-name-option.ts'
import { momentOf } from '../duration.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { publicKeyWarning } from './public-key-warning.ts'

/** Whoever makes a key at the terminal is no user of the portal. */
export const NO_USER = 0

interface CreateOptions {
  readonly org?: number
  readonly kind: 'org' | 'database'
  readonly database?: string
  readonly name?: string
  readonly permission?: readonly KeyPermission[]
  readonly origin?: readonly string[]
  readonly address?: readonly string[]
  readonly expires?: string
  readonly json?: boolean
}

/** `tabletalk key create` */
export const registerCreate = (key: Command): void => {
  withOrganization(key.command('create'))
    .description('Creates an API key and shows it once.')
    .addOption(
      new Option('--kind <kind>', 'whether the key is for the organization or for one database')
        .choices(['org', 'database'])
        .default('org'),
    )
    .option('--database <id or name>', 'the database of a database key')
    .option('--name <name>', 'the name of the key, unique in the organization', displayNameOption())
    .option(
      '--permission <list>',
      'permissions: chat,history,manage (database key: chat,history); default: all',
      permissionsOf,
    )
    .option(
      '--origin <url...>',
      'the origins of pages that may use a database key, for example https://shop.example or https://*.shop.example; default: any',
    )
    .option(
      '--address <address...>',
      'the client addresses that may use the key, for example 203.0.113.7 or 2001:db8::/32; default: any',
    )
    .option('--expires <when>', 'when the key expires, for example 2027-01-31 or 90d; default: never', momentOf)
    .option('--json', 'print one JSON document instead')
    .action(createKey)
}

const createKey = (options: CreateOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { org, kind, database, name, json } = options
    if (kind === 'org' && database !== undefined)
      throw new CommandFailed('An organization key is for all databases: remove --database, or add --kind database.')
    const limits = limitsOf(options)
    const chosen = kind === 'database' ? await chooseDatabase(operator, { org, database }) : undefined
    const organizationId = chosen?.organizationId ?? (await chooseOrganization(operator, org)).id
    const kept = {
      ...(chosen === undefined
        ? ({ kind: 'organization' } as const)
        : ({ kind: 'database', databaseId: chosen.id } as const)),
      ...{ userId: NO_USER, ...limits },
      ...(name === undefined ? {} : { name }),
    }
    const fields = {
      ...{ name, kind: chosen === undefined ? 'organization' : 'database', database_id: chosen?.id },
      ...{ permissions: limits.permissions, origins: limits.origins, addresses: limits.addresses },
      expires_at: limits.expiresAt,
    }
    const subject = operator.store.apiKeys.newId()
    const made = await recordChange(operator, { organizationId, action: 'api_key.created', subject, fields }, () =>
      operator.store.apiKeys.add({ organizationId }, kept, subject),
    )
    const terminal = processTerminal()
    const warning = chosen === undefined ? undefined : publicKeyWarning(chosen)
    if (warning !== undefined) terminal.note(warning)
    if (json === true) printJson(terminal, { key: made.text, key_id: made.id, organization_id: organizationId })
    else terminal.write(`${made.text}\n`)
  })

/** @throws CommandFailed */
const limitsOf = ({ kind, permission, origin, address, expires }: CreateOptions): KeyLimits => {
  if (kind === 'org' && origin !== undefined)
    throw new CommandFailed('An organization key is used by a server, which sends no origin: remove --origin.')
  const useless = uselessPermissions(kind === 'org' ? 'organization' : 'database', permission)
  if (useless.length > 0)
    throw new CommandFailed(
      `A database key cannot have --permission ${useless.join(',')}; it can have ${PERMISSIONS_OF_KIND.database.join(',')}.`,
    )
  return {
    ...(permission === undefined ? {} : { permissions: permission }),
    ...(origin === undefined ? {} : { origins: origin.map(originOf) }),
    ...(address === undefined ? {} : { addresses: address.map(addressOf) }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
  }
}

const permissionsOf = (text: string): readonly KeyPermission[] =>
  text.split(',').map((part) => {
    const known = KEY_PERMISSIONS.find((permission) => permission === part.trim())
    if (known === undefined) throw new InvalidArgumentError(`It must be one or more of ${KEY_PERMISSIONS.join(',')}.`)
    return known
  })

const originOf = (text: string): string => {
  const origin = canonicalOrigin(text)
  if (origin !== undefined) return origin
  throw new CommandFailed(`${text} is not an origin. Write an origin like https://shop.example, without a path.`)
}

const addressOf = (text: string): string => {
  const address = canonicalAddress(text)
  if (address !== undefined) return address
  throw new CommandFailed(
    `${text} is not an address. Write an address like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.`,
  )
}
