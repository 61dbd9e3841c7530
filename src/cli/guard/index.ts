import type { Command } from 'commander'
import { registerAttack } from './attack.ts'
import { registerExplain } from './explain.ts'

/** `tabletalk guard`: shows and attacks the guard. */
export const registerGuard = (program: Command): void => {
  const guard = program
    .command('guard')
    .summary('show and attack the guard that isolates tenants')
    .description('Shows how the guard rewrites queries, and attacks it with hostile queries.')
  registerExplain(guard)
  registerAttack(guard)
}
