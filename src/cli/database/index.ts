import type { Command } from 'commander'
import { registerAdd } from './add-database.ts'
import { registerGlossary } from './glossary-command.ts'
import { registerIdentity } from './identity-command.ts'
import { registerIndex } from './index-database.ts'
import { registerList } from './list-databases.ts'
import { registerPolicy } from './policy-command.ts'
import { registerRemove } from './remove-database.ts'
import { registerRename } from './rename-database.ts'
import { registerSet } from './set-database.ts'
import { registerTest } from './test-database.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database add --name shop --url sqlite:./shop.db --scoped
  $ tabletalk database list
  $ tabletalk database policy shop --accept`

/** `tabletalk database …`: databases of one's own. */
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
