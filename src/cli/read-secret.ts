import { text } from 'node:stream/consumers'

/**
 * The value of an option that is a secret. Arguments are visible in process lists: `-` reads the secret from standard input,
 * without its last line break.
 */
export const readSecret = async (given: string): Promise<string> =>
  given === '-' ? (await text(process.stdin)).replace(/\r?\n$/, '') : given
