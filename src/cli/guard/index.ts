import type { Command } from 'commander'
import { registerAttack } from './attack.ts'
import { registerExplain } from './explain.ts'

/** `tabletalk guard`: what stands between a query and the rows of others, shown and tried. */
export const registerGuard = (program: Command): void => {
  const guard = program
    .command('guard')
    .summary('show and try what keeps tenants apart')
    .description('Shows what the guard makes of queries, and tries to get past it.')
  registerExplain(guard)
  registerAttack(guard)
}
