import type { Command } from 'commander'
import { registerLoad } from './load-command.ts'

const EXAMPLES = `
Examples:
  $ tabletalk demo load --url postgres://me:secret@db.example.com/empty
  $ tabletalk ask "How many orders were placed last month?"

What \`npm start\` begins with is this demo in a file of its own, and needs none of these commands.`

/** `tabletalk demo …`: the demo's shops, in a database of one's own. */
export const registerDemo = (program: Command): void => {
  const demo = program
    .command('demo')
    .summary('put the demo into a database of your own')
    .description('The demo: three shops, their orders and customers, and what people call all that.')
    .addHelpText('after', EXAMPLES)
  registerLoad(demo)
}
