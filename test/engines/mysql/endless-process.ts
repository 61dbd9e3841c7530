import { Unguarded } from './unguarded.ts'

/** A process that runs an endless query until it is killed. */
const [, , address = '', statement = ''] = process.argv
await new Unguarded().run(address, statement, { timeoutMs: 600_000, turnId: 'orphan' })
