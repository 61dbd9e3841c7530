import type { Command } from 'commander'
import { changesOf } from '../../manage/audit/rules/audit.ts'
import { patchDatabase } from '../../manage/databases/routes/change-database.ts'
import { listDatabases } from '../../manage/databases/routes/list-databases.ts'
import { listOrganizations } from '../../manage/organizations/operator-changes.ts'
import { organizationId } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { canAsk, confirm } from '../confirm.ts'
import { managing, operatorCommand, tableOrText } from '../operator-command.ts'
import { recordChange } from '../record-change.ts'
import { registerAdd } from './add.ts'
import { databaseCommand, reading } from './database-command.ts'
import { registerGlossary } from './glossary.ts'
import { registerIdentity } from './identity.ts'
import { rightsLines } from './notes.ts'
import { registerIndex, registerPolicy } from './policy.ts'
import { registerSet } from './settings.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database add --name shop --url sqlite:./shop.db --scoped
  $ tabletalk database list
  $ tabletalk database policy shop --accept`

/** `tabletalk database …`: connects and manages databases. */
export const registerDatabase = (program: Command): void => {
  const database = program
    .command('database')
    .summary('connect databases and manage their policies')
    .addHelpText('after', EXAMPLES)
  registerAdd(database)
  registerTest(database)
  registerIndex(database)
  registerIdentity(database)
  registerPolicy(database)
  registerGlossary(database)
  registerList(database)
  registerRename(database)
  registerSet(database)
  registerRemove(database)
}

const TEST_EXAMPLES = `
Examples:
  $ tabletalk database test
  $ tabletalk database test shop --json

The exit status is 0 if the database can be queried, 1 otherwise.`

const registerTest = (parent: Command): void =>
  databaseCommand(parent, 'test', {
    isNamed: false,
    summary: 'test the connection to a database',
    description:
      'Connects to a database, reads its schema, and reports excess privileges of its user. Changes nothing.',
    examples: TEST_EXAMPLES,
    async answer({ managed, stored }, options) {
      const { id, name } = stored
      const { engine, tables, latencyMs, excessRights } = await reading(options, () => managed.test(stored))
      const { rights } = excessRights
      return {
        json: { ok: true, database_id: id, engine, tables, duration_ms: latencyMs, excess_rights: rights },
        text: `${name} (${id}) answers: ${tables} tables, ${latencyMs} ms.`,
        notes: rightsLines(excessRights),
      }
    },
  })

const registerList = (parent: Command): void =>
  operatorCommand<{ readonly org?: number }>(parent, 'list', {
    summary: 'list connected databases',
    description: 'Lists the databases of one or all organizations.',
    declare: (command) => command.option('--org <id>', 'the organization; default: all organizations', organizationId),
    async answer(operator, { org }) {
      const all = (await listOrganizations(operator)).filter(({ id }) => org === undefined || id === org)
      const found = await Promise.all(
        all.map(async (organization) =>
          (await managing(operator, organization).list(listDatabases(operator))).map((database) => ({
            database_id: database.id,
            organization_id: organization.id,
            name: database.name,
            engine: database.engine,
            scoped: database.requires_organization_scoping,
            tenant_column: database.scoping.tenant_column,
            async_query_timeout: database.async_query_timeout,
            rows: database.rows,
            shared_values: database.shared_values,
            thinking: database.thinking,
            public_exports: database.public_exports,
          })),
        ),
      )
      const databases = found.flat()
      return { json: { databases }, text: tableOrText(databases, 'There are no connected databases.') }
    },
  })

const RENAME_EXAMPLES = `
Examples:
  $ tabletalk database rename shop "Shop of the north"
  $ tabletalk database rename 3f0e4a7c-5b1d-4c55-9c7e-0f6b8d1a2e43 shop --json

The id, keys and conversations do not change.`

const registerRename = (parent: Command): void =>
  databaseCommand(parent, 'rename', {
    summary: 'rename a database',
    description: 'Changes the name of a database.',
    examples: RENAME_EXAMPLES,
    declare: (command) => command.argument('<name>', 'the new name'),
    async answer({ run, stored: { id, name: before }, organizationId, ...parts }, _options, written) {
      const { name } = await run(patchDatabase(parts), { params: { database_id: id }, body: { name: written } })
      return {
        json: { database_id: id, organization_id: organizationId, name },
        text: `${before} (${id}) is renamed to ${name}.`,
      }
    },
  })

const REMOVE_EXAMPLES = `
Examples:
  $ tabletalk database remove shop
  $ tabletalk database remove shop --yes --json

Deletes the stored connection URL and policy, and revokes the database keys immediately. The database itself is not changed.
Conversations about it can still be read and deleted.`

const registerRemove = (parent: Command): void =>
  databaseCommand<{ readonly yes?: boolean }>(parent, 'remove', {
    summary: 'disconnect a database and revoke its keys',
    description: 'Disconnects a database. The database itself is not changed.',
    examples: REMOVE_EXAMPLES,
    declare: (command) => command.option('--yes', 'do not prompt for confirmation'),
    async answer({ managed, stored: { id, name }, organizationId, ...parts }, { yes, json }) {
      const asks = yes !== true && json !== true && canAsk()
      const isSure =
        yes === true || (asks && (await confirm(`Disconnect ${name} (${id}) and revoke its keys?`, { preset: false })))
      if (!isSure)
        throw new CommandFailed(
          asks ? `${name} was not disconnected.` : `Add --yes to disconnect ${name} (${id}) and revoke its keys.`,
        )
      const keys = await recordChange(
        parts,
        { organizationId, action: 'database.removed', subject: id },
        () => managed.remove({ organizationId }, id),
        (ended) => changesOf({ revoked_keys: ended }),
      )
      return {
        json: { database_id: id, removed: true, revoked_keys: keys },
        text: `${name} (${id}) is disconnected, and ${keys === 1 ? '1 key is' : `${keys} keys are`} revoked.`,
      }
    },
  })
