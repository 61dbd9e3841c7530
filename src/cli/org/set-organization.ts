import { type Command, Option } from 'commander'
import { readConfig } from '../../config.ts'
import {
  type LimitsChange,
  ORGANIZATION_STATUSES,
  type Organization,
  SUBSCRIPTIONS,
} from '../../domain/access/organization.ts'
import { chooseOrganization, noOrganization, organizationId } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { LIMITS_WRITTEN, limitsOption } from './limits-option.ts'
import { nameOption, planOption } from './options.ts'

interface SetOptions extends Partial<Pick<Organization, 'name' | 'plan' | 'status' | 'subscription'>> {
  readonly org: number
  readonly limit?: LimitsChange
  readonly json?: boolean
}

/** `tabletalk org set` */
export const registerSet = (org: Command): void => {
  org
    .command('set')
    .description('Changes an organization.')
    .requiredOption('--org <id>', 'the organization', organizationId)
    .option('--name <name>', 'another name', nameOption)
    .addOption(planOption())
    .addOption(new Option('--status <status>', 'whether its keys work; at once').choices(ORGANIZATION_STATUSES))
    .addOption(new Option('--subscription <state>', 'what billing says; at once').choices(SUBSCRIPTIONS))
    .option(
      '--limit <limits>',
      `${LIMITS_WRITTEN}: a number in place of that of the plan, or "plan" to have that back; others stay`,
      limitsOption,
    )
    .option('--json', 'print one JSON document instead')
    .action((options: SetOptions) => setOrganization(options))
}

const setOrganization = ({ org, json, limit = {}, ...given }: SetOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    if (Object.keys({ ...given, ...limit }).length === 0)
      throw new CommandFailed('Say what to change: --name, --plan, --status, --subscription or --limit.')
    const { store } = operator
    const { id } = await chooseOrganization(operator, org)
    const organization = { organizationId: id }
    const limits = Object.keys(limit).length === 0 ? undefined : { ...limit }
    const told = {
      ...organization,
      action: 'organization.changed',
      subject: String(id),
      fields: { ...given, limits },
    } as const
    await recordChange(operator, told, async () => {
      if (!(await store.changeOrganization(organization, given, limit))) throw noOrganization(id)
    })
    const terminal = processTerminal()
    if (json !== true) return terminal.write(`Organization ${id} is changed.\n`)
    const own = limits === undefined ? {} : { limits: (await store.organization(organization))?.limits ?? {} }
    printJson(terminal, { organization_id: id, ...given, ...own })
  })
