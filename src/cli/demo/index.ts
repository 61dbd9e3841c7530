import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { withOrganization } from '../choose-organization.ts'
import { withStore } from '../with-store.ts'
import type { LoadDemoOptions } from './load-demo.ts'

const EXAMPLES = `
Examples:
  $ tabletalk demo load --url postgres://me:secret@db.example.com/empty
  $ tabletalk ask "How many orders were placed last month?"

\`npm start\` sets up this demo in its own SQLite file; it does not need these commands.`

/** `tabletalk demo …`: loads the demo into a database of the user. */
export const registerDemo = (program: Command): void => {
  const demo = program
    .command('demo')
    .summary('load the demo into your own database')
    .description('The demo: three shops with orders and customers, and a glossary.')
    .addHelpText('after', EXAMPLES)
  registerLoad(demo)
}

const LOAD_EXAMPLES = `
Examples:
  $ tabletalk demo load --url postgres://me:secret@db.example.com/empty
  $ tabletalk demo load --url mariadb://me:secret@db.example.com/empty --name shops-mariadb
  $ tabletalk demo load --url sqlite:./shops.db --org 7
  $ tabletalk demo load --url mongodb://me:secret@db.example.com/empty
  $ cat address | tabletalk demo load --url - --replace --json

The database user must be allowed to create tables. In MongoDB, order items are embedded in orders, and addresses in
customers. Loading again with --replace generates the rows for the current date; the database keeps its id and its key.`

/** `tabletalk demo load`: loads the rows of the demo into a database, and connects it. */
const registerLoad = (demo: Command): void => {
  withOrganization(demo.command('load'), 'the organization of the demo')
    .summary('load the demo into a database')
    .description(
      'Creates and fills the tables of the demo in a database, and connects it with a policy and a glossary.',
    )
    .option('--url <address>', 'the connection URL; - reads it from standard input; default: TABLETALK_DATABASE_URL')
    .option('--name <name>', 'the name of the database in Tabletalk; default: shops-ENGINE')
    .option('--replace', 'first drop the tables of an earlier load')
    .option('--new-organization', 'create an organization for the demo if there are no organizations')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', LOAD_EXAMPLES)
    .action((options: LoadDemoOptions) =>
      withStore(readConfig(), async (operator) => {
        // Loaded only here, because the rows and words of the demo are large.
        const { loadDemo } = await import('./load-demo.ts')
        await loadDemo(operator, options)
      }),
    )
}
