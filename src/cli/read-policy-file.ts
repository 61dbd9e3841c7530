import type { Policy } from '../guard/policy.ts'
import { readPolicy } from '../manage/databases/policy-file.ts'
import { CommandFailed } from './command-failed.ts'
import { readJsonFile } from './text-files.ts'

/**
 * Reads a policy file.
 *
 * @param engine the required engine; undefined: any engine
 * @throws CommandFailed and FileInvalid
 */
export const readPolicyFile = async (file: string, engine?: string): Promise<Policy> => {
  const policy = await readJsonFile(file, readPolicy)
  if (engine !== undefined && policy.engine !== engine)
    throw new CommandFailed(`The policy is for ${policy.engine}, but this database is ${engine}.`)
  return policy
}
