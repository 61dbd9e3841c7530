import { InvalidArgumentError } from 'commander'
import { DISPLAY_NAME_MAX, displayName } from '../domain/access/display-name.ts'

/** Parses an option that is a display name of at most `lengthMax` characters. @throws InvalidArgumentError */
export const displayNameOption =
  (lengthMax = DISPLAY_NAME_MAX) =>
  (text: string): string => {
    const name = displayName(text)
    if (name === undefined || [...name].length > lengthMax)
      throw new InvalidArgumentError(`It must have 1 to ${lengthMax} visible characters.`)
    return name
  }
