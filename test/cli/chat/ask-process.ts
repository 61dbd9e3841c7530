import { Command } from 'commander'
import { registerAsk } from '../../../src/cli/chat/ask.ts'

const program = new Command('tabletalk')
registerAsk(program)
await program.parseAsync()
