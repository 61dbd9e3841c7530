import type { Command } from 'commander'
import { registerLoad } from './load-command.ts'

const EXAMPLES = `
Examples:
  $ tabletalk demo load --url postgres://me:secret@db.example.com/empty
  $ tabletalk ask "How many orders were placed last month?"

\`npm start\` sets up this demo in its own SQLite file; it does not need these commands.`

/** `tabletalk demo …`: the demo's shops, in a database of one's own. */
export const registerDemo = (program: Command): void => {
  const demo = program
    .command('demo')
    .summary('load the demo into your own database')
    .description('The demo: three shops with orders and customers, and a glossary.')
    .addHelpText('after', EXAMPLES)
  registerLoad(demo)
}
