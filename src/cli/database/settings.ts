import { type Command, InvalidArgumentError, Option } from 'commander'
import { ASYNC_QUERY_TIMEOUT_MAX } from '../../ask/rules/time-limits.ts'
import { PATTERN_LENGTH_MAX, PATTERNS_MAX } from '../../guard/included-tables.ts'
import { patchDatabase } from '../../manage/databases/routes/change-database.ts'
import { ROWS_RULES, SHARED_VALUES_RULES, THINKING_RULES } from '../../manage/databases/rules/database-settings.ts'
import { CommandFailed } from '../command-failed.ts'
import { databaseCommand } from './database-command.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database set shop --rows none
  $ tabletalk database set shop --shared-values off
  $ tabletalk database set shop --thinking shown
  $ tabletalk database set shop --public-exports on
  $ tabletalk database set shop --rows default --async-query-timeout 900

"default" restores the default of a setting.`

const DEFAULT = 'default'

/** Options that are settings of a connected database. */
export interface SettingOptions {
  readonly rows?: string
  readonly sharedValues?: string
  readonly thinking?: string
  readonly asyncQueryTimeout?: number | typeof DEFAULT
}

const ROWS = 'which result rows the model provider receives; default: the rows needed to word the answer'
const SHARED_VALUES =
  'off: never show values of one tenant to another; default: show values that at least three tenants have'
const THINKING = 'shown: include the reasoning of the model in streams; default: omit it'
const TIMEOUT = 'query timeout of questions with Prefer: respond-async; default: TABLETALK_ASYNC_QUERY_TIMEOUT'

const chosen = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, description).choices(choices)

export const rowsOption = (...more: readonly string[]) => chosen('--rows <what>', ROWS, [...ROWS_RULES, ...more])
export const sharedValuesOption = (...more: readonly string[]) =>
  chosen('--shared-values <what>', SHARED_VALUES, [...SHARED_VALUES_RULES, ...more])
export const thinkingOption = (...more: readonly string[]) =>
  chosen('--thinking <what>', THINKING, [...THINKING_RULES, ...more])
export const timeoutOption = (...more: readonly string[]) =>
  new Option('--async-query-timeout <seconds>', TIMEOUT).argParser((text) => {
    const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0
    if (more.includes(text)) return text
    if (seconds >= 1 && seconds <= ASYNC_QUERY_TIMEOUT_MAX) return seconds
    throw new InvalidArgumentError(`It must be a number of seconds from 1 to ${ASYNC_QUERY_TIMEOUT_MAX}.`)
  })

/** The options as fields of the API; null restores the default. */
export const settingFields = ({ rows, sharedValues, thinking, asyncQueryTimeout }: SettingOptions) => ({
  ...(rows === undefined ? {} : { rows: orNull(rows) }),
  ...(sharedValues === undefined ? {} : { shared_values: orNull(sharedValues) }),
  ...(thinking === undefined ? {} : { thinking: orNull(thinking) }),
  ...(asyncQueryTimeout === undefined ? {} : { async_query_timeout: orNull(asyncQueryTimeout) }),
})

const orNull = <Value>(value: Value | typeof DEFAULT): Value | null => (value === DEFAULT ? null : value)

/** Adds `--include`, for commands that read the schema. */
export const withInclude = (command: Command): Command =>
  command.option(
    '--include <pattern...>',
    "use only tables with matching names, for example 'sales_*' or 'public.*'; '*': all tables",
  )

/** The value of `--include`: undefined without the option, null for all tables. @throws CommandFailed */
export const chosenTables = (patterns: readonly string[] | undefined): readonly string[] | null | undefined => {
  if (patterns === undefined) return undefined
  if (patterns.length > PATTERNS_MAX || patterns.some(({ length }) => length === 0 || length > PATTERN_LENGTH_MAX))
    throw new CommandFailed(
      `--include takes at most ${PATTERNS_MAX} patterns of 1 to ${PATTERN_LENGTH_MAX} characters each.`,
    )
  return patterns.includes('*') ? null : patterns
}

/** `tabletalk database set`: changes settings. */
export const registerSet = (parent: Command): void =>
  databaseCommand<SettingOptions & { readonly publicExports?: 'on' | 'off' }>(parent, 'set', {
    summary: 'change settings: model input, shared values, reasoning, exports and query timeouts',
    description: 'Changes settings of a database. They apply from the next question.',
    examples: EXAMPLES,
    declare: (command) =>
      command
        .addOption(rowsOption(DEFAULT))
        .addOption(sharedValuesOption(DEFAULT))
        .addOption(thinkingOption(DEFAULT))
        .addOption(
          new Option('--public-exports <on or off>', 'whether database keys may export all rows of an answer').choices([
            'on',
            'off',
          ]),
        )
        .addOption(timeoutOption(DEFAULT)),
    async answer({ run, stored: { id, name }, organizationId, ...parts }, { publicExports, ...options }) {
      const exports = publicExports === undefined ? {} : { public_exports: publicExports === 'on' }
      const body = { ...settingFields(options), ...exports }
      if (Object.keys(body).length === 0)
        throw new CommandFailed(
          'Specify what to change: --rows, --shared-values, --thinking, --public-exports or --async-query-timeout.',
        )
      await run(patchDatabase(parts), { params: { database_id: id }, body })
      return {
        json: { database_id: id, organization_id: organizationId, ...body },
        text: `${name} (${id}) is changed.`,
      }
    },
  })
