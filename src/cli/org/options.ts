import { InvalidArgumentError, Option } from 'commander'
import { displayName } from '../../domain/access/display-name.ts'
import { PLANS } from '../../domain/access/organization.ts'

export const planOption = () => new Option('--plan <plan>', 'the plan of the organization').choices(PLANS)

/** What people call an organization. */
export const nameOption = (text: string): string => {
  const name = displayName(text)
  if (name === undefined) throw new InvalidArgumentError('It must have 1 to 200 visible characters.')
  return name
}
