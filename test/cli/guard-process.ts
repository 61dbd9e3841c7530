import { Command } from 'commander'
import { registerGuard } from '../../src/cli/guard/index.ts'
import { writtenOut } from '../../src/cli/written-out.ts'

const program = new Command('tabletalk')
registerGuard(program)
try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
await writtenOut(process.stdout)
process.exit()
