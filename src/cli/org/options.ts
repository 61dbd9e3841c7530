import { InvalidArgumentError, Option } from 'commander'
import { displayName } from '../../domain/access/display-name.ts'
import { PLANS } from '../../domain/access/organization.ts'

export const planOption = () => new Option('--plan <plan>', 'what the organization has paid for').choices(PLANS)

/** What people call an organization. */
export const nameOption = (text: string): string => {
  const name = displayName(text)
  if (name === undefined) throw new InvalidArgumentError('It has 1 to 200 characters that can be seen.')
  return name
}
