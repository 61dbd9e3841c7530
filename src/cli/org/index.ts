import { type Command, Option } from 'commander'
import { PLANS, type Plan } from '../../access/rules/organization.ts'
import { createOrganization } from '../../manage/organizations/operator-changes.ts'
import { removeOrganization } from '../../manage/organizations/remove-organization.ts'
import { organizationId } from '../choose-organization.ts'
import { operatorCommand } from '../operator-command.ts'
import { displayNameOption } from '../option-values.ts'
import { registerSet } from './set-organization.ts'
import { registerList, registerShow } from './show-organizations.ts'

const EXAMPLES = `
Examples:
  $ tabletalk org create --name "Acme" --plan professional
  $ tabletalk org list
  $ tabletalk org show --org 7
  $ tabletalk org set --org 7 --plan business
  $ tabletalk org set --org 7 --status suspended
  $ tabletalk org set --org 7 --trial-until 2026-12-31
  $ tabletalk org set --org 7 --past-due-since 2026-12-01 --grace-days 14
  $ tabletalk org set --org 7 --ends 2027-01-31
  $ tabletalk org set --org 7 --limit per_minute=60,concurrent=5
  $ tabletalk org set --org 7 --limit per_minute=plan
  $ tabletalk org remove --org 7 --confirm "Acme"`

const REMOVE_EXAMPLES = `
Examples:
  $ tabletalk org remove --org 7 --confirm "Acme"
  $ tabletalk audit --installation

Its keys are rejected immediately by every process. Conversations, database connections, logs and all other data are erased by
a workflow, which starts or resumes whenever a worker runs. The databases themselves are not changed.
The subscription is cancelled first, with the payment settings of the service (TABLETALK_PAYMENTS and related settings). If it
cannot be cancelled, nothing is removed.`

/** `tabletalk org …`: manages organizations. */
export const registerOrg = (program: Command): void => {
  const org = program
    .command('org')
    .summary('create, list, show, change and remove organizations')
    .addHelpText('after', EXAMPLES)
  operatorCommand<{ readonly name: string; readonly plan: Plan }>(org, 'create', {
    description: 'Creates an organization.',
    declare: (command) =>
      command
        .requiredOption('--name <name>', 'its name', displayNameOption)
        .addOption(planOption().makeOptionMandatory()),
    async answer(operator, { name, plan }) {
      const { id } = await createOrganization(operator, { name, plan })
      return {
        json: { organization_id: id },
        text: `Organization ${id} (${name}).\nNext: npx tabletalk database add --org ${id} --name … --url …`,
      }
    },
  })
  registerList(org)
  registerShow(org)
  registerSet(org, planOption())
  registerRemove(org)
}

const planOption = () => new Option('--plan <plan>', 'the plan of the organization').choices(PLANS)

const registerRemove = (org: Command): void =>
  operatorCommand<{ readonly org: number; readonly confirm: string }>(org, 'remove', {
    summary: 'permanently delete an organization and all its data',
    description: 'Permanently deletes an organization and all its data.',
    examples: REMOVE_EXAMPLES,
    declare: (command) =>
      command
        .requiredOption('--org <id>', 'the organization', organizationId)
        .requiredOption('--confirm <name>', 'the name of the organization, to confirm the deletion'),
    async answer({ removalTools }, { org: id, confirm }) {
      const request = { confirm, actor: { kind: 'command' } } as const
      const { isUnderWay } = await removeOrganization(await removalTools(), { organizationId: id }, request)
      return {
        json: { organization_id: id, removed: true },
        text: `Organization ${id} is removed. Its keys are revoked, and its data is being erased.\nSee: npx tabletalk audit --installation`,
        notes: isUnderWay ? [] : ['Temporal is not reachable. The data is erased as soon as a worker runs.'],
      }
    },
  })
