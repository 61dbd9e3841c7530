import { InvalidArgumentError } from 'commander'

/**
 * Reads the number of something, as it is written at a terminal.
 * @param what `a user`
 * @throws InvalidArgumentError
 */
export const numberOf =
  (what: string, digitsMax = 15) =>
  (text: string): number => {
    if (!/^[1-9][0-9]*$/.test(text) || text.length > digitsMax)
      throw new InvalidArgumentError(`It must be the number of ${what}.`)
    return Number(text)
  }
