import { runProgram } from './run-program.ts'
import { flush } from './standard-streams.ts'

await runProgram(process.argv.slice(2))
await Promise.all([flush(process.stdout), flush(process.stderr)])
// The worker's native threads would keep a process that has nothing left to do.
process.exit()
