import { type Command, Option } from 'commander'
import { readConfig } from '../../config.ts'
import { forgetSharedValues } from '../../databases/change-database.ts'
import {
  ROWS_RULES,
  type RowsRule,
  SHARED_VALUES_RULES,
  type SharedValuesRule,
  THINKING_RULES,
  type ThinkingRule,
} from '../../domain/access/database-settings.ts'
import { chooseDatabase } from '../choose-database.ts'
import { withOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { timeoutOption } from './timeout-option.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database set shop --rows none
  $ tabletalk database set shop --shared-values off
  $ tabletalk database set shop --thinking shown
  $ tabletalk database set shop --public-exports on
  $ tabletalk database set shop --rows default --async-query-timeout 900

"default" restores the default of a setting.`

const DEFAULT = 'default'

interface SetOptions {
  readonly org?: number
  readonly rows?: RowsRule | typeof DEFAULT
  readonly sharedValues?: SharedValuesRule | typeof DEFAULT
  readonly thinking?: ThinkingRule | typeof DEFAULT
  readonly publicExports?: 'on' | 'off'
  readonly asyncQueryTimeout?: number | typeof DEFAULT
  readonly json?: boolean
}

/** `tabletalk database set`: what of a connected database is a setting. */
export const registerSet = (database: Command): void => {
  withOrganization(database.command('set'))
    .summary('change settings: model input, shared values, reasoning, exports and query timeouts')
    .description('Changes settings of a database. They apply from the next question.')
    .argument('<database>', 'its id or its name')
    .addOption(
      new Option(
        '--rows <what>',
        'which result rows the model provider receives; default: the rows needed to word the answer',
      ).choices([...ROWS_RULES, DEFAULT]),
    )
    .addOption(
      new Option(
        '--shared-values <what>',
        'off: never show values of one tenant to another; default: show values that at least three tenants have',
      ).choices([...SHARED_VALUES_RULES, DEFAULT]),
    )
    .addOption(
      new Option('--thinking <what>', 'shown: include the reasoning of the model in streams; default: omit it').choices(
        [...THINKING_RULES, DEFAULT],
      ),
    )
    .addOption(
      new Option('--public-exports <on or off>', 'whether database keys may export all rows of an answer').choices([
        'on',
        'off',
      ]),
    )
    .option(
      '--async-query-timeout <seconds>',
      'query timeout of questions with Prefer: respond-async; default: TABLETALK_ASYNC_QUERY_TIMEOUT',
      (text) => (text === DEFAULT ? DEFAULT : timeoutOption(text)),
    )
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((named: string, options: SetOptions) => setDatabase(named, options))
}

/** Null: what holds where nothing was said. */
const orNull = <Value>(chosen: Value | typeof DEFAULT): Value | null => (chosen === DEFAULT ? null : chosen)

const setDatabase = (named: string, options: SetOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { org, json, rows, sharedValues, thinking, publicExports, asyncQueryTimeout } = options
    const change = {
      ...(rows === undefined ? {} : { rows: orNull(rows) }),
      ...(sharedValues === undefined ? {} : { sharedValues: orNull(sharedValues) }),
      ...(thinking === undefined ? {} : { thinking: orNull(thinking) }),
      ...(publicExports === undefined ? {} : { publicExports: publicExports === 'on' }),
      ...(asyncQueryTimeout === undefined ? {} : { asyncQueryTimeout: orNull(asyncQueryTimeout) }),
    }
    if (Object.keys(change).length === 0)
      throw new CommandFailed(
        'Specify what to change: --rows, --shared-values, --thinking, --public-exports or --async-query-timeout.',
      )
    const { id, organizationId, name } = await chooseDatabase(operator, { org, database: named })
    const fields = {
      ...('rows' in change ? { rows: change.rows } : {}),
      ...('sharedValues' in change ? { shared_values: change.sharedValues } : {}),
      ...('thinking' in change ? { thinking: change.thinking } : {}),
      ...('publicExports' in change ? { public_exports: change.publicExports } : {}),
      ...('asyncQueryTimeout' in change ? { async_query_timeout: change.asyncQueryTimeout } : {}),
    }
    await recordChange(operator, { organizationId, action: 'database.changed', subject: id, fields }, async () => {
      if ((await operator.store.databases.change({ organizationId }, id, change)) !== 'changed')
        throw new CommandFailed(`${name} (${id}) has been removed in the meantime.`)
      if (change.sharedValues === 'off') await forgetSharedValues(operator, { organizationId, id })
    })
    const terminal = processTerminal()
    if (json === true) printJson(terminal, { database_id: id, organization_id: organizationId, ...fields })
    else terminal.write(`${name} (${id}) is changed.\n`)
  })
