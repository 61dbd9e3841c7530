import { randomUUID } from 'node:crypto'
import { type Command, Option } from 'commander'
import { readConfig } from '../../config.ts'
import { driftOf } from '../../databases/drift.ts'
import { excessRightsOf } from '../../databases/excess-rights.ts'
import { indexSuggestions } from '../../databases/index-suggestions.ts'
import { firstLearning } from '../../databases/learn-database.ts'
import { leftOutWarnings } from '../../databases/left-out.ts'
import type { ConnectedAddress } from '../../databases/open-database.ts'
import {
  ROWS_RULES,
  type RowsRule,
  SHARED_VALUES_RULES,
  type SharedValuesRule,
  THINKING_RULES,
  type ThinkingRule,
} from '../../domain/access/database-settings.ts'
import { EMPTY_GLOSSARY } from '../../domain/ask/glossary.ts'
import { effectivePolicy } from '../../domain/guard/effective-policy.ts'
import type { Policy } from '../../domain/guard/policy.ts'
import { type FirstPolicy, firstPolicy, type PolicyWish } from '../../domain/guard/proposal/first-policy.ts'
import { policyLines, toConfirm } from '../../domain/guard/proposal/policy-lines.ts'
import type { Schema } from '../../domain/guard/schema.ts'
import { baseUrlOf } from '../base-url.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { canAsk, confirm } from '../confirm.ts'
import { noteRights } from '../excess-rights.ts'
import { chosenTables, withInclude } from '../include-option.ts'
import { noteSuggestions } from '../index-suggestions.ts'
import { NO_USER } from '../key/create-key.ts'
import { publicKeyWarning } from '../key/public-key-warning.ts'
import { printJson } from '../print.ts'
import { readAddress } from '../read-address.ts'
import { readPolicyFile } from '../read-policy-file.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal, type Terminal } from '../terminal.ts'
import { describeDatabase, withEngines } from '../with-engines.ts'
import { type Operator, withStore } from '../with-store.ts'
import { commandsToTry, questionFor } from './commands-to-try.ts'
import { freeName } from './database-name.ts'
import { policyTable } from './policy-table.ts'
import { tenantExamples } from './tenant-examples.ts'
import { timeoutOption } from './timeout-option.ts'

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

interface AddOptions extends PolicyWish {
  readonly org?: number
  readonly name: string
  readonly url?: string
  readonly ca?: string
  readonly include?: readonly string[]
  readonly policy?: string
  readonly asyncQueryTimeout?: number
  readonly rows?: RowsRule
  readonly sharedValues?: SharedValuesRule
  readonly thinking?: ThinkingRule
  readonly yes?: boolean
  readonly json?: boolean
}

/** `tabletalk database add`: a database of one's own, ready to be asked. */
export const registerAdd = (database: Command): void => {
  withInclude(withOrganization(database.command('add')))
    .summary('connect a database')
    .description('Connects a database, proposes a policy (what each tenant may see), and creates a key for it.')
    .requiredOption('--name <name>', 'the name of the database in Tabletalk')
    .option('--url <address>', 'the connection URL; - reads it from standard input; default: TABLETALK_DATABASE_URL')
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
    .option(
      '--async-query-timeout <seconds>',
      'query timeout of questions with Prefer: respond-async; default: TABLETALK_ASYNC_QUERY_TIMEOUT',
      timeoutOption,
    )
    .addOption(
      new Option(
        '--rows <what>',
        'which result rows the model provider receives; default: the rows needed to word the answer',
      ).choices(ROWS_RULES),
    )
    .addOption(
      new Option(
        '--shared-values <what>',
        'off: never show values of one tenant to another; default: show values that at least three tenants have',
      ).choices(SHARED_VALUES_RULES),
    )
    .addOption(
      new Option('--thinking <what>', 'shown: include the reasoning of the model in streams; default: omit it').choices(
        THINKING_RULES,
      ),
    )
    .option('--accept', 'confirm the whole proposed policy without prompting')
    .option('--yes', 'accept the proposals without prompting, including tenant isolation if there is a tenant column')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((options: AddOptions) =>
      withStore(readConfig(), (operator) =>
        withEngines(operator, (engines) => addDatabase(operator, engines, options)),
      ),
    )
}

const addDatabase = async (
  operator: Operator,
  engines: Parameters<typeof readAddress>[1],
  options: AddOptions,
): Promise<void> => {
  const { store, config } = operator
  const json = options.json === true
  const terminal = processTerminal()
  const organization = await chooseOrganization(operator, options.org)
  const name = await freeName(operator, organization.id, { name: options.name, option: '--name' })
  const include = chosenTables(options.include) ?? undefined
  const connected = { ...(await readAddress(options.url, engines, config, options.ca)), include }
  const { engine, address } = connected
  const file = options.policy === undefined ? undefined : await readPolicyFile(options.policy, engine.name)
  const schema = await describeDatabase(connected, { quiet: json, isTyped: true })
  const first = await settlePolicy(schema, { connected, options, file, terminal })
  const { policy: initialPolicy } = first
  const { id: organizationId } = organization
  const requiresOrganizationScoping = initialPolicy.tenant !== undefined
  const database = { id: randomUUID(), organizationId, name, engine: engine.name, policy: initialPolicy }
  const { asyncQueryTimeout, rows, sharedValues, thinking } = options
  const chosen = {
    ...(include === undefined ? {} : { include }),
    ...(asyncQueryTimeout === undefined ? {} : { asyncQueryTimeout }),
    ...(rows === undefined ? {} : { rows }),
    ...(sharedValues === undefined ? {} : { sharedValues }),
    ...(thinking === undefined ? {} : { thinking }),
  }
  const settings = { ...database, requiresOrganizationScoping, glossary: EMPTY_GLOSSARY, ...chosen }
  const keyId = store.apiKeys.newId()
  const fields = {
    ...{ name, url: address, requires_organization_scoping: requiresOrganizationScoping, key_id: keyId },
    ...{ async_query_timeout: asyncQueryTimeout, rows, shared_values: sharedValues, thinking },
  }
  const about = { subject: database.id, fields, secret: ['url'] }
  const key = await recordChange(operator, { organizationId, action: 'database.created', ...about }, async () => {
    if ((await store.databases.add(settings, address)) !== 'added')
      throw new CommandFailed(`Organization ${organizationId} now has a database ${name}. Choose another --name.`)
    const kept = { kind: 'database', userId: NO_USER, databaseId: database.id } as const
    return await store.apiKeys.add({ organizationId }, kept, keyId)
  })
  const { policy } = await firstLearning(operator, connected, settings, schema)
  const folding = engine.dialect.folding(schema)
  const lines = policyLines(effectivePolicy(policy, schema, folding), first.proposal, folding)
  const drift = (await driftOf(connected, schema, policy)).filter(({ kind }) => kind !== 'new table')
  for (const { kind, table, detail } of drift) terminal.note(`${kind}: ${table}: ${detail}`)
  const open = lines.filter(({ state }) => state === 'open').map(({ table }) => table)
  const waiting = toConfirm(lines)
  const excess = await excessRightsOf(engine, address)
  const suggestions = await indexSuggestions(engine, schema, policy)
  const warnings = await leftOutWarnings(connected, { schema, policy, folding })
  for (const left of warnings) terminal.note(left)
  if (first.likelyTenantColumn !== undefined) terminal.note(unscopedWarning(first.likelyTenantColumn))
  const warning = publicKeyWarning({ id: database.id, requiresOrganizationScoping })
  if (warning !== undefined) terminal.note(warning)
  noteRights(terminal, excess)
  if (json) {
    const ids = { database_id: database.id, organization_id: organizationId, key: key.text, key_id: key.id }
    const about = { engine: engine.name, scoped: requiresOrganizationScoping, tenant: policy.tenant ?? null }
    return printJson(terminal, {
      ...ids,
      ...about,
      open,
      to_confirm: waiting,
      missing_indexes: suggestions,
      excess_rights: excess.rights,
      warnings,
    })
  }
  if (waiting.length > 0)
    terminal.note(
      `${waiting.length} of ${lines.length} tables need confirmation: npx tabletalk database policy ${database.id} --accept`,
    )
  noteSuggestions(terminal, suggestions)
  terminal.note(
    `To draft a glossary (synonyms for its tables and values): npx tabletalk database glossary ${database.id} --draft`,
  )
  const tenants = requiresOrganizationScoping ? await tenantExamples(engine, address, { schema, ...first }) : []
  terminal.write(`
Database ${database.name} is connected: ${open.length} of ${lines.length} tables are open.

  Database       ${database.id}
  Organization   ${organizationId} (${organization.name})
  Key            ${key.text}

${commandsToTry({ baseUrl: baseUrlOf(operator), key: key.text, tenants, question: questionFor(schema, policy) })}`)
}

interface Settling {
  readonly connected: ConnectedAddress
  readonly options: AddOptions
  readonly file: Policy | undefined
  readonly terminal: Terminal
}

/** Shows what is proposed, and asks where somebody can answer. */
const settlePolicy = async (
  schema: Schema,
  { connected: { engine }, options, file, terminal }: Settling,
): Promise<FirstPolicy> => {
  const folding = engine.dialect.folding(schema)
  const { json = false, yes = false } = options
  const asks = !json && !yes && canAsk()
  const settle = (more: PolicyWish): FirstPolicy => {
    const accept = yes || options.accept === true
    const first = firstPolicy(schema, { folding, wish: { ...options, accept, ...more }, written: file })
    if (first.kind === 'fits') return first
    throw new CommandFailed(first.about === 'tenant column' ? `${first.message} (--tenant-column)` : first.message)
  }
  let first = settle({})
  if ((asks || yes) && first.likelyTenantColumn !== undefined) {
    const question = `Rows have the column ${first.likelyTenantColumn}. Isolate tenants by it?`
    if (yes || (await confirm(question, { preset: true }))) first = settle({ scoped: true })
  }
  if (json) return first
  const lines = policyLines(effectivePolicy(first.policy, schema, folding), first.proposal, folding)
  terminal.write(`${policyTable(lines, first.policy.tenant, terminal)}\n`)
  const waiting = lines.filter(({ state }) => state === 'to confirm').length
  if (!asks || waiting === 0) return first
  const isAccepted = await confirm(`Open the ${waiting} tables that need confirmation as proposed?`, { preset: false })
  return isAccepted ? settle({ scoped: first.policy.tenant !== undefined, accept: true }) : first
}

const unscopedWarning = (column: string): string =>
  `Rows have the column ${column}. Without --scoped, every key can read the rows of all tenants; add the database with --scoped to isolate tenants.`
