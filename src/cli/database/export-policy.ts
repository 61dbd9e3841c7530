import type { Policy } from '../../guard/policy.ts'
import { fileNamedAfter, writeJsonFile } from '../text-files.ts'

/**
 * Writes a policy and, beside it, what the database has: `shop.policy.json` and `shop.schema.json`.
 *
 * @param file of the policy; true: named after the database, in the working directory
 * @param exported.schema as its file is written
 * @throws CommandFailed where they cannot be written
 */
export const exportPolicy = async (
  file: true | string,
  { name, policy, schema }: { readonly name: string; readonly policy: Policy; readonly schema: unknown },
) => {
  const policyFile = file === true ? fileNamedAfter(name, 'policy') : file
  const schemaFile = `${policyFile.replace(/(?:\.policy)?\.json$/, '')}.schema.json`
  await writeJsonFile(policyFile, policy)
  await writeJsonFile(schemaFile, schema)
  return { policy_file: policyFile, schema_file: schemaFile }
}
