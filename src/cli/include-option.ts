import type { Command } from 'commander'
import { PATTERN_LENGTH_MAX, PATTERNS_MAX } from '../guard/chosen-tables.ts'
import { CommandFailed } from './command-failed.ts'

/** `--include`, for commands that read which tables there are. */
export const withInclude = (command: Command): Command =>
  command.option(
    '--include <pattern...>',
    "use only tables with matching names, for example 'sales_*' or 'public.*'; '*': all tables",
  )

/** What was chosen: undefined where nothing is said, null for all tables. @throws CommandFailed */
export const chosenTables = (patterns: readonly string[] | undefined): readonly string[] | null | undefined => {
  if (patterns === undefined) return undefined
  if (patterns.length > PATTERNS_MAX || patterns.some(({ length }) => length === 0 || length > PATTERN_LENGTH_MAX))
    throw new CommandFailed(
      `--include takes at most ${PATTERNS_MAX} patterns of 1 to ${PATTERN_LENGTH_MAX} characters each.`,
    )
  return patterns.includes('*') ? null : patterns
}
