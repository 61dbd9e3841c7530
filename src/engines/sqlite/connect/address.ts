import { Problem } from '../../../platform/problems/problem.ts'

/**
 * The file of an address `sqlite:/absolute/path`. The path is literal: no options, URI escapes or relative paths.
 *
 * @throws Problem `database_unreachable`
 */
export const fileOf = (address: string): string => {
  const [, file] = /^sqlite:(?:\/\/(?=\/))?(\/.+)$/s.exec(address) ?? []
  if (file === undefined || file.includes('\0')) throw new Problem('database_unreachable', { transient: false })
  return file
}
