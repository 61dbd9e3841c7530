import { type Command, Option } from 'commander'
import type { z } from 'zod'
import { ANSWER_DETAILS } from '../access/rules/disclosure.ts'
import type { ApiKeyItem } from '../manage/api-keys/routes/api-key-schema.ts'
import { createCommandKey } from '../manage/api-keys/routes/create-key.ts'
import { revokeApiKey, rotateApiKey } from '../manage/api-keys/routes/end-key.ts'
import { listApiKeys } from '../manage/api-keys/routes/read-keys.ts'
import { chooseDatabase } from './choose-database.ts'
import { organizationCommand, tableOrText } from './operator-command.ts'
import { displayNameOption, graceOf, momentOf } from './option-values.ts'
import type { Row } from './print.ts'

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

/** `tabletalk key …`: manages API keys. */
export const registerKey = (program: Command): void => {
  const key = program.command('key').summary('create, list, rotate and revoke API keys').addHelpText('after', EXAMPLES)
  registerCreate(key)
  organizationCommand(key, 'list', {
    description:
      'Lists the keys of an organization, including expired and revoked ones. The keys themselves cannot be shown again.',
    async answer({ organizationId, list, ...parts }) {
      const keys = (await list(listApiKeys(parts))).map(listed)
      return {
        json: { organization_id: organizationId, keys },
        text: tableOrText(withoutEmptyColumns(keys), `Organization ${organizationId} has no keys.`),
      }
    },
  })
  organizationCommand<{ readonly grace?: number }>(key, 'rotate', {
    description: 'Replaces the secret text of a key and shows the new one once. The previous one is revoked.',
    declare: (command) =>
      command
        .argument(...KEY_ID)
        .option(
          '--grace <time>',
          'how long the previous key stays valid, for example 1h or 7d; default: not at all',
          graceOf,
        ),
    async answer({ organizationId, run, ...parts }, { grace = 0 }, id = '') {
      const sent = { params: { api_key_id: id }, body: { grace_seconds: grace / 1000 } }
      return shown(await run(rotateApiKey(parts), sent), organizationId)
    },
  })
  organizationCommand(key, 'revoke', {
    description: 'Revokes a key immediately and permanently. It stays in the list.',
    declare: (command) => command.argument(...KEY_ID),
    async answer({ run, ...parts }, _options, id = '') {
      await run(revokeApiKey(parts), { params: { api_key_id: id } })
      return { json: { key_id: id, revoked: true }, text: `Key ${id} is revoked.` }
    },
  })
}

const KEY_ID = ['<key id>', 'the id that `key list` shows'] as const

interface CreateOptions {
  readonly kind: 'org' | 'database'
  readonly database?: string
  readonly name?: string
  readonly permission?: readonly string[]
  readonly origin?: readonly string[]
  readonly address?: readonly string[]
  readonly expires?: string
  readonly answerDetails?: readonly string[]
}

const registerCreate = (key: Command): void =>
  organizationCommand<CreateOptions>(key, 'create', {
    description: 'Creates an API key and shows it once.',
    declare: (command) =>
      command
        .addOption(
          new Option('--kind <kind>', 'whether the key is for the organization or for one database')
            .choices(['org', 'database'])
            .default('org'),
        )
        .option('--database <id or name>', 'the database of a database key')
        .option('--name <name>', 'the name of the key, unique in the organization', displayNameOption)
        .option(
          '--permission <list>',
          'permissions: chat,history,manage (database key: chat,history); default: all',
          listOf,
        )
        .option(
          '--origin <url...>',
          'the origins of pages that may use a database key, for example https://shop.example or https://*.shop.example; default: any',
        )
        .option(
          '--address <address...>',
          'the client addresses that may use the key, for example 203.0.113.7 or 2001:db8::/32; default: any',
        )
        .option(
          '--answer-details <list>',
          `what answers of a database key contain beyond text, rows and chart: ${ANSWER_DETAILS.join(',')}; default: none`,
          listOf,
        )
        .option('--expires <when>', 'when the key expires, for example 2027-01-31 or 90d; default: never', momentOf),
    async answer(
      { organizationId, run, ...parts },
      { kind, database: named, permission, origin, address, answerDetails, ...options },
    ) {
      const isNamed = kind === 'database' || named !== undefined
      const database = isNamed ? await chooseDatabase(parts, { org: organizationId, database: named }) : undefined
      const made = await run(createCommandKey(parts), {
        body: {
          name: options.name,
          kind: kind === 'org' ? 'organization' : 'database',
          database_id: database?.id,
          permissions: permission,
          origins: origin,
          addresses: address,
          expires_at: options.expires,
          answer_details: answerDetails,
        },
      })
      const notes = made.warnings.map((risk) => publicKeyWarning(risk, database?.id))
      return { ...shown(made, organizationId), notes }
    },
  })

const listOf = (text: string): readonly string[] => text.split(',').map((part) => part.trim())

/** The risk of a public key, with the command that reduces it. */
export const publicKeyWarning = (risk: string, databaseId: string | undefined): string =>
  `${risk} See: npx tabletalk database identity ${databaseId} --require`

const shown = ({ key, id }: { readonly key: string; readonly id: string }, organizationId: number) => ({
  json: { key, key_id: id, organization_id: organizationId },
  text: key,
})

const listed = (key: z.input<typeof ApiKeyItem>) => ({
  key_id: key.id,
  name: key.name,
  kind: key.kind === 'organization' ? 'org' : 'database',
  database_id: key.database_id,
  hint: key.hint,
  status: key.status,
  permissions: key.permissions?.join() ?? null,
  origins: key.origins?.join(' ') ?? null,
  addresses: key.addresses?.join(' ') ?? null,
  answer_details: key.answer_details?.join() || null,
  created_at: key.created_at,
  last_used_at: key.last_used_at,
  expires_at: key.expires_at,
  revoked_at: key.revoked_at,
  previous_until: key.previous_until,
})

/** Removes columns without any value: most keys have no limits. */
const withoutEmptyColumns = (rows: readonly Row[]): Row[] => {
  const isUsed = (column: string): boolean => rows.some((row) => row[column] !== null)
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => isUsed(column))))
}
