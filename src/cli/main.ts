import { Command } from 'commander'
import { ConfigError } from '../config.ts'
import { HomeInUse } from '../local/home/lock-home.ts'
import { MissingServer } from '../local/programs/missing-server.ts'
import { PortTaken } from '../local/servers/ports.ts'
import { ServerDidNotStart } from '../local/servers/supervise.ts'
import { StoreAddressInvalid } from '../store/store-address.ts'
import { registerAsk } from './ask.ts'
import { registerDoctor } from './doctor.ts'
import { registerServers } from './servers.ts'
import { registerStart } from './start.ts'

const program = new Command('tabletalk')
  .description('Ask your own databases questions in plain language.')
  .showHelpAfterError('(--help shows what there is)')

registerStart(program)
registerServers(program)
registerDoctor(program)
registerAsk(program)

/** What the reader can mend; anything else comes with its stack. */
const MENDABLE = [ConfigError, HomeInUse, MissingServer, PortTaken, ServerDidNotStart, StoreAddressInvalid]

try {
  await program.parseAsync()
} catch (error) {
  const isMendable = error instanceof Error && MENDABLE.some((kind) => error instanceof kind)
  console.error(isMendable ? error.message : error)
  process.exitCode = 1
}
// The worker's native threads would keep a process that has nothing left to do.
process.exit()
