import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { withOrganization } from '../choose-organization.ts'
import { withEngines } from '../with-engines.ts'
import { withStore } from '../with-store.ts'
import type { LoadDemoOptions } from './load-demo.ts'

const EXAMPLES = `
Examples:
  $ tabletalk demo load --url postgres://me:secret@db.example.com/empty
  $ tabletalk demo load --url mariadb://me:secret@db.example.com/empty --name shops-mariadb
  $ tabletalk demo load --url sqlite:./shops.db --org 7
  $ tabletalk demo load --url mongodb://me:secret@db.example.com/empty
  $ cat address | tabletalk demo load --url - --replace --json

The user of the address must be allowed to make tables. In a database of documents, order items stand in their orders,
and addresses in customers. Loaded again with --replace, the rows are those of the day, and
the database keeps its id and its key.`

/** `tabletalk demo load`: the demo's rows on a server, connected and ready to be asked. */
export const registerLoad = (demo: Command): void => {
  withOrganization(demo.command('load'), 'the one of the demo')
    .summary('load the demo into a database')
    .description('Makes the tables of the demo in a database, fills them, and connects it with policy and glossary.')
    .option('--url <address>', 'its address; - reads it from standard input; default: TABLETALK_DATABASE_URL')
    .option('--name <name>', 'what you call it; default: shops-ENGINE')
    .option('--replace', 'drop the tables of an earlier load first')
    .option('--new-organization', 'make the demo an organization of its own where there is none at all')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((options: LoadDemoOptions) =>
      withStore(readConfig(), (operator) =>
        withEngines(operator, async (engines, loaders) => {
          // Heavy: the demo's rows and words. No other command waits for them.
          const { loadDemo } = await import('./load-demo.ts')
          await loadDemo(operator, { engines, loaders }, options)
        }),
      ),
    )
}
