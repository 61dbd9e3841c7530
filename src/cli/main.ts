import { runProgram } from './run-program.ts'
import { writtenOut } from './written-out.ts'

await runProgram(process.argv.slice(2))
await Promise.all([writtenOut(process.stdout), writtenOut(process.stderr)])
// The worker's native threads would keep a process that has nothing left to do.
process.exit()
