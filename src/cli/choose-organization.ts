import type { Command } from 'commander'
import type { Organization } from '../access/rules/organization.ts'
import { findOrganization, listOrganizations } from '../manage/organizations/operator-changes.ts'
import { CommandFailed } from './command-failed.ts'
import { numberOf } from './option-values.ts'
import type { Operator } from './with-store.ts'

/** Parses an option that is the id of an organization. */
export const organizationId = numberOf('an organization')

/** Adds `--org`. @param unless describes the default */
export const withOrganization = (command: Command, unless = 'the only organization besides the demo'): Command =>
  command.option('--org <id>', `the organization; default: ${unless}`, organizationId)

/**
 * The named organization, else the only one besides the demo, else the demo.
 *
 * @throws Problem `organization_not_found` for an unknown id; CommandFailed without an id if there are several or none
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
