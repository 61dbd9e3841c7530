import path from 'node:path'
import { Problem } from '../../domain/problem.ts'

/**
 * The file of an address `sqlite:/absolute/path`. The path is taken literally: no options, no URI escapes, no working
 * directory.
 *
 * @throws Problem `database_unreachable`
 */
export const fileOf = (address: string): string => {
  const [, file] = /^sqlite:(?:\/\/(?=\/))?(\/.+)$/s.exec(address) ?? []
  if (file === undefined || file.includes('\0')) throw new Problem('database_unreachable', { transient: false })
  return file
}

/** The address of a file that a person names from a folder: `sqlite:shop.db` and `sqlite:./shop.db` too. */
export const absoluteAddress = (address: string, folder: string): string =>
  address.replace(/^sqlite:(?!\/)(.+)$/is, (_, file: string) => `sqlite:${path.resolve(folder, file)}`)
