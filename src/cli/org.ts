import { type Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../config.ts'
import { displayName } from '../domain/access/display-name.ts'
import {
  ORGANIZATION_STATUSES,
  type Organization,
  type OrganizationLimits,
  PLANS,
  type Plan,
  SUBSCRIPTIONS,
} from '../domain/access/organization.ts'
import { organizationId } from './choose-organization.ts'
import { CommandFailed } from './command-failed.ts'
import { printJson, printRows } from './print.ts'
import { recordChange } from './record-change.ts'
import { processTerminal } from './terminal.ts'
import { withStore } from './with-store.ts'

const EXAMPLES = `
Examples:
  $ tabletalk org create --name "Acme" --plan professional
  $ tabletalk org list
  $ tabletalk org set --org 7 --plan business
  $ tabletalk org set --org 7 --status suspended
  $ tabletalk org set --org 7 --limit per_minute=60,concurrent=5`

const plans = () => new Option('--plan <plan>', 'what the organization has paid for').choices(PLANS)

/** `tabletalk org …`: organizations, for whoever operates the installation. */
export const registerOrg = (program: Command): void => {
  const org = program.command('org').summary('create, list and change organizations').addHelpText('after', EXAMPLES)
  org
    .command('create')
    .description('Creates an organization.')
    .requiredOption('--name <name>', 'its name', nonEmpty)
    .addOption(plans().makeOptionMandatory())
    .option('--json', 'print one JSON document instead')
    .action(({ name, plan, json }: { name: string; plan: Plan; json?: boolean }) =>
      withStore(readConfig(), async ({ store }) => {
        const id = await store.newOrganizationId()
        const created = { organizationId: id, action: 'organization.created', subject: String(id) } as const
        await recordChange({ store }, { ...created, fields: { name, plan } }, () =>
          store.addOrganization({ name, plan }, id),
        )
        const terminal = processTerminal()
        if (json === true) return printJson(terminal, { organization_id: id })
        terminal.write(`Organization ${id} (${name}).\nNext: npx tabletalk database add --org ${id} --name … --url …\n`)
      }),
    )
  org
    .command('list')
    .description('Lists all organizations.')
    .option('--json', 'print one JSON document instead')
    .action(({ json }: { json?: boolean }) =>
      withStore(readConfig(), async ({ store }) => {
        const rows = (await store.allOrganizations()).map(({ id, name, plan, status = 'active' }) => ({
          ...{ organization_id: id, name, plan, status },
        }))
        const terminal = processTerminal()
        if (json === true) printJson(terminal, { organizations: rows })
        else printRows(terminal, rows, 'There is no organization yet.')
      }),
    )
  org
    .command('set')
    .description('Changes an organization.')
    .requiredOption('--org <id>', 'the organization', organizationId)
    .option('--name <name>', 'another name', nonEmpty)
    .addOption(plans())
    .addOption(new Option('--status <status>', 'whether its keys work; at once').choices(ORGANIZATION_STATUSES))
    .addOption(new Option('--subscription <state>', 'what billing says; at once').choices(SUBSCRIPTIONS))
    .option(
      '--limit <limits>',
      'per_minute=…,per_hour=…,per_month=…,concurrent=… in place of those of the plan',
      limitsOf,
    )
    .option('--json', 'print one JSON document instead')
    .action(({ org: id, json, limit, ...given }: SetOptions) =>
      withStore(readConfig(), async ({ store }) => {
        const change = { ...given, ...(limit === undefined ? {} : { limits: limit }) }
        if (Object.keys(change).length === 0)
          throw new CommandFailed('Say what to change: --name, --plan, --status, --subscription or --limit.')
        const organization = { organizationId: id }
        const none = () => new CommandFailed(`There is no organization ${id}. See: npx tabletalk org list`)
        if ((await store.organization(organization)) === undefined) throw none()
        const { limits, ...plain } = change
        const fields = { ...plain, limits: limits === undefined ? undefined : { ...limits } }
        const told = { ...organization, action: 'organization.changed', subject: String(id), fields } as const
        await recordChange({ store }, told, async () => {
          if (!(await store.changeOrganization(organization, change))) throw none()
        })
        const terminal = processTerminal()
        if (json === true) printJson(terminal, { organization_id: id, ...change })
        else terminal.write(`Organization ${id} is changed.\n`)
      }),
    )
}

interface SetOptions extends Partial<Pick<Organization, 'name' | 'plan' | 'status' | 'subscription'>> {
  readonly org: number
  readonly limit?: OrganizationLimits
  readonly json?: boolean
}

const LIMITS = ['per_minute', 'per_hour', 'per_month', 'concurrent'] as const

/** `per_minute=60,per_hour=1000,concurrent=5`, in any order, and as many of them as there are. */
const limitsOf = (text: string): OrganizationLimits => {
  const limits = text.split(',').map((part) => {
    const [, name, value] = /^([a-z_]{1,20})=([1-9][0-9]{0,8})$/.exec(part.trim()) ?? []
    const known = LIMITS.find((limit) => limit === name)
    if (known === undefined) throw new InvalidArgumentError(`Write ${LIMITS.map((limit) => `${limit}=N`).join(',')}.`)
    return [known, Number(value)] as const
  })
  return Object.fromEntries(limits)
}

const nonEmpty = (text: string): string => {
  const name = displayName(text)
  if (name === undefined) throw new InvalidArgumentError('It has 1 to 200 characters that can be seen.')
  return name
}
