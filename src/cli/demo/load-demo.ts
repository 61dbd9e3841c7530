import { randomUUID } from 'node:crypto'
import { demoForSchema } from '../../../demo/for-schema.ts'
import { demoTablesFor } from '../../../demo/generate.ts'
import { DEMO } from '../../../demo/organization.ts'
import { NO_USER } from '../../access/rules/caller.ts'
import type { Organization } from '../../access/rules/organization.ts'
import { createProgress, silentProgress } from '../../local/progress.ts'
import { derivedKeyText } from '../../manage/api-keys/store/api-key-text.ts'
import { databasesOf } from '../../manage/databases/by-operators.ts'
import { describeDatabase } from '../../manage/databases/describe-database.ts'
import { loadedOnly, loadTables } from '../../manage/databases/load-tables.ts'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import { createOrganization, listOrganizations } from '../../manage/organizations/operator-changes.ts'
import { deriveKey } from '../../store/sealer.ts'
import { chooseOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { shellWord } from '../command-line.ts'
import { curlToTry } from '../database/commands-to-try.ts'
import { reading } from '../database/database-command.ts'
import { printJson } from '../print.ts'
import { readAddress } from '../read-address.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { baseUrlOf, type Operator } from '../with-store.ts'

const QUESTION = 'How many orders were placed last month?'

export interface LoadDemoOptions {
  readonly org?: number
  readonly name?: string
  readonly url?: string
  readonly replace?: boolean
  readonly newOrganization?: boolean
  readonly json?: boolean
}

/**
 * Creates the tables of the demo in a database, and connects it with a policy, a glossary and a key.
 *
 * @throws CommandFailed; Problem as `Loader.load`
 */
export const loadDemo = async (
  operator: Operator,
  { org, name: named, url, replace = false, newOrganization = false, json = false }: LoadDemoOptions,
): Promise<void> => {
  const begun = performance.now()
  const terminal = processTerminal()
  const progress = json ? silentProgress : createProgress(process.stderr)
  if (newOrganization && (await listOrganizations(operator)).length === 0)
    await createOrganization(operator, DEMO.organization)
  const organization = await chooseOrganization(operator, org ?? operator.demoOrganization)
  const { engine, address } = await readAddress(url, await operator.engines(), operator.config)
  const name = named?.trim() ?? `${DEMO.database.name}-${engine.name}`
  const earlier = await earlierOf(operator, { organization, name, replace })
  const tables = demoTablesFor(engine, new Date())
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0)
  const places =
    engine.language === 'sql'
      ? `${tables.length} tables`
      : `${tables.filter(({ within }) => within === undefined).length} collections`
  const loaders = await operator.loaders()
  await progress.step(`Loading ${rows} rows into ${places}`, () =>
    loadTables(engine, loaders.get(engine.name), address, tables, { replace }),
  )
  const schema = loadedOnly(await reading({ json }, () => describeDatabase({ engine, address })), tables)
  const { id: organizationId } = organization
  const database = { id: earlier?.id ?? randomUUID(), organizationId, name, ...demoForSchema(schema) }
  const key = keyOf(operator, database)
  const fields = { name, url: address, key_id: key.key_id }
  const entry = { organizationId, action: 'database.created', subject: database.id, fields, secret: ['url'] } as const
  await recordChange(operator, entry, async () => {
    await operator.store.databases.put({ ...database, requiresOrganizationScoping: true }, address)
    const kept = {
      id: key.key_id,
      kind: 'database',
      databaseId: database.id,
      answerDetails: [],
      userId: NO_USER,
      organizationId,
    } as const
    await operator.store.apiKeys.put(kept, key.key)
  })
  const ids = { database_id: database.id, organization_id: organizationId, name, engine: engine.name }
  if (json) return printJson(terminal, { ...ids, ...key, tables: tables.length, rows, replaced: earlier !== undefined })
  const tenants = DEMO.tenants.map(({ id, name }) => `${id} (${name})`).join(', ')
  const [tenant] = DEMO.tenants.map(({ id }) => String(id))
  const isDemo = organizationId === operator.demoOrganization
  const asking = `--database ${database.id}${isDemo ? '' : ` --key ${key.key}`} --tenant ${tenant}`
  terminal.write(`
The demo is in ${name}: ${rows} rows in ${places}, in ${((performance.now() - begun) / 1000).toFixed(1)} s.

  Database       ${database.id}
  Organization   ${organizationId} (${organization.name})
  Tenants        ${tenants}
  Key            ${key.key}

${curlToTry({ baseUrl: baseUrlOf(operator), key: key.key, tenant, question: QUESTION })}
In the terminal:

  npx tabletalk ask ${asking} ${shellWord(QUESTION)}
`)
}

/**
 * The database of an earlier load with this name; undefined if there is none.
 *
 * @throws CommandFailed for an invalid or reserved name, and for an existing database without `--replace`
 */
const earlierOf = async (
  operator: Operator,
  { organization, name, replace }: { organization: Organization; name: string; replace: boolean },
): Promise<DatabaseSettings | undefined> => {
  if (name === '' || name.length > 200) throw new CommandFailed('--name must have 1 to 200 characters.')
  const all = await databasesOf(operator, { organizationId: organization.id })
  const earlier = all.find((database) => database.name === name)
  if (earlier === undefined) return undefined
  if (earlier.id === DEMO.database.id)
    throw new CommandFailed(`${name} is the database that npm start regenerates every day. Choose another --name.`)
  if (!replace)
    throw new CommandFailed(
      `Organization ${organization.id} already has a database ${name} (${earlier.id}). Add --replace to load it again, or choose another --name.`,
    )
  return earlier
}

/** The key of this database. It is derived from the database id, so that loading again leaves no unused keys. */
const keyOf = ({ location }: Operator, { id }: { readonly id: string }) => {
  const keyId = `demo${id.replaceAll('-', '').slice(0, 20)}`
  const text = derivedKeyText('database', keyId, deriveKey(location.secret, 'api-keys'))
  return { key: text, key_id: keyId }
}
