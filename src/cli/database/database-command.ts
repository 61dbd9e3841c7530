import type { Command } from 'commander'
import { createProgress, silentProgress } from '../../local/progress.ts'
import type { ManagedDatabases } from '../../manage/databases/managed-databases.ts'
import type { StoredDatabase } from '../../manage/databases/store/databases.ts'
import { chooseDatabase } from '../choose-database.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { type CommandOf, type JsonOption, type Managing, managing, operatorCommand } from '../operator-command.ts'

/** An operator who manages a database. */
export interface ManagingDatabase extends Omit<Managing, 'managed'> {
  readonly stored: StoredDatabase
  readonly managed: ManagedDatabases
}

interface DatabaseCommandOf<Options> extends CommandOf<ManagingDatabase, Options> {
  /** False: the database may be omitted if the organization has only one. */
  readonly isNamed?: false
}

/** Registers a command on one database, with `--org`; `answer` gets the arguments after the database. */
export const databaseCommand = <Options extends object = object>(
  parent: Command,
  name: string,
  { isNamed, declare = (command) => command, answer, ...definition }: DatabaseCommandOf<Options>,
): void =>
  operatorCommand<Options & { readonly org?: number; readonly database?: string }>(parent, name, {
    ...definition,
    declare: (command) => declare(withOrganization((isNamed === false ? withOnlyDatabase : withDatabase)(command))),
    async answer(operator, options, named = options.database, ...args) {
      const stored = await chooseDatabase(operator, { org: options.org, database: named })
      const organization = await chooseOrganization(operator, stored.organizationId)
      const managed = await operator.managed()
      return await answer({ ...managing(operator, organization), managed, stored }, options, ...args)
    },
  })

const withDatabase = (command: Command): Command => command.argument('<database>', 'its id or its name')

const withOnlyDatabase = (command: Command): Command =>
  command
    .argument('[database]', 'the id or name; default: the only database of the organization')
    .option('--database <id or name>', 'the same as the argument')

/** Shows progress while a database is read, if that takes longer than a second. */
export const reading = <Value>({ json }: JsonOption, work: () => Promise<Value>): Promise<Value> => {
  const progress = json === true ? silentProgress : createProgress(process.stderr)
  return progress.step('Reading tables and keys', work)
}
