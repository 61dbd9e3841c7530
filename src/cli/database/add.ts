import { randomUUID } from 'node:crypto'
import { type Command, Option } from 'commander'
import { publicKeyRisk } from '../../access/rules/api-key.ts'
import { effectivePolicy } from '../../guard/effective-policy.ts'
import type { InitialPolicy, PolicyOptions } from '../../guard/proposal/initial-policy.ts'
import { policyLines } from '../../guard/proposal/policy-lines.ts'
import { checked } from '../../http/input.ts'
import { changesOf } from '../../manage/audit/rules/audit.ts'
import type { ConnectedDatabase, ReadDatabase } from '../../manage/databases/connect-database.ts'
import { connectRequest, unscoped } from '../../manage/databases/routes/connect-database.ts'
import { auditedFields, SECRET_FIELDS } from '../../manage/databases/routes/database-data.ts'
import { ConnectBody } from '../../manage/databases/routes/database-schema.ts'
import { canAsk, confirm } from '../confirm.ts'
import { connectionFailure } from '../connection-failure.ts'
import { publicKeyWarning } from '../key.ts'
import { type Answer, type JsonOption, type Managing, organizationCommand } from '../operator-command.ts'
import { readAddress } from '../read-address.ts'
import { readPolicyFile } from '../read-policy-file.ts'
import { processTerminal } from '../terminal.ts'
import { baseUrlOf } from '../with-store.ts'
import { commandsToTry, questionFor } from './commands-to-try.ts'
import { reading } from './database-command.ts'
import { noteSuggestions, rightsLines } from './notes.ts'
import { policyTable } from './policy-table.ts'
import {
  chosenTables,
  rowsOption,
  type SettingOptions,
  settingFields,
  sharedValuesOption,
  thinkingOption,
  timeoutOption,
  withInclude,
} from './settings.ts'
import { tenantExamples } from './tenant-examples.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database add --name shop --url sqlite:./shop.db
  $ tabletalk database add --name shop --url sqlite:./shop.db --yes
  $ tabletalk database add --name shop --url sqlite:./shop.db --scoped
  $ tabletalk database add --name shop --url sqlite:./shop.db --scoped --tenant-column shop_id --accept
  $ tabletalk database add --name shop --url postgres://reader@db.example/shop?sslmode=verify-full --ca ./ca.pem
  $ cat address | tabletalk database add --name shop --url - --scoped
  $ tabletalk database add --name shop --url sqlite:/data/shop.db --policy policy.json --json
  $ tabletalk database add --name shop --url sqlite:./shop.db --rows none
  $ tabletalk database add --name shop --url sqlite:./shop.db --include 'sales_*' customers

With --scoped, every question must name a tenant and can only read its rows. Tables with the tenant column are open
immediately; other proposed tables stay closed until you confirm them. Without --scoped, every key can read all rows.
Columns that look secret are hidden, and tables that are created later are closed.`

interface AddOptions extends SettingOptions {
  readonly name: string
  readonly url?: string
  readonly ca?: string
  readonly include?: readonly string[]
  readonly scoped?: boolean
  readonly tenantColumn?: string
  readonly tenantType?: string
  readonly scopeColumn?: string
  readonly missingScope?: string
  readonly policy?: string
  readonly accept?: boolean
  readonly yes?: boolean
}

/** `tabletalk database add`: connects a database, with a policy and a key. */
export const registerAdd = (parent: Command): void =>
  organizationCommand<AddOptions>(parent, 'add', {
    summary: 'connect a database',
    description: 'Connects a database, proposes a policy (what each tenant may see), and creates a key for it.',
    examples: EXAMPLES,
    declare: (command) =>
      withInclude(command)
        .requiredOption('--name <name>', 'the name of the database in Tabletalk')
        .option(
          '--url <address>',
          'the connection URL; - reads it from standard input; default: TABLETALK_DATABASE_URL',
        )
        .option('--ca <file>', 'the CA certificate (PEM) that signed the certificate of the database server')
        .option('--scoped', 'isolate tenants: every question must send X-Tenant-Id')
        .option('--tenant-column <column>', 'the column that holds the tenant of a row; default: detected by name')
        .addOption(
          new Option('--tenant-type <type>', 'the type of tenant ids; default: the type of the column').choices([
            'integer',
            'string',
          ]),
        )
        .option('--scope-column <column>', 'the column that is compared with X-Scope-Id')
        .addOption(
          new Option('--missing-scope <what>', 'the rule for tables without the scope column; default: deny').choices([
            'deny',
            'ignore',
          ]),
        )
        .option('--policy <file>', 'use the policy of this file instead of a proposal')
        .addOption(timeoutOption())
        .addOption(rowsOption())
        .addOption(sharedValuesOption())
        .addOption(thinkingOption())
        .option('--accept', 'confirm the whole proposed policy without prompting')
        .option(
          '--yes',
          'accept the proposals without prompting, including tenant isolation if there is a tenant column',
        ),
    answer: addDatabase,
  })

const addDatabase = async (managing: Managing, options: AddOptions & JsonOption): Promise<Answer> => {
  const { organization, organizationId, store, config } = managing
  const managed = await managing.managed()
  const { engine, address } = await readAddress(options.url, await managing.engines(), config, options.ca)
  const policy = options.policy === undefined ? undefined : await readPolicyFile(options.policy)
  const body = checked(ConnectBody, bodyOf(options, address, policy))
  const keyId = store.apiKeys.newId()
  const request = connectRequest(body, randomUUID())
  let settled: Settled | undefined
  const described = Promise.withResolvers<void>()
  const shown = reading(options, () => described.promise)
  const settle = async (found: ReadDatabase): Promise<PolicyOptions> => {
    // The progress line ends before the prompts.
    described.resolve()
    await shown
    settled = await settlePolicy(found, request.options, options)
    return settled.options
  }
  const recorded = { actor: { kind: 'command' }, action: 'database.created' } as const
  const connected = await managed
    .connect(organization, { ...request, settle, keyId }, ({ id: subject }, write) => {
      const changes = changesOf({ ...auditedFields(body), key_id: keyId }, SECRET_FIELDS)
      return store.audit.record({ organizationId }, { ...recorded, subject, changes }, { write })
    })
    .catch(async (error: unknown) => {
      throw await connectionFailure({ engine, address }, error)
    })
    .finally(described.resolve)
  const { database, open, toConfirm, excessRights, missingIndexes, leftOut, lines } = connected
  const { tenant } = database.policy
  const json = {
    database_id: database.id,
    organization_id: organizationId,
    key: connected.key,
    key_id: keyId,
    engine: database.engine,
    scoped: database.requiresOrganizationScoping,
    tenant: tenant ?? null,
    open,
    to_confirm: toConfirm,
    missing_indexes: missingIndexes,
    excess_rights: excessRights.rights,
    warnings: leftOut,
  }
  return {
    json,
    notes: notesOf(connected),
    async text(terminal) {
      if (toConfirm.length > 0)
        terminal.note(
          `${toConfirm.length} of ${lines.length} tables need confirmation: npx tabletalk database policy ${database.id} --accept`,
        )
      noteSuggestions(terminal, missingIndexes)
      terminal.note(
        `To draft a glossary (synonyms for its tables and values): npx tabletalk database glossary ${database.id} --draft`,
      )
      terminal.write(`
Database ${database.name} is connected: ${open.length} of ${lines.length} tables are open.

  Database       ${database.id}
  Organization   ${organizationId} (${organization.name})
  Key            ${connected.key}

${await toTry(managing, connected, settled)}`)
    },
  }
}

/** The options as a body of `POST /databases`. */
const bodyOf = (options: AddOptions, url: string, policy: object | undefined) => {
  const { name, scoped, tenantColumn, tenantType, scopeColumn, missingScope } = options
  const namesTenant = tenantColumn !== undefined || tenantType !== undefined
  const scoping = {
    ...(tenantColumn === undefined ? {} : { tenant_column: tenantColumn }),
    ...(tenantType === undefined ? {} : { tenant_id_type: tenantType }),
    ...(scopeColumn === undefined ? {} : { scope_column: scopeColumn }),
    ...(missingScope === undefined ? {} : { missing_scope: missingScope }),
  }
  const isScoping = Object.keys(scoping).length > 0
  const include = chosenTables(options.include)
  return {
    name,
    url,
    ...settingFields(options),
    // A scope column alone does not isolate tenants.
    ...(scoped === true || isScoping ? { requires_organization_scoping: scoped === true || namesTenant } : {}),
    ...(isScoping ? { scoping } : {}),
    ...(include == null ? {} : { include }),
    ...(policy === undefined ? {} : { policy }),
  }
}

interface Settled {
  readonly options: PolicyOptions
  readonly found: ReadDatabase
  readonly first: InitialPolicy
}

/** Shows the proposed policy, and prompts for confirmations in a terminal. */
const settlePolicy = async (
  found: ReadDatabase,
  wanted: PolicyOptions,
  { json = false, yes = false, accept = false }: AddOptions & JsonOption,
): Promise<Settled> => {
  const terminal = processTerminal()
  const asks = !json && !yes && canAsk()
  const settled = async (chosen: PolicyOptions): Promise<Settled> => ({
    options: chosen,
    found,
    first: await found.propose(chosen),
  })
  let now = await settled({ ...wanted, accept: yes || accept })
  const { likelyTenantColumn } = now.first
  if ((asks || yes) && likelyTenantColumn !== undefined) {
    const question = `Rows have the column ${likelyTenantColumn}. Isolate tenants by it?`
    if (yes || (await confirm(question, { preset: true }))) now = await settled({ ...now.options, scoped: true })
  }
  if (json) return now
  const { policy, proposal } = now.first
  const folding = found.engine.dialect.folding(found.schema)
  const lines = policyLines(effectivePolicy(policy, found.schema, folding), proposal, folding)
  terminal.write(`${policyTable(lines, policy.tenant, terminal)}\n`)
  const waiting = lines.filter(({ state }) => state === 'to confirm').length
  if (!asks || waiting === 0) return now
  const isAccepted = await confirm(`Open the ${waiting} tables that need confirmation as proposed?`, { preset: false })
  return isAccepted ? await settled({ ...now.options, accept: true }) : now
}

const notesOf = ({
  database,
  drift,
  leftOut,
  likelyTenantColumn,
  excessRights,
}: ConnectedDatabase): readonly string[] => {
  const { id, requiresOrganizationScoping } = database
  const risk = publicKeyRisk({ requiresOrganizationScoping })
  return [
    ...drift
      .filter(({ kind }) => kind !== 'new table')
      .map(({ kind, table, detail }) => `${kind}: ${table}: ${detail}`),
    ...leftOut,
    ...(likelyTenantColumn === undefined ? [] : [unscoped(likelyTenantColumn)]),
    ...(risk === undefined ? [] : [publicKeyWarning(risk, id)]),
    ...rightsLines(excessRights),
  ]
}

/** Commands that run as printed. */
const toTry = async (
  managing: Managing,
  { key = '', database: { policy } }: ConnectedDatabase,
  settled: Settled | undefined,
): Promise<string> => {
  if (settled === undefined) return ''
  const { engine, address, schema } = settled.found
  const tenants = policy.tenant === undefined ? [] : await tenantExamples(engine, address, { schema, ...settled.first })
  return commandsToTry({ baseUrl: baseUrlOf(managing), key, tenants, question: questionFor(schema, policy) })
}
