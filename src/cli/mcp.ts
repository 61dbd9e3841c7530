import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Command } from 'commander'
import { type ChatSurroundings, chatAction } from './chat/chat-action.ts'
import { type TargetOptions, withDefaultTenant, withTarget } from './chat/chat-target.ts'
import { bridge } from './mcp-bridge.ts'

const EXAMPLES = `
Examples:
  $ tabletalk mcp
  $ tabletalk mcp --url https://chat.example.com --key sk_… --tenant 7 --scope anna

For hosts that start a program and talk to it over standard input and output (Claude Desktop, Cursor, VS Code). Hosts that call an
address need no program: give them the address of the service with /mcp, and the key in the header X-API-Key. By default it
passes messages on to the service that \`npm start\` started, with the key of the demo organization, as its first tenant.
It ends with its standard input.`

/** `tabletalk mcp`: the Model Context Protocol over standard input and output. */
export const registerMcp = (program: Command, surroundings: ChatSurroundings = {}): void => {
  withTarget(program.command('mcp'))
    .summary('serve the Model Context Protocol over standard input and output')
    .description('Passes messages of the Model Context Protocol between a host and the service.')
    .addHelpText('after', EXAMPLES)
    .action(async (options: TargetOptions) => {
      await chatAction(surroundings, { ...options, json: true }, async ({ target, terminal }) => {
        const transport = new StdioServerTransport()
        const passing = bridge(transport, withDefaultTenant(target))
        transport.onerror = ({ message }) => terminal.note(`A line of the host is no message: ${message}`)
        const ended = new Promise<void>((resolve) => {
          transport.onclose = resolve
        })
        await transport.start()
        await ended
        passing.close()
      })
    })
}
