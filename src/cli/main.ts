import { runProgram } from './run-program.ts'
import { flush } from './standard-streams.ts'

await runProgram(process.argv.slice(2))
await Promise.all([flush(process.stdout), flush(process.stderr)])
// The native threads of the worker would keep a finished process alive.
process.exit()
