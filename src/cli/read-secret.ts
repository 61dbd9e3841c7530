import { text } from 'node:stream/consumers'

/**
 * A password or another secret of a command. What is an argument is seen by whoever sees the processes of the machine: `-` reads
 * it from standard input, whose last line break is none of it.
 */
export const readSecret = async (given: string): Promise<string> =>
  given === '-' ? (await text(process.stdin)).replace(/\r?\n$/, '') : given
