import { Command } from 'commander'
import { registerGuard } from '../../src/cli/guard/index.ts'
import { flush } from '../../src/cli/standard-streams.ts'

const program = new Command('tabletalk')
registerGuard(program)
try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
await flush(process.stdout)
process.exit()
