import type { Command } from 'commander'
import type { Organization } from '../access/rules/organization.ts'
import { findOrganization, listOrganizations } from '../manage/organizations/by-operators.ts'
import { CommandFailed } from './command-failed.ts'
import { numberOf } from './option-values.ts'
import type { Operator } from './with-store.ts'

/** The number of an organization, as it is written at a terminal. */
export const organizationId = numberOf('an organization')

/** The option that names an organization, for commands that need one. */
export const withOrganization = (command: Command, unless = 'the only organization besides the demo'): Command =>
  command.option('--org <id>', `the organization; default: ${unless}`, organizationId)

/**
 * The organization that is named, else the only one beside the demo, else the demo.
 *
 * @throws Problem `organization_not_found` when there is none of that number, CommandFailed when there is more than one
 * to choose from, or none
 */
export const chooseOrganization = async (
  operator: Pick<Operator, 'store' | 'demoOrganization'>,
  id: number | undefined,
): Promise<Organization> => {
  if (id !== undefined) return await findOrganization(operator, id)
  const all = await listOrganizations(operator)
  const own = all.filter((organization) => organization.id !== operator.demoOrganization)
  const [only, another] = own.length === 0 ? all : own
  if (only === undefined)
    throw new CommandFailed(
      'There are no organizations yet. Create one with: npx tabletalk org create --name … --plan professional',
    )
  if (another !== undefined)
    throw new CommandFailed(
      `Specify an organization with --org: ${own.map((one) => `${one.id} (${one.name})`).join(', ')}`,
    )
  return only
}
