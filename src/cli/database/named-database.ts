import type { Command } from 'commander'

/** The argument and the option that name a database, for commands that work on one. */
export const namedDatabase = (command: Command): Command =>
  command
    .argument('[database]', 'its id or its name; may be left out where the organization has one only')
    .option('--database <id or name>', 'the same, as an option')
