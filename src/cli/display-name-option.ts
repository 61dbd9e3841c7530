import { InvalidArgumentError } from 'commander'
import { DISPLAY_NAME_MAX, displayName } from '../access/rules/display-name.ts'

/** Parses an option that is a display name. @throws InvalidArgumentError */
export const displayNameOption = (text: string): string => {
  const name = displayName(text)
  if (name === undefined) throw new InvalidArgumentError(`It must have 1 to ${DISPLAY_NAME_MAX} visible characters.`)
  return name
}
