import type { Command } from 'commander'

/** The argument and the option that name a database, for commands that work on one. */
export const namedDatabase = (command: Command): Command =>
  command
    .argument('[database]', 'the id or name; default: the only database of the organization')
    .option('--database <id or name>', 'the same as the argument')
